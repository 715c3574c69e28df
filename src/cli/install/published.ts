declare const CORVID_PUBLISHED: string | null | undefined;

/**
 * The name under which npm has this package, or null while it has none: then nothing may name a package, since anyone
 * could register it. Written in by the build from packaging/published.json.
 */
export const publishedName = typeof CORVID_PUBLISHED === 'string' ? CORVID_PUBLISHED : null;
