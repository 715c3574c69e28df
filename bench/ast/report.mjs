/** The report as Markdown. */
export function renderMarkdown({ machine, trees, titles, rows }) {
  return [
    '# Rewriting code by pattern',
    '',
    `${machine.date}, Node ${machine.node}, ${machine.platform}, ${machine.cpus} CPUs, load ${machine.loadBefore} to ${machine.loadAfter}, ${machine.seconds} s. Medians of ${machine.rounds} rounds, in milliseconds; × is Corvid's time divided by that of ${titles.astGrep}.`,
    '',
    ...Object.entries(trees).map(
      ([name, { files, bytes }]) => `- ${name}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
    ),
    '',
    `Dry runs: ${titles.corvid}'s first call of a session starts its parsers, later ones find them running.`,
    '',
    '| tree | pattern | what it finds | ast-grep | first call | × | later call | × |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.filter(({ dry }) => dry).map(dryRow),
    '',
    'Writing: Corvid checks the syntax of every changed file, syncs it to the disk and records how to undo it; ast-grep writes it.',
    '',
    '| tree | pattern | ast-grep | Corvid | × | changed files: same, only white space differs, other |',
    '|---|---|---|---|---|---|',
    ...rows.filter(({ writing }) => writing).map(writingRow),
    '',
    'Files differ where ast-grep drops line breaks, comments and modifiers such as `async`, or finds nothing because a `$$$` after a comma stands for nothing; Corvid keeps and finds these.',
    '',
  ].join('\n');
}

function dryRow({ tree, kind, pattern, dry }) {
  const { astGrep, first, later, head } = dry;
  const found = head.replace(/^Would rewrite |\.$/g, '').replace(/^Error.*/, 'nothing');
  return `| ${tree} | ${kind}: \`${pattern}\` | ${found} | ${ms(astGrep)} | ${ms(first)} | ${ratio(first, astGrep)} | ${ms(later)} | ${ratio(later, astGrep)} |`;
}

function writingRow({ tree, kind, writing }) {
  const { astGrep, first, result } = writing;
  const { changed, same, layout, different } = result;
  const files = `${changed}: ${same}, ${layout}, ${different.length}`;
  return `| ${tree} | ${kind} | ${ms(astGrep)} | ${ms(first)} | ${ratio(first, astGrep)} | ${files} |`;
}

const ms = (number) => String(Math.round(number));
const ratio = (a, b) => (a / b).toFixed(2);
