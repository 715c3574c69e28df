/** What a model is told about the tools as a whole; clients show at most 2,000 characters of it. */
export const instructions = `Corvid reads and edits files exactly. All paths are absolute.
- Read before you edit: file_read shows numbered lines; file_editor view also shows directories and images.
- edit_file replaces text that you quote from the file, several places at once with edits. Quote a few whole lines around the change, as they stand. file_editor str_replace does the same for one place; edit_text_file takes nothing but an exact match.
- edit_lines replaces, inserts or deletes lines by number and fits the indentation: for repairs, and when a quotation keeps failing. Take the numbers from the last result, or give expected.
- edit rewrites code by pattern ($NAME one node, $$$ARGS many) in a file or a whole folder: for renames and repeated changes. Try dry_run first.
- If an edit is refused, nothing was changed: the message says why and shows the text to quote. Copy it and call again. Do not rewrite the whole file.
- "already has this change" means that nothing is left to do.
- "Edit would create syntax error" means that nothing was written: correct the new text. A warning about syntax means that it was written.
- file_editor insert adds lines after a line number; create makes a new file.
- file_editor undo_edit takes back the last edit of a file, whichever tool made it.
Encoding, line endings and every byte that you do not edit stay as they are.`;
