import { edited, indentOf, isText, newLines, oldLines, places, retell, retellOne, strings } from './call.mjs';
import { saysWhichBlock } from './mistakes/blocks.mjs';
import { characterSlips } from './mistakes/characters.mjs';
import { numbered, VIEWS } from './mistakes/copying.mjs';
import { unitOf } from './mistakes/indentation.mjs';
import { respace } from './mistakes/layout.mjs';
import { misspell, otherName, paraphrase, standsIn } from './slips.mjs';

/** Two or three mistakes in one call. Each changes the call's lines; the last may be in how the strings are written. */
export const mixtures = [
  {
    row: 'mixture',
    name: 'two-mistakes',
    context: 3,
    unread: 'skip',
    make: (quoted, random) => mixed(quoted, random, 2),
  },
  {
    row: 'mixture',
    name: 'three-mistakes',
    context: 3,
    unread: 'skip',
    make: (quoted, random) => mixed(quoted, random, 3),
  },
  ...[2, 3].map((count) => ({
    ...{ row: 'mixture', name: `${count === 2 ? 'two' : 'three'}-mistakes-around-the-change`, context: 3 },
    make: (quoted, random) => mixed(quoted, random, count, (name) => !name.includes('target')),
  })),
];

const ALL = ['same', 'old', 'new'];
const QUOTED = ['same', 'old'];
const isLong = (text) => text.replaceAll(/\s/g, '').length >= 12;

/** Lines told otherwise: `(state, random)` gives the state with another call, or undefined. */
const LINE_MISTAKES = {
  'typo in context': (state, random) => slip(state, random, 'same', misspell),
  'typo in target': (state, random) => slip(state, random, 'old', misspell),
  'name in target': (state, random) => slip(state, random, 'old', otherName),
  'comment paraphrased': (state, random) => slip(state, random, 'same', paraphrase),
  'quotes or end punctuation': (state, random) =>
    slip(state, random, 'same', (text) => characterSlips(text, state.language, random)),
  'spaces between words': (state, random) =>
    slip(state, random, 'same', (text) => respace(text, state.language, random)),
  'line omitted': (state, random) => drop(state, random, isText),
  'blank line dropped': (state, random) => drop(state, random, (text) => !isText(text)),
};

const SHAPES = {
  dedented: ({ call }) => {
    const cut = Math.min(...call.filter(({ text }) => isText(text)).map(({ text }) => indentOf(text).length));
    return cut > 0 && retell(call, ALL, (text) => text.slice(cut));
  },
  'over-indented': ({ call, lines }) => {
    const unit = unitOf(lines) ?? '  ';
    return retell(call, ALL, (text) => (isText(text) ? unit + text : text));
  },
  'spaces at line ends': ({ call }) => retell(call, QUOTED, (text) => (isText(text) ? `${text}  ` : text)),
  'first line stripped': ({ call }) =>
    indentOf(call[0].text) !== '' && call[0].kind === 'same' && retellOne(call, 0, call[0].text.trimStart()),
};

const WRITINGS = {
  'line numbers': (state, random) => {
    const view = random.pick(VIEWS);
    return {
      old: numbered(oldLines(state.call), state, view),
      new: numbered(newLines(state.call), state, view),
    };
  },
  fence: ({ call }) => {
    const both = strings(call, false);
    return { old: `\`\`\`\n${both.old}\n\`\`\``, new: `\`\`\`\n${both.new}\n\`\`\`` };
  },
  'blank lines around': ({ call }) => {
    const both = strings(call, true);
    return { old: `\n${both.old}`, new: `\n${both.new}` };
  },
};

function mixed(quoted, random, count, allows = () => true) {
  const names = Object.keys(LINE_MISTAKES).filter(allows);
  const stages = random.shuffle(['shape', 'writing', 'crlf', ...names.map((name) => `line:${name}`)]);
  let state = { ...quoted, wild: new Set(), done: 0 };
  let isCrlf = false;
  const late = [];
  for (const stage of stages) {
    if (state.done === count) break;
    if (stage === 'crlf') isCrlf = true;
    else if (stage === 'shape' || stage === 'writing') late.push(stage);
    const next = stage.startsWith('line:') ? LINE_MISTAKES[stage.slice(5)](state, random) : state;
    if (next) state = { ...next, done: state.done + 1 };
  }
  if (state.done < count) return undefined;
  return written(quoted, state, late, isCrlf, random);
}

function written(quoted, state, late, isCrlf, random) {
  const shaped = late.includes('shape') ? random.pick(Object.values(SHAPES))(state) : state.call;
  if (!shaped) return undefined;
  const both = late.includes('writing')
    ? random.pick(Object.values(WRITINGS))({ ...state, call: shaped }, random)
    : strings(shaped, quoted.closed);
  const end = isCrlf ? '\r\n' : '\n';
  return {
    ...both,
    wild: [...state.wild],
    disk: quoted.lines.join(end),
    expected: edited(quoted, quoted.lines).join(end),
  };
}

/** Long enough, not spoiled yet, and no line around the change that says which block this is. */
function isFree(state, text, at, kind) {
  return isLong(text) && !state.wild.has(at) && (kind === 'old' || !saysWhichBlock(text, state));
}

function slip(state, random, kind, change) {
  const { call, lines } = state;
  const candidates = random
    .shuffle(places(call, kind, (text, at) => isFree(state, text, at, kind)))
    .map((at) => [at, change(call[at].text, random)])
    .filter(([at, text]) => text && text !== call[at].text && !standsIn(lines, text));
  if (candidates.length === 0) return undefined;
  const [at, text] = candidates[0];
  return {
    ...state,
    call: retellOne(call, at, text),
    wild: new Set([...state.wild, oldLines(call.slice(0, at)).length]),
  };
}

/** A line away from the change is left out. Only while no other line has slipped, whose place would be another. */
function drop(state, random, test) {
  const { call } = state;
  const isFar = (at) => [at - 1, at + 1].every((one) => call[one]?.kind === 'same');
  const candidates = places(call, 'same', (text, at) => test(text) && isFar(at));
  if (candidates.length === 0 || state.wild.size > 0) return undefined;
  const gone = random.pick(candidates);
  return {
    ...state,
    call: call.filter((_, at) => at !== gone),
    wild: new Set([...state.wild, oldLines(call.slice(0, gone)).length]),
  };
}
