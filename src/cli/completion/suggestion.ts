/** A word to complete, and its description. */
export type Suggestion = { readonly word: string; readonly about: string };

/** Words to choose from, or files or folders, which shells complete themselves. */
export type Suggestions = readonly Suggestion[] | 'files' | 'folders';
