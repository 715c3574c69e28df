import { number, table, time, times } from '../../markdown.mjs';

/** Rewriting code by pattern over thousands of files, beside a native program. */
export const ast = {
  id: 'ast',
  title: 'Patterns',
  sections: (data) => [
    {
      title: 'Patterns over whole trees',
      about: [
        `\`edit\` with a pattern over ${treeList(data.trees)}, beside the command line of ${data.titles.astGrep}, a native program. These are dry runs by turns; Corvid also reads every changed file again and checks its syntax. Its first call of a session starts the parsers. × is Corvid’s time divided by that of ast-grep. Files without the words of a rare pattern need not be parsed; a pattern without a word leaves none out.`,
      ],
      lines: [...dryTable(data), ...writingTable(data)],
    },
  ],
};

function treeList(trees) {
  const named = Object.entries(trees).map(
    ([name, { files, bytes }]) => `${number(files)} files of ${name} (${(bytes / 1e6).toFixed(1)} MB)`,
  );
  return named.join(', ');
}

function dryTable({ rows }) {
  const lines = rows.map(({ tree, kind, pattern, dry: { astGrep, first, later, ratios } }) => [
    `${tree}, ${kind}`,
    `\`${pattern}\``,
    time(astGrep),
    `${time(first)} · ${times(ratios.first)}`,
    `${time(later)} · ${times(ratios.later)}`,
  ]);
  return table(['dry run, ms', 'pattern', 'ast-grep', 'first call', 'later calls'], lines);
}

function writingTable({ rows }) {
  const written = rows.filter(({ writing }) => writing);
  if (written.length === 0) return [];
  const lines = written.map(({ tree, kind, writing: { astGrep, first, ratios, result } }) => [
    `${tree}, ${kind}`,
    number(result.changed),
    time(astGrep),
    `${time(first)} · ${times(ratios.first)}`,
    `${result.same} · ${result.layout} · ${result.different.length}`,
  ]);
  const head = ['writing, ms', 'changed files', 'ast-grep', 'first call', 'same · other layout · other'];
  return [
    '',
    'Writing: Corvid checks the syntax of every changed file, syncs it to the disk and records how to undo it; ast-grep writes it. Results differ where ast-grep drops line breaks, comments or modifiers such as `async`, which Corvid keeps.',
    '',
    ...table(head, lines),
  ];
}
