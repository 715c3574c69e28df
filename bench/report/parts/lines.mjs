import { number, percent, table } from '../../markdown.mjs';

const PLACEMENTS = ['replace', 'insert'];

/** Blocks of real code, put back by line number after their indentation was lost or changed. */
export const lines = {
  id: 'lines',
  title: 'Lines',
  sections: (data) => [
    {
      title: 'Indentation of lines put back',
      about: [
        `${number(blockCount(data))} blocks of real functions from packages in ${Object.keys(data.blocks).length} kinds of sources, their indentation spoiled as models spoil it, then put back with \`edit_lines\` (seed ${data.seed}${data.repairs ? '; what replaces a block is an edited version of it' : ', syntax check off'}). Right is only what equals the original byte for byte. “Inserted” deletes the block first, so that only its neighbours tell where it belongs; in Python and YAML several depths are legal in many places, and text that stands at a legal one is left there.`,
      ],
      lines: [...mutationTable(data), '', languageLine(data)],
    },
    ...(data.repairs?.length > 0 ? [repairs(data)] : []),
  ],
};

/** Files whose indentation was wrong where the call goes. */
function repairs({ repairs: rows }) {
  const own = rows.filter(({ file }) => file !== 'legal');
  const body = [...new Set(own.map(({ repair }) => repair))].map((repair) => {
    const same = own.filter((row) => row.repair === repair);
    const sum = (key) => same.reduce((all, row) => all + row[key], 0);
    const cases = sum('cases');
    return [repair, number(cases), ...['right', 'wrong', 'refused'].map((key) => percent(sum(key), cases))];
  });
  return {
    title: 'Repairs of indentation',
    about: [
      'A line or a block of real Python, YAML or Makefiles is indented wrongly in the file, so that it does not parse, and replaced with `edit_lines`; “edited” adds a comment to it. “Wrapped” and “unwrapped” start from a right file.',
    ],
    lines: table(['what is sent', 'N', 'right, %', 'wrong, %', 'refused, %'], body, { right: true }),
  };
}

function blockCount({ blocks }) {
  return Object.values(blocks).reduce((sum, count) => sum + count, 0);
}

function mutationsIn({ rows }) {
  return [...new Set(rows.map(({ mutation }) => mutation))];
}

function shareOf(rows) {
  const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
  return { cases: sum('cases'), right: sum('right') };
}

function select({ rows }, placement, wanted) {
  return shareOf(rows.filter((row) => row.placement === placement && wanted(row)));
}

function mutationTable(data) {
  const rows = mutationsIn(data).map((mutation) => {
    const shares = PLACEMENTS.map((placement) => select(data, placement, (row) => row.mutation === mutation));
    return [mutation, number(shares[0].cases), ...shares.map(({ cases, right }) => percent(right, cases))];
  });
  return table(['what became of the block', 'N', 'replaced, %', 'inserted, %'], rows, { right: true });
}

function languageLine(data) {
  const share = (language) => {
    const { cases, right } = select(data, 'insert', (row) => row.uniform && row.language === language);
    return `${language} ${percent(right, cases)} %`;
  };
  const languages = Object.keys(data.blocks).map(share);
  return `Inserted blocks that had been shifted as a whole, by language: ${languages.join(', ')}.`;
}
