import type { Parser } from 'web-tree-sitter';
import { type Language, languages } from '../../core/languages/index.ts';
import { mayBeExpression } from '../../core/rewrite/pattern/expressions.ts';
import type { NodeMatch } from '../../core/rewrite/pattern/match-node.ts';
import { dedented } from '../../core/rewrite/pattern/pattern.ts';
import type { Pattern } from '../../core/rewrite/pattern/pattern-tree.ts';
import { type ParseText, parenthesizeDrafts } from '../../core/rewrite/replacement/parenthesize-drafts.ts';
import { rewriteMatches } from '../../core/rewrite/replacement/rewrite-matches.ts';
import { readTemplate, type Template } from '../../core/rewrite/replacement/template.ts';
import type { RewriteAnswer, RewriteRequest, RewrittenText } from '../../ports/patterns.ts';
import { loadParser } from '../parsers/load-parser.ts';
import { compilePattern, parsed } from './compile-pattern.ts';
import { type Anchor, anchorsOf, findMatches, rarestAnchor } from './find-matches.ts';
import { createStringsIn } from './strings-in.ts';
import { parsedText } from './tree-node.ts';

/** Runs in the parsers' process. `onReady` is called when all is loaded, right before the work itself. */
export async function rewriteTexts(
  request: RewriteRequest,
  onReady: () => Promise<void> = async () => {},
): Promise<RewriteAnswer> {
  const rules = languages[request.language].patterns;
  if (!rules) return { outcome: 'bad-pattern', problem: { reason: 'no-patterns' } };
  const parser = await loadParser(request.language);
  await onReady();
  const source = dedented(request.pattern);
  const pattern = compilePattern(parser, source, rules);
  if ('reason' in pattern) return { outcome: 'bad-pattern', problem: pattern };
  const anchors = anchorsOf(pattern);
  if (anchors.length === 0) return { outcome: 'bad-pattern', problem: { reason: 'anything' } };
  const rewrite = dedented(request.rewrite);
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
  /** A semicolon after a match, which is not part of its node, is removed with it. */
  readonly takesEnd: boolean;
  readonly language: Language;
};

function rewriteText(parser: Parser, text: string, rule: Rule): RewrittenText {
  const { pattern, anchors, template, takesEnd, language } = rule;
  const anchor = rarestAnchor(anchors, text);
  if (!anchor) return { edits: [], places: 0, unmatchedCode: [], wouldChangeMeaning: [] };
  return parsed(parser, text, (tree) => {
    const { matches: found, unmatchedCode } = findMatches({ tree, text }, pattern, anchor);
    const matches = takesEnd ? found.flatMap((match) => withSemicolon(match, text)) : found;
    const drafts = rewriteMatches(matches, template, { text, stringsIn: createStringsIn(tree) });
    const parse: ParseText = (changed, use) => parsed(parser, changed, (its) => use(parsedText(its)));
    const parsing = { language, before: parsedText(tree), parse };
    const { edits, places, wouldChangeMeaning } = parenthesizeDrafts(text, drafts, parsing);
    return { edits, places, unmatchedCode, wouldChangeMeaning };
  });
}

/** The match with the semicolon after it; nothing if there is none. */
function withSemicolon(match: NodeMatch, text: string): NodeMatch[] {
  const { start, end } = match.span;
  const rest = /^\s*;/.exec(text.slice(end))?.[0];
  return rest === undefined ? [] : [{ ...match, span: { start, end: end + rest.length } }];
}
