/** What speaks against a level for new lines (0: nothing). */
export type Against = (indent: string) => number;

export const nothing: Against = () => 0;
