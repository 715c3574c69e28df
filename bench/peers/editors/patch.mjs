import { diffLines } from '../../matching/corpus/line-diff.mjs';

/** The two strings of a call as a patch for `apply_patch`: lines that both have are context, others go or come. */
export function patchOf({ path, ...one }) {
  const [from, to] = [linesOf(one.old), linesOf(one.new)];
  const body = [];
  let at = 0;
  for (const hunk of diffLines(from, to) ?? [wholeHunk(from, to)]) {
    body.push(...marked(' ', from.slice(at, hunk.from)));
    body.push(
      ...marked('-', from.slice(hunk.from, hunk.to)),
      ...marked('+', to.slice(hunk.newFrom, hunk.newTo)),
    );
    at = hunk.to;
  }
  body.push(...marked(' ', from.slice(at)));
  return ['*** Begin Patch', `*** Update File: ${path}`, '@@', ...body, '*** End Patch', ''].join('\n');
}

const marked = (mark, lines) => lines.map((text) => mark + text);

/** A patch knows whole lines only, so that a newline at a string's end says nothing more. */
function linesOf(text) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function wholeHunk(from, to) {
  return { from: 0, to: from.length, newFrom: 0, newTo: to.length };
}
