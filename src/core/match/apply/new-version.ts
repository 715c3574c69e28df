import { lineSimilarity } from '../../text/compare/similarity.ts';
import { isBlank } from '../../text/indentation.ts';

const MIN_LIKENESS = { declared: 0.65, assigned: 0.75, comment: 0.7, code: 0.7 };
const MIN_LEAD = 0.3;

/**
 * Whether the only line that is inserted where this one was not quoted is its new version, and not one more of the same
 * kind: it names the same thing, it is a comment, or it is built otherwise, while items of a list are built alike.
 */
export function isOnlyVersion(text: string, added: readonly string[], others: readonly string[]): boolean {
  const solid = added.filter((line) => !isBlank(line));
  if (solid.some((line) => line.trim() === text)) return true;
  const [version, ...more] = solid;
  if (version === undefined || more.length > 0) return false;
  const alike = likeness(version, text);
  if (others.some((line) => alike - lineSimilarity(version, line) < MIN_LEAD)) return false;
  const [mine, theirs] = [nameIn(version), nameIn(text)];
  if (mine !== undefined || theirs !== undefined) {
    const isNamesake = mine === theirs && others.every((line) => nameIn(line) !== theirs);
    // A name is declared once, but a value may be assigned to it again.
    return isNamesake && alike >= (REASSIGNS.test(text) ? MIN_LIKENESS.assigned : MIN_LIKENESS.declared);
  }
  if (isProse(version) && isProse(text)) return alike >= MIN_LIKENESS.comment;
  // The next one of items that are counted.
  return alike >= MIN_LIKENESS.code && withoutNumbers(version) !== withoutNumbers(text);
}

function withoutNumbers(line: string): string {
  return line.trim().replace(/\d+/g, '0');
}

/** How alike two lines are. Those without a word in common are not, however short they are. */
export function likeness(a: string, b: string): number {
  const words = new Set(b.match(WORD));
  const isRelated = a.trim() === b.trim() || a.match(WORD)?.some((word) => words.has(word));
  return isRelated ? lineSimilarity(a, b) : 0;
}

const WORD = /[\p{L}\p{N}_$]+/gu;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\w)|--|<!--)/;

/** A comment of several words that is no directive to a tool. */
function isProse(line: string): boolean {
  return COMMENT.test(line) && !/[@"'`]/.test(line) && (line.match(WORD)?.length ?? 0) >= MIN_PROSE;
}

const MIN_PROSE = 5;

/** What a line names once and for all: a key or variable with its value, a function or type, what it imports. */
function nameIn(line: string): string | undefined {
  const text = line.trim().replace(/\s+/g, ' ');
  const declared = DECLARATION.exec(text) ?? IMPORT.exec(text) ?? ASSIGNMENT.exec(text);
  const name = declared?.[1]?.trim();
  return name === undefined || STATEMENT.test(name) ? undefined : name;
}

const DECLARATION =
  /^((?:[\w@]+ )*(?:def|function|func|fn|fun|class|interface|struct|enum|trait|type|#define) [\w$]+)/;
const IMPORT = /^((?:import .* from|import|use|using|include|#include|require|from) )/;
const ASSIGNMENT =
  /^((?:[\w$]+ ){0,4}(?:[\w$.-]*[\w$]|"[^"]+"|'[^']+')\??(?:: ?[\w$<>[\]|. ]+)?) ?(?:=(?![=>~])|:(?![:=])|[:?+]=)/;
/** An assignment to a name, or to a part of something, that is declared elsewhere. */
const REASSIGNS = /^\s*(?:export )?[\w$.[\]>-]+\s*(?:=(?![=>])|:=)/;
const STATEMENT = /^(?:if|elif|for|while|return|case|default|else|switch|assert|yield|when|until|unless)\b/;
