import type { Parser } from 'web-tree-sitter';
import { type Language, languages } from '../../core/languages/index.ts';
import { mayBeExpression } from '../../core/rewrite/pattern/expressions.ts';
import type { NodeMatch } from '../../core/rewrite/pattern/match-node.ts';
import { plainText } from '../../core/rewrite/pattern/pattern.ts';
import type { Pattern } from '../../core/rewrite/pattern/pattern-tree.ts';
import { rewriteMatches } from '../../core/rewrite/replacement/rewrite-matches.ts';
import { type Read, settleDrafts } from '../../core/rewrite/replacement/settle-drafts.ts';
import { readTemplate, type Template } from '../../core/rewrite/replacement/template.ts';
import type { RewriteAnswer, RewriteRequest, RewrittenText } from '../../ports/patterns.ts';
import { loadParser } from '../parsers/load-parser.ts';
import { compilePattern, parsed } from './compile-pattern.ts';
import { type Anchor, anchorsOf, findMatches, rarest } from './find-matches.ts';
import { createStringsIn } from './strings-in.ts';
import { readingOf } from './tree-node.ts';

/** Runs in the parsers' process. `onReady` is told when all is loaded and only the work itself is left. */
export async function rewriteTexts(
  request: RewriteRequest,
  onReady: () => Promise<void> = async () => {},
): Promise<RewriteAnswer> {
  const rules = languages[request.language].patterns;
  if (!rules) return { outcome: 'bad-pattern', problem: { reason: 'no-patterns' } };
  const parser = await loadParser(request.language);
  await onReady();
  const source = plainText(request.pattern);
  const pattern = compilePattern(parser, source, rules);
  if ('reason' in pattern) return { outcome: 'bad-pattern', problem: pattern };
  const anchors = anchorsOf(pattern);
  if (anchors.length === 0) return { outcome: 'bad-pattern', problem: { reason: 'anything' } };
  const rewrite = plainText(request.rewrite);
  const endsAlike = rewrite.endsWith(pattern.end);
  const template = readTemplate(
    endsAlike ? rewrite.slice(0, rewrite.length - pattern.end.length) : rewrite,
    source,
  );
  const isClosed = template.isClosed || !mayBeExpression(pattern.root, request.language);
  const rule = {
    pattern,
    anchors,
    template: { ...template, isClosed },
    takesEnd: !endsAlike,
    language: request.language,
  };
  const texts = request.texts.map((text) => rewriteText(parser, text, rule));
  return { outcome: 'rewritten', nodeType: pattern.root.type, texts };
}

type Rule = {
  readonly pattern: Pattern;
  readonly anchors: readonly Anchor[];
  readonly template: Template;
  /** The semicolon behind a match, which is no part of its node, goes with it. */
  readonly takesEnd: boolean;
  readonly language: Language;
};

function rewriteText(parser: Parser, text: string, rule: Rule): RewrittenText {
  const { pattern, anchors, template, takesEnd, language } = rule;
  const anchorage = rarest(anchors, text);
  if (!anchorage) return { edits: [], places: 0, surplus: [], misread: [] };
  return parsed(parser, text, (tree) => {
    const { matches: found, surplus } = findMatches(tree, text, pattern, anchorage);
    const matches = takesEnd ? found.flatMap((match) => withSemicolon(match, text)) : found;
    const drafts = rewriteMatches(text, matches, template, createStringsIn(tree));
    const read: Read = (changed, use) => parsed(parser, changed, (its) => use(readingOf(its)));
    const before = readingOf(tree);
    const { edits, places, misread } = settleDrafts(text, drafts, { language, before, read });
    return { edits, places, surplus, misread };
  });
}

/** Nothing if there is none. */
function withSemicolon(match: NodeMatch, text: string): NodeMatch[] {
  const { start, end } = match.span;
  const rest = /^\s*;/.exec(text.slice(end))?.[0];
  return rest === undefined ? [] : [{ ...match, span: { start, end: end + rest.length } }];
}
