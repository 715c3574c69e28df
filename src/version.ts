declare const CORVID_VERSION: string | undefined;

/** Written in by the build. */
export const version = typeof CORVID_VERSION === 'string' ? CORVID_VERSION : '0.0.0-source';
