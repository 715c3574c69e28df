/** How much may be overlooked. `permissive` is the published cascade, which can edit the wrong place. */
export type Policy = 'exact' | 'safe' | 'permissive';
