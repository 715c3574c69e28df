/**
 * The files of an editor: what its user sees, unsaved text included. It speaks text and decides itself how that is
 * encoded, which line endings it shows, and whether it formats what it is given.
 */
export interface EditorConnection {
  readTextFile(path: string): Promise<string>;
  writeTextFile(path: string, content: string): Promise<void>;
}
