import { diffLines } from '../../text/compare/line-diff.ts';
import { lineSimilarity } from '../../text/compare/similarity.ts';
import { isBlank } from '../../text/indentation.ts';
import { tokenize } from '../../text/tokens.ts';

const MIN_LIKENESS = { namesake: 0.5, comment: 0.75, code: 0.8 };
const MIN_LEAD = 0.25;

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
  const [mine, theirs] = [nameIn(version), nameIn(text)];
  if (mine !== undefined || theirs !== undefined) {
    const isNamesake = mine === theirs && others.every((line) => nameIn(line) !== theirs);
    return isNamesake && alike >= MIN_LIKENESS.namesake;
  }
  if (others.some((line) => alike - lineSimilarity(version, line) < MIN_LEAD)) return false;
  if (isProse(version) && isProse(text)) return alike >= MIN_LIKENESS.comment;
  return alike >= MIN_LIKENESS.code && !isBuiltAlike(text, version);
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
  /^((?:[\w$]+ ){0,4}(?:[\w$.-]*[\w$]|"[^"]+"|'[^']+')\??(?:: ?[\w$<>[\]|. ]+)?) ?(?:=(?![=>~])|:(?![:=])|:=)/;
const STATEMENT = /^(?:if|elif|for|while|return|case|default|else|switch|assert|yield|when|until|unless)\b/;

/** Whether only single words differ. */
function isBuiltAlike(a: string, b: string): boolean {
  return diffLines(tokenize(a.trim()), tokenize(b.trim())).every(
    ({ oldStart, oldEnd, newStart, newEnd }) => oldEnd - oldStart === newEnd - newStart,
  );
}
