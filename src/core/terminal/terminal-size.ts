export type ScreenSize = { readonly cols: number; readonly rows: number };

/** Wide enough for a diff, high enough for a screen of text. */
export const TERMINAL_SIZE = { cols: 120, rows: 40 } as const satisfies ScreenSize;
