import { quoteForBash } from './shell/bash-quoting.ts';

/** A JSON or Python value that was given as a command, and the command that it may mean. */
export type LiteralCommand = { readonly meant?: string | undefined };

const MAX_CHARACTERS = 10_000;
const NOTHING = new Set(['None', 'null', 'True', 'False']);

/** Models sometimes send the value of a parameter, or a list of words, where a command belongs. Undefined for a command. */
export function literalCommand(text: string): LiteralCommand | undefined {
  const literal = text.trim();
  if (NOTHING.has(literal)) return {};
  if (literal.length > MAX_CHARACTERS || !/^(?:\[.*\]|\{.*\}|\(.*,.*\))$/s.test(literal)) return undefined;
  const value = parsed(literal) ?? parsed(asJson(literal));
  return value === undefined ? undefined : { meant: commandIn(value) };
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A Python list, tuple or dictionary as JSON. */
function asJson(literal: string): string {
  const list = literal.startsWith('(') ? `[${literal.slice(1, -1).replace(/,\s*$/, '')}]` : literal;
  return list.replace(
    /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(None|True|False)\b/g,
    (whole, single, name) => {
      if (name !== undefined) return name === 'None' ? 'null' : String(name).toLowerCase();
      return single === undefined ? whole : JSON.stringify(String(single).replace(/\\'/g, "'"));
    },
  );
}

function commandIn(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const isList = value.length > 0 && value.every((word) => typeof word === 'string');
    return isList ? (value as string[]).map(word).join(' ') : undefined;
  }
  const { command, cmd = command } = value as Record<string, unknown>;
  if (typeof cmd === 'string') return cmd;
  return Array.isArray(cmd) ? commandIn(cmd) : undefined;
}

function word(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : quoteForBash(text);
}
