import { number, times } from '../markdown.mjs';
import { FLOOR } from './contestants.mjs';

const MOST_START = 2.2;
const MOST_EDIT = 2;
const LEAST_TOO_MUCH_RSS_MB = 80;
const MOST_TOKENS = 2500;
const MB_PER_MIB = 2 ** 20 / 1e6;

/** What Corvid sets out to be, and whether this run saw it: `{ name, measured, met }` each. */
export function judgeTargets(sections) {
  const rows = sections.flatMap((section) => section.rows.map((row) => ({ ...row, section: section.id })));
  const judges = [startTarget, editTarget, memoryTarget, tokensTarget, peersTarget];
  return judges.flatMap((judge) => rows.filter(({ cells }) => cells.corvid).map(judge)).filter(Boolean);
}

function startTarget({ id, cells }) {
  if (id !== 'initialize') return undefined;
  const figure = cells.corvid.cpu ? 'cpu' : 'wall';
  const ratio = over(cells.corvid, cells[FLOOR], figure);
  return {
    name: `start ≤ ${MOST_START} × bare Node (${figure})`,
    measured: times(ratio),
    met: ratio <= MOST_START,
  };
}

function editTarget({ section, title, cells }) {
  if (section !== 'edits') return undefined;
  const ratio = over(cells.corvid, cells[FLOOR]);
  return { name: `${title} ≤ ${MOST_EDIT} × floor`, measured: times(ratio), met: ratio <= MOST_EDIT };
}

function memoryTarget({ id, cells }) {
  if (id !== 'rss') return undefined;
  const megabytes = (cells.corvid.value ?? Number.NaN) * MB_PER_MIB;
  const measured = Number.isNaN(megabytes) ? 'not measured' : `${megabytes.toFixed(1)} MB`;
  return {
    name: `idle memory < ${LEAST_TOO_MUCH_RSS_MB} MB`,
    measured,
    met: megabytes < LEAST_TOO_MUCH_RSS_MB,
  };
}

function tokensTarget({ id, cells }) {
  if (id !== 'tokens') return undefined;
  const { value } = cells.corvid;
  return {
    name: `tool list < ${number(MOST_TOKENS)} tokens`,
    measured: number(value),
    met: value < MOST_TOKENS,
  };
}

function peersTarget({ likeForLike, title, cells }) {
  const peers = Object.keys(cells).filter((id) => id !== 'corvid' && id !== FLOOR && cells[id].wall);
  if (!likeForLike || peers.length === 0) return undefined;
  const ratios = peers.map((id) => ({ id, ratio: over(cells.corvid, cells[id]) }));
  return {
    name: `${title}: faster than ${peers.length === 1 ? 'the peer' : 'both peers'} (wall)`,
    measured: ratios.map(({ id, ratio }) => `${times(ratio)} ${id}`).join(', '),
    met: ratios.every(({ ratio }) => ratio < 1),
  };
}

/** Beside the medians of a row: Corvid's divided by that of each other, below 1 where Corvid is faster. */
export function withRatios(section) {
  const rows = section.rows.map((row) => {
    const others = Object.keys(row.cells).filter((id) => id !== 'corvid' && row.cells[id].wall);
    if (row.kind !== 'time' || !row.cells.corvid?.wall) return row;
    const ratios = others.map((id) => [
      id,
      { wall: over(row.cells.corvid, row.cells[id]), cpu: over(row.cells.corvid, row.cells[id], 'cpu') },
    ]);
    return { ...row, ratios: Object.fromEntries(ratios) };
  });
  return { ...section, rows };
}

/** Not a number, and so never met, where one of the two could not be measured. */
function over(one, other, figure = 'wall') {
  return (one?.[figure]?.median ?? Number.NaN) / (other?.[figure]?.median ?? Number.NaN);
}
