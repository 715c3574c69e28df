/**
 * What a model is told about the tools as a whole; clients show at most 2,000 characters of it. A sentence that names a
 * tool is left out where that tool is not on offer, so each sentence stands for itself.
 */
export const instructions = `Corvid reads and edits files exactly and runs commands. All paths are absolute.
- Read before you edit. file_read shows numbered lines. file_editor view also shows directories and images.
- edit_file replaces text that you quote from the file, several places at once with edits. Quote a few whole lines around the change, as they stand. file_editor str_replace replaces one place. edit_text_file takes nothing but an exact match.
- edit_lines replaces, inserts or deletes lines by number and fits the indentation: for repairs, and when a quotation keeps failing. Take the numbers from the last result, or give expected.
- edit rewrites code by pattern ($NAME one node, $$$ARGS many) in a file or a whole folder: for renames and repeated changes. Try dry_run first.
- If an edit is refused, nothing was changed: the message says why and shows the text to quote. Copy it and call again. Do not rewrite the whole file.
- "already has this change" means that nothing is left to do.
- "Edit would create syntax error" means that nothing was written: correct the new text. A warning about syntax means that it was written.
- file_editor insert adds lines after a line number; create makes a new file.
- file_editor undo_edit takes back the last edit of a file, whichever tool made it.
- terminal runs commands in a shell that stays. If a result says that a process is still running, read on with "", answer with is_input, or press a key such as C-c. Edit files with the tools above, not with sed or heredocs.
Encoding, line endings and every byte that you do not edit stay as they are.`;

/** The instructions for some of the tools: without the sentences, and the lines, that are about others. */
export function instructionsFor(offered: readonly string[], all: readonly string[]): string {
  const absent = all.filter((name) => !offered.includes(name));
  const isAbout = (names: readonly string[], sentence: string) =>
    names.some((name) => isNamed(name, sentence));
  const lines = instructions.split('\n').flatMap((line) => {
    const [, bullet = '', text = ''] = /^(- )?(.*)$/.exec(line) ?? [];
    const [first = '', ...rest] = text.split(/(?<=\.) /);
    const left = [first, ...rest].filter((sentence) => !isAbout(absent, sentence));
    // What follows a sentence about a tool is mostly about that tool as well.
    const isOrphaned = isAbout(absent, first) && !left.some((sentence) => isAbout(offered, sentence));
    return left.length === 0 || isOrphaned ? [] : [bullet + left.join(' ')];
  });
  return lines.join('\n');
}

/** A name that is an ordinary word is meant as a name only at the beginning and in backticks. */
function isNamed(name: string, sentence: string): boolean {
  const isWord = !name.includes('_');
  return new RegExp(isWord ? `^${name}\\b|\`${name}\`` : `\\b${name}\\b`).test(sentence);
}
