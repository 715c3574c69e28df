import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sharedTerminal } from './terminal-client.ts';

// A command without its end: nothing of it runs.

const ownShell = sharedTerminal();

test.each([
  [
    'a here-document',
    'touch made\ncat >half.txt <<EOF\nfirst\nsecond',
    'line 2: the here-document does not end: the line EOF is missing. Nothing was run.',
  ],
  [
    'a quotation',
    'touch made\necho "half',
    'line 2: a quotation, substitution or bracket is not closed: the closing " is missing. Nothing was run.',
  ],
  [
    'a single quotation',
    "touch made; echo 'half",
    "line 1: a quotation, substitution or bracket is not closed: the closing ' is missing. Nothing was run.",
  ],
  [
    'a substitution',
    'touch made\necho $(date',
    /a quotation, substitution or bracket is not closed: the closing \) is missing\. Nothing was run\.$/,
  ],
  [
    'a block',
    'touch made\nif true; then\necho half',
    /a block or list is not complete: its end \(fi, done, esac, \} or a bracket\) or the next command is missing\. Nothing was run\.$/,
  ],
  [
    'a here-document with a bracket after the word',
    "touch made\ncat >half.txt <<'EOF'\nfirst\nEOF)\n",
    'line 2: the here-document does not end: the line EOF is missing. Nothing was run.',
  ],
  [
    'a bracket in a block',
    'touch made\ncase a in (a) (echo b ;; esac',
    "line 2: syntax error near unexpected token `;;'. Nothing was run.",
  ],
  ['a list', 'touch made\necho half && # and\n', /or the next command is missing\. Nothing was run\.$/],
  ['a pipe', 'touch made\necho half | \\\n', /or the next command is missing\. Nothing was run\.$/],
  ['an index', 'touch made\na[1=2', /the closing \] is missing\. Nothing was run\.$/],
  ['old arithmetic', 'touch made\necho $[1+2', /the closing \] is missing\. Nothing was run\.$/],
])('%s that does not end is refused, and nothing is run', async (_, command, message) => {
  const { run, folder } = await ownShell();
  const answer = await run(command);
  expect(answer).toMatchObject({ exit_code: 2, running: false });
  expect(answer.output).toMatch(message instanceof RegExp ? message : new RegExp(`^${escaped(message)}$`));
  expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual([]);
  expect(await run('echo "$?"; echo next')).toMatchObject({ output: '2\nnext', exit_code: 0 });
});

test('with set -e the shell lives on', async () => {
  const { run } = await ownShell();
  await run('set -e; kept=1');
  expect((await run('echo "half')).exit_code).toBe(2);
  expect((await run('echo $kept')).output).toBe('1');
});

test.each([
  ['a here-document whose last line has no newline', 'cat <<EOF\na\nEOF', 'a'],
  ['a here-document in a substitution', 'x=$(cat <<EOF\na\nEOF\n)\necho "$x"', 'a'],
  ['a here-document that ends at the bracket', 'x=$(cat <<EOF\na\nEOF)\necho "$x"', /a$/],
  ['a here-document that ends at the bracket, and one after it', 'x=$(cat <<A\na\nA)\ncat <<A\n$x\nA', /a$/],
  ['two here-documents', "cat <<A; cat <<-'B'\na\nA\n\tb $x\n\tB", 'a\nb $x'],
  ['a here-document with quotes in it', "cat <<'EOF'\nit's \"\nEOF", `it's "`],
  ['a shift in arithmetic', 'echo $((1 << 4))', '16'],
  ['a word that looks like a keyword', 'echo if\necho do', 'if\ndo'],
  ['a case', 'case a in a) echo yes ;; esac', 'yes'],
  ['a comment with a quote', "echo a # it's", 'a'],
  [
    'an extended pattern that is turned on here',
    'shopt -s extglob\nx=ab; echo ${x/!(a)/c}; [[ ab == @(ab|c) ]] && echo m',
    /m$/,
  ],
])('%s is legal', async (_, command, output) => {
  const { run } = await ownShell();
  const answer = await run(command);
  expect(answer.exit_code).toBe(0);
  if (typeof output === 'string') expect(answer.output).toBe(output);
  else expect(answer.output).toMatch(output);
});

test('aliases and patterns that are in effect cause no refusal', async () => {
  const { run } = await ownShell();
  await run(`alias begin='{' end='}'; shopt -s extglob; touch a b`);
  expect(await run('begin\necho "in a block"\nend')).toMatchObject({ output: 'in a block', exit_code: 0 });
  expect(await run('cat <<EOF\nx\nEOF\nls !(a)')).toMatchObject({ output: 'x\nb', exit_code: 0 });
});

function escaped(text: string): string {
  return text.replace(/[.()"]/g, '\\$&');
}
