import { machineLine, percent, targetTable } from '../markdown.mjs';

export function tally(outcomes) {
  return {
    cases: outcomes.length,
    right: outcomes.filter(({ isRight }) => isRight).length,
    bugs: outcomes.filter(({ message }) => /INTERNAL_ERROR/.test(message)).length,
    slowestMs: Math.max(0, ...outcomes.map(({ ms }) => ms)),
  };
}

/** The report as Markdown: for each placement a table, languages across. */
export function renderMarkdown({ machine, corpus, seed, packages, blocks, rows, targets }) {
  const languages = Object.keys(blocks);
  return [
    '# Lines benchmark',
    '',
    machineLine(machine),
    '',
    `Corpus \`${corpus}\`, seed ${seed}. Cells: blocks that came out byte for byte, in %, and of how many.`,
    '',
    `Blocks: ${languages.map((name) => `${name} ${blocks[name]}`).join(', ')}. Packages: ${packages.join(', ')}.`,
    ...['replace', 'insert'].flatMap((placement) => renderTable(placement, rows, languages)),
    '',
    ...renderNotes(rows),
    '',
    ...targetTable(targets),
  ].join('\n');
}

const TITLES = {
  replace: 'The same lines replaced',
  insert: 'Inserted where they were deleted',
};

function renderTable(placement, rows, languages) {
  const own = rows.filter((row) => row.placement === placement);
  const mutations = [...new Set(own.map(({ mutation }) => mutation))];
  if (mutations.length === 0) return [];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const shown = (wanted) => share(own.filter(wanted));
  return [
    '',
    `## ${TITLES[placement]}`,
    '',
    line(['', ...languages, 'all']),
    line(['---', ...languages.map(() => '---:'), '---:']),
    ...mutations.map((mutation) =>
      line([
        mutation,
        ...languages.map((language) =>
          shown((row) => row.mutation === mutation && row.language === language),
        ),
        shown((row) => row.mutation === mutation),
      ]),
    ),
  ];
}

/** Lines put back must be as they were, whatever became of their indentation as a whole. */
export function judgeTargets({ rows }) {
  const replaced = rows.filter(({ placement }) => placement === 'replace');
  const bugs = rows.reduce((sum, row) => sum + row.bugs, 0);
  return [
    shareTarget('replaced lines that fit are left as they are', replaced, isUnchanged, 100),
    shareTarget('replaced lines that were shifted as a whole', replaced, ({ uniform }) => uniform, 99),
    { name: 'no internal error', measured: String(bugs), met: bugs === 0 },
  ];
}

const isUnchanged = ({ mutation }) => mutation === 'as it is';

function shareTarget(name, rows, wanted, least) {
  const { cases, right } = sum(rows.filter(wanted));
  const bound = least === 100 ? 'all' : `≥ ${least} %`;
  const met = cases === 0 ? undefined : right >= (least / 100) * cases;
  return { name: `${name}: ${bound}`, measured: `${percent(right, cases)} % of ${cases}`, met };
}

function renderNotes(rows) {
  const slowest = Math.max(0, ...rows.map(({ slowestMs }) => slowestMs));
  return [`Slowest call: ${slowest.toFixed(0)} ms.`];
}

function share(rows) {
  const { cases, right } = sum(rows);
  return cases === 0 ? '–' : `${percent(right, cases)} (${cases})`;
}

function sum(rows) {
  const count = (key) => rows.reduce((all, row) => all + row[key], 0);
  return { cases: count('cases'), right: count('right') };
}

/** One case in full, for those who look for its reason. */
export function renderCase(title, { one, final, message }) {
  const [want, got] = [one.expected.split('\n'), final.split('\n')];
  let at = 0;
  while (want[at] === got[at] && at < want.length) at++;
  const around = (lines) =>
    lines.slice(Math.max(0, at - 4), at + 8).map((line) => line.replaceAll('\t', '→\t'));
  return [
    `=== ${title} · ${one.id} · line ${at + 1}`,
    '--- sent',
    ...one.input.new_content.split('\n').slice(0, 6),
    '--- wanted',
    ...around(want),
    '--- got',
    ...around(got),
    '--- told',
    message.split('\n')[0],
  ].join('\n');
}
