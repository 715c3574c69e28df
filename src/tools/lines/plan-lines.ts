import { replaceLines } from '../../core/edit/replace-lines.ts';
import type { TextEdit } from '../../core/edit/text-edit.ts';
import type { ToolError } from '../../core/errors.ts';
import { blockStyleOf } from '../../core/indent/block-style.ts';
import { chooseFit, type Option, questionsOf } from '../../core/indent/choose-fit.ts';
import { fitIndentation, indentTo } from '../../core/indent/fit-indentation.ts';
import { type Place, placeAt } from '../../core/indent/place.ts';
import { countLines } from '../../core/text/lines.ts';
import type { CountErrors } from '../../workspace/plan.ts';
import { invalid } from '../call/input.ts';
import { CONTEXT, type LinesAround, type LinesPlan, orList, rangeText } from './lines-result.ts';

/** Lines of a file, to be replaced by others. */
export type LinesRequest = {
  readonly path: string;
  readonly text: string;
  readonly first: number;
  /** 0 inserts before `first`. */
  readonly removed: number;
  readonly content: readonly string[];
  /** Columns; fitted to the place if it is undefined. */
  readonly indentLevel: number | undefined;
};

export type PlannedLines = LinesPlan & { readonly edits: readonly TextEdit[]; readonly isFuzzy: true };

/** Fits the new lines to their place; refuses if several indentations are equally likely. */
export async function planLines(request: LinesRequest, countErrors: CountErrors): Promise<PlannedLines> {
  const { path, text, first, removed, content, indentLevel } = request;
  const place = placeAt(text, { first, removed }, blockStyleOf(path));
  const fits =
    indentLevel === undefined ? fitIndentation(content, place) : indentTo(indentLevel, content, place);
  const editsOf = (option: Option) => [replaceLines(text, first, removed, option.lines) ?? []].flat();
  // One after the other: in parallel, each would start its own parser.
  const errors: (number | undefined)[] = [];
  for (const option of questionsOf(fits)) errors.push(await countErrors(editsOf(option)));
  const { chosen, others } = chooseFit(fits, errors);
  if (!chosen) throw unclearLevel(request, others);
  return {
    first,
    removed,
    fitted: chosen,
    others,
    after: linesAfterwards(request, chosen, place),
    edits: editsOf(chosen),
    // Line numbers can be stale and indentation is a guess, so a new syntax error is refused.
    isFuzzy: true,
  };
}

function linesAfterwards(
  { text, first, removed }: LinesRequest,
  { lines }: Option,
  place: Place,
): LinesAround {
  const near = place.before.slice(-CONTEXT);
  return {
    lines: [...near, ...lines, ...place.after.slice(0, CONTEXT)],
    from: first - near.length,
    total: countLines(text) - removed + lines.length,
  };
}

function unclearLevel({ path, first, removed }: LinesRequest, levels: readonly Option[]): ToolError {
  return invalid(
    `Nothing was changed: the new content for ${rangeText(first, removed)} of ${path} has no indentation, and it can be at ${orList(levels)}. Give \`new_content\` with its indentation, or pass \`indent_level\`.`,
    { path, levels: levels.map(({ level }) => level) },
  );
}
