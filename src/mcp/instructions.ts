/**
 * What a model is told about the tools as a whole; clients show at most 2,000 characters of it. A sentence that names a
 * tool is left out where that tool is not on offer, so each sentence stands for itself.
 */
export const instructions = `Corvid reads and edits files exactly. All paths are absolute.
- Read before you edit. file_read shows numbered lines. file_editor view also shows directories and images.
- edit_file replaces text that you quote from the file, several places at once with edits. Quote a few whole lines around the change, as they stand. file_editor str_replace replaces one place. edit_text_file takes nothing but an exact match.
- If an edit is refused, nothing was changed: the message says why and shows the text to quote. Copy it and call again. Do not rewrite the whole file.
- "already has this change" means that nothing is left to do.
- file_editor insert adds lines after a line number; create makes a new file.
- file_editor undo_edit takes back the last edit of a file, whichever tool made it.
Encoding, line endings and every byte that you do not edit stay as they are.`;

/** The instructions for some of the tools. A name that is an ordinary word counts only in backticks. */
export function instructionsFor(offered: readonly string[], all: readonly string[]): string {
  const absent = all.filter((name) => !offered.includes(name));
  const names = absent.map((name) => new RegExp(name.includes('_') ? `\\b${name}\\b` : `\`${name}\``));
  const lines = instructions.split('\n').map((line) => {
    const [, bullet = '', text = ''] = /^(- )?(.*)$/.exec(line) ?? [];
    const sentences = text.split(/(?<=\.) /).filter((sentence) => !names.some((name) => name.test(sentence)));
    return sentences.length > 0 ? bullet + sentences.join(' ') : undefined;
  });
  return lines.filter((line) => line !== undefined).join('\n');
}
