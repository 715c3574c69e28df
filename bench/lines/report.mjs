import { machineLine, percent, table, targetTable } from '../markdown.mjs';

export function tally(outcomes) {
  return {
    cases: outcomes.length,
    right: outcomes.filter(({ isRight }) => isRight).length,
    refused: outcomes.filter(({ isRefused }) => isRefused).length,
    wrong: outcomes.filter(({ isRight, isRefused }) => !isRight && !isRefused).length,
    bugs: outcomes.filter(({ message }) => /INTERNAL_ERROR/.test(message)).length,
    slowestMs: Math.max(0, ...outcomes.map(({ ms }) => ms)),
  };
}

/** The report as Markdown: for each placement a table, languages across. */
export function renderMarkdown({ machine, corpus, seed, packages, blocks, rows, repairs, targets }) {
  const languages = Object.keys(blocks);
  return [
    '# Lines benchmark',
    '',
    machineLine(machine),
    '',
    `Corpus \`${corpus}\`, seed ${seed}. Cells: blocks that came out byte for byte, in %, and of how many.`,
    '',
    `Blocks: ${languages.map((name) => `${name} ${blocks[name]}`).join(', ')}. Packages: ${packages.join(', ')}.`,
    ...PLACEMENTS.flatMap((placement) => renderTable(placement, rows, languages)),
    ...renderRepairs(repairs),
    '',
    ...renderNotes([...rows, ...repairs]),
    '',
    ...targetTable(targets),
  ].join('\n');
}

const PLACEMENTS = ['replace', 'insert'];
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
export function judgeTargets({ rows, repairs }) {
  const [replaced, inserted] = PLACEMENTS.map((one) => rows.filter(({ placement }) => placement === one));
  const bugs = [...rows, ...repairs].reduce((sum, row) => sum + row.bugs, 0);
  const isRight = ({ repair }) => /rightly/.test(repair);
  const isFlush = ({ repair, file }) => /flush/.test(repair) && file !== 'legal';
  return [
    shareTarget('replaced lines that fit are left as they are', replaced, isUnchanged, 100),
    shareTarget('replaced lines that were shifted as a whole', replaced, ({ uniform }) => uniform, 99),
    shareTarget('inserted lines that fit', inserted, isUnchanged, 99),
    shareTarget('inserted lines that were shifted as a whole', inserted, ({ uniform }) => uniform, 97),
    shareTarget('repairs given rightly', repairs, isRight, 99),
    shareTarget('repairs flush left', repairs, isFlush, 85),
    wrongTarget('repairs flush left', repairs, isFlush, 1),
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

function wrongTarget(name, rows, wanted, most) {
  const { cases, wrong } = sum(rows.filter(wanted));
  const met = cases === 0 ? undefined : wrong <= (most / 100) * cases;
  return { name: `${name}: wrong ≤ ${most} %`, measured: `${percent(wrong, cases)} % of ${cases}`, met };
}

const FILES = { broken: 'the file does not parse', legal: 'the file parses', right: 'the file is right' };

/** For each class a row, with right / wrong / refused in % and N for each language. */
function renderRepairs(repairs) {
  const languages = [...new Set(repairs.map(({ language }) => language))];
  const cell = (rows) => {
    const { cases, right, wrong, refused } = sum(rows);
    return cases === 0
      ? '–'
      : `${[right, wrong, refused].map((n) => percent(n, cases)).join(' / ')} (${cases})`;
  };
  return Object.entries(FILES).flatMap(([file, title]) => {
    const own = repairs.filter((row) => row.file === file);
    const names = [...new Set(own.map(({ repair }) => repair))];
    const body = names.map((name) => {
      const rows = own.filter(({ repair }) => repair === name);
      return [
        name,
        ...languages.map((one) => cell(rows.filter(({ language }) => language === one))),
        cell(rows),
      ];
    });
    const head = ['right / wrong / refused, % (N)', ...languages, 'all'];
    return names.length === 0 ? [] : ['', `## Repairs: ${title}`, '', ...table(head, body, { right: true })];
  });
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
  return { cases: count('cases'), right: count('right'), wrong: count('wrong'), refused: count('refused') };
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
    '--- answer',
    message.split('\n')[0],
  ].join('\n');
}
