export type JsonSurvey = {
  /** The approximate number of values: commas and opening brackets outside of strings. */
  readonly values: number;
  /** The number of values with a name. */
  readonly names: number;
  /** The member `id` of the outermost object, if it is a short string or a number. */
  readonly id: string | number | undefined;
};

// Parsing and checking a message with more would take seconds, and memory of a hundred times its length.
const MAX_VALUES = 250_000;
const MAX_NAMES = 20_000;

/** The reason not to parse JSON, if there is one. */
export function tooManyValues({ values, names }: JsonSurvey): string | undefined {
  if (values <= MAX_VALUES && names <= MAX_NAMES) return undefined;
  return `${values} values, ${names} of them with a name, are too many: the limits are ${MAX_VALUES} and ${MAX_NAMES}.`;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const MAX_ID_BYTES = 200;

/** Scans JSON, valid or not, without parsing it. */
export function surveyJson(bytes: Uint8Array): JsonSurvey {
  let [values, names, depth, id] = [0, 0, 0, undefined as JsonSurvey['id']];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      if (depth === 1 && end - at === 4 && textOf(bytes, at, end) === '"id"') id ??= valueAfter(bytes, end);
      at = end - 1;
    } else if (byte === COMMA) values++;
    else if (byte === COLON) names++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      depth++;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return { values, names, id };
}

/** Bytes without an escape after which `indexOf` takes over: a call of it costs as much as some steps. */
const STEPS = 64;

/** Just after the closing quote of the string that begins here. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let quote = 0;
  for (let at = start + 1, steps = 0; at < bytes.length; at++, steps++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
    if (steps < STEPS || byte === BACKSLASH) continue;
    // Kept until it is passed, so that escapes before it do not search for it again.
    if (quote <= at) quote = nextQuote(bytes, at + 1);
    const distance = bytes.subarray(at + 1, quote).indexOf(BACKSLASH);
    if (distance === -1) return Math.min(quote + 1, bytes.length);
    at += distance;
    steps = 0;
  }
  return bytes.length;
}

function nextQuote(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(QUOTE, from);
  return at === -1 ? bytes.length : at;
}

function valueAfter(bytes: Uint8Array, nameEnd: number): JsonSurvey['id'] {
  const colon = bytes.indexOf(COLON, nameEnd);
  const [, value] =
    /^\s*:\s*("[^"\\]*"|-?\d+)\s*[,}]/.exec(textOf(bytes, nameEnd, colon + MAX_ID_BYTES)) ?? [];
  return value === undefined ? undefined : (JSON.parse(value) as string | number);
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
