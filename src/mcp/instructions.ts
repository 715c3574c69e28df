/** What a model is told about the tools as a whole; clients show at most 2,000 characters of it. */
export const instructions = `Corvid reads and edits files exactly. All paths are absolute.
- Read before you edit: file_read shows numbered lines, file_editor view also shows directories and images.
- file_editor str_replace replaces a text that you quote from the file; it must occur once. If it is refused, nothing was changed: the message says why and what to quote instead.
- file_editor insert adds lines after a line number; create makes a new file.
- file_editor undo_edit takes back the last edit of a file, whichever tool made it.
Encoding, line endings and every byte that you do not edit stay as they are.`;
