export function tally(outcomes) {
  return {
    cases: outcomes.length,
    right: outcomes.filter(({ isRight }) => isRight).length,
    bugs: outcomes.filter(({ message }) => /INTERNAL_ERROR/.test(message)).length,
    slowestMs: Math.max(0, ...outcomes.map(({ ms }) => ms)),
  };
}

/** The report as Markdown: for each placement a table, languages across. */
export function renderMarkdown({ corpus, seed, packages, blocks, rows, seconds }) {
  const languages = Object.keys(blocks);
  return [
    '# Lines benchmark',
    '',
    `Corpus \`${corpus}\`, seed ${seed}, ${seconds} s. Cells: blocks that came out byte for byte, in %, and of how many.`,
    '',
    `Blocks: ${languages.map((name) => `${name} ${blocks[name]}`).join(', ')}. Packages: ${packages.join(', ')}.`,
    ...['replace', 'insert'].flatMap((placement) => renderTable(placement, rows, languages)),
    '',
    ...renderTargets(rows),
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

function renderTargets(rows) {
  const bugs = rows.reduce((sum, row) => sum + row.bugs, 0);
  const slowest = Math.max(0, ...rows.map(({ slowestMs }) => slowestMs));
  return [
    ...['replace', 'insert'].map((placement) => {
      const own = rows.filter((row) => row.placement === placement);
      const [moved, same] = [
        own.filter(({ uniform }) => uniform),
        own.filter((row) => row.mutation === 'as it is'),
      ];
      return `${placement}: uniformly moved blocks ${share(moved)}, blocks that fit already ${share(same)}.\n`;
    }),
    `Internal errors: ${bugs}. Slowest call: ${slowest.toFixed(0)} ms.`,
  ];
}

function share(rows) {
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  const right = rows.reduce((sum, row) => sum + row.right, 0);
  return cases === 0 ? '–' : `${Math.floor((1000 * right) / cases) / 10} (${cases})`;
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
