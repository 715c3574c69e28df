import { machineLine, targetTable, times } from '../markdown.mjs';

const MOST = 1.5;

/** A call is as fast as a program in Rust that does less, but for a little. */
export function judgeTargets({ rows }) {
  return rows.map(({ tree, kind, dry }) => ({
    name: `pattern over ${tree}, ${kind}: later calls ≤ ${MOST} × ast-grep`,
    measured: times(dry.ratios.later),
    met: dry.ratios.later <= MOST,
  }));
}

/** The report as Markdown. */
export function renderMarkdown({ machine, rounds, trees, titles, rows, targets }) {
  return [
    '# Rewriting code by pattern',
    '',
    `${machineLine(machine)} Medians of ${rounds} rounds, in milliseconds; × is Corvid's time divided by that of ${titles.astGrep}.`,
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
    ...targetTable(targets),
    '',
  ].join('\n');
}

function dryRow({ tree, kind, pattern, dry }) {
  const { astGrep, first, later, head } = dry;
  const found = head.replace(/^Would rewrite |\.$/g, '').replace(/^Error.*/, 'nothing');
  return `| ${tree} | ${kind}: \`${pattern}\` | ${found} | ${ms(astGrep)} | ${ms(first)} | ${dry.ratios.first.toFixed(2)} | ${ms(later)} | ${dry.ratios.later.toFixed(2)} |`;
}

function writingRow({ tree, kind, writing }) {
  const { astGrep, first, result } = writing;
  const { changed, same, layout, different } = result;
  const files = `${changed}: ${same}, ${layout}, ${different.length}`;
  return `| ${tree} | ${kind} | ${ms(astGrep)} | ${ms(first)} | ${writing.ratios.first.toFixed(2)} | ${files} |`;
}

const ms = (number) => String(Math.round(number));
