import { FILE, PROJECT } from './project.ts';

// The calls of the demo. The answers come from the server and must be as expected.

/** The required result of a call; otherwise the demo fails. */
export type Expected = {
  /** The name of the error, if the call must be refused. */
  readonly refused?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly says?: readonly string[];
};

export type DemoCall = {
  readonly why?: string;
  readonly tool: 'terminal' | 'edit_file' | 'file_editor';
  readonly input: Readonly<Record<string, unknown>>;
  /** The parameter to show. */
  readonly shown?: 'old_string' | 'new_string';
  readonly expected: Expected;
};

export type Step = { readonly title: string; readonly calls: readonly DemoCall[] };

const misquoted = `\
    export function label(item) {
        const name = item.name.strip();
        const price = “ at ” + item.price.toFixed(2);
        return name + price;
    }`;
const SUM = 'for (const item of items) sum += item.price * item.count;';
const ROUNDED = 'return Math.round(sum * 100) / 100;';
const PIECES = '\tfor (const item of items) sum += 1;';

const undo: DemoCall = {
  tool: 'file_editor',
  input: { command: 'undo_edit' },
  expected: { says: ['undone (edit_file)'] },
};

export const story: readonly Step[] = [
  {
    title: 'The test fails.',
    calls: [
      {
        tool: 'terminal',
        input: { command: `cd ${PROJECT} && node test.mjs` },
        expected: { facts: { exit_code: 1 }, says: ['FAIL  label', 'FAIL  total', 'FAIL  pieces'] },
      },
    ],
  },
  {
    title: 'A misquote still matches, and the file keeps its own text.',
    calls: [
      {
        why: 'The model got these wrong: the indentation, the quotes, strip() for trim().',
        tool: 'edit_file',
        input: {
          old_string: misquoted,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the model's JavaScript
          new_string: misquoted.replace('name + price', () => '`${item.count} x ${name}${price}`'),
        },
        shown: 'old_string',
        expected: { facts: { line_ranges: [{ start: 17, end: 17 }] } },
      },
    ],
  },
  {
    title: 'A quote that matches two places is refused, with what to quote instead.',
    calls: [
      {
        tool: 'edit_file',
        input: { old_string: '  return sum;', new_string: `  ${ROUNDED}` },
        shown: 'old_string',
        expected: { refused: 'MULTIPLE_MATCHES', says: ['lines [5, 11]', `after \`${SUM}\``] },
      },
      {
        why: 'The model follows the advice and quotes the line before.',
        tool: 'edit_file',
        input: { old_string: `  ${SUM}\n  return sum;`, new_string: `  ${SUM}\n  ${ROUNDED}` },
        shown: 'old_string',
        expected: { facts: { line_ranges: [{ start: 5, end: 5 }] } },
      },
    ],
  },
  {
    title: 'An edit that would break the file is refused.',
    calls: [
      {
        why: 'The model indents with a tab, and forgets a bracket.',
        tool: 'edit_file',
        input: { old_string: PIECES, new_string: PIECES.replace('1', 'Number(item.count') },
        shown: 'new_string',
        expected: { refused: 'SYNTAX_ERROR', says: ['Line 10', 'but found `;`'] },
      },
      {
        why: 'It tries again, with the bracket.',
        tool: 'edit_file',
        input: { old_string: PIECES, new_string: PIECES.replace('1', 'Number(item.count)') },
        expected: { facts: { line_ranges: [{ start: 10, end: 10 }] } },
      },
    ],
  },
  {
    title: 'The test passes. It is the same shell: it is still in the folder.',
    calls: [
      {
        tool: 'terminal',
        input: { command: 'node test.mjs' },
        expected: { facts: { exit_code: 0 }, says: ['ok    label', 'ok    total', 'ok    pieces'] },
      },
    ],
  },
  { title: `Undo reverts all three edits of ${FILE}.`, calls: [undo, undo, undo] },
];
