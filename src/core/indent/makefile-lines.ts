import { indentOf, isBlank } from '../text/indentation.ts';

const DIRECTIVE =
  /^(?:ifn?eq|ifn?def|else|endif|-?include|sinclude|define|endef|export|unexport|override|vpath|undefine)\b/;
const ASSIGNMENT = /^[\w.$(){}-]+\s*(?:[:?+!]|::)?=/;
/** `DEBUG=1 go test`: a command with a variable of its own. */
const COMMAND_WITH_VARIABLE = /^\w+=\S*\s+\S/;
const RULE = /^[^\s:#=@-][^:#=]*::?(?!=)/;

/**
 * Lines of a Makefile with a tab before each command of a recipe, as make demands. Rules, assignments and directives
 * keep their indentation.
 */
export function withRecipeTabs(given: readonly string[], before: readonly string[]): string[] {
  const content = withoutShift(given);
  const lines: string[] = [];
  let isRecipe = isRecipeAfter(before);
  for (const [at, line] of content.entries()) {
    if (isBlank(line)) lines.push('');
    else if (content[at - 1]?.endsWith('\\')) lines.push(movedLike(line, content[at - 1]!, lines[at - 1]!));
    else {
      const isCommand = isRecipe && isCommandLine(line, at > 0 ? content[at - 1]! : (before.at(-1) ?? ''));
      lines.push(isCommand && !line.startsWith('\t') ? `\t${line.trimStart()}` : line);
      if (!isCommand) isRecipe = isRecipeAfterLine(line) ?? isRecipe;
    }
  }
  return lines;
}

/** Rules begin at the margin: lines that were all moved with theirs are moved back. */
function withoutShift(lines: readonly string[]): readonly string[] {
  const solid = lines.filter((line) => !isBlank(line));
  const shift = indentOf(solid[0]!);
  const isMoved =
    RULE.test(solid[0]!.trim()) && solid.length > 1 && solid.every((line) => line.startsWith(shift));
  return isMoved ? lines.map((line) => (isBlank(line) ? line : line.slice(shift.length))) : lines;
}

/** Whether a command can follow these lines. */
function isRecipeAfter(lines: readonly string[]): boolean {
  for (let at = lines.length - 1; at >= 0; at--) {
    const isContinuation = lines[at - 1]?.endsWith('\\');
    const isRecipe = isContinuation || isBlank(lines[at]!) ? undefined : isRecipeAfterLine(lines[at]!);
    if (isRecipe !== undefined) return isRecipe;
  }
  return false;
}

/** Undefined if the line changes nothing: a directive, a comment, or a command without its tab. */
function isRecipeAfterLine(line: string): boolean | undefined {
  if (line.startsWith('\t')) return true;
  const text = line.trim();
  if (/^(?:ifn?eq|ifn?def|else|endif|#)/.test(text)) return undefined;
  if (DIRECTIVE.test(text) || ASSIGNMENT.test(text)) return false;
  if (RULE.test(text) && !line.startsWith(' ')) return true;
  return line.startsWith(' ') ? undefined : false;
}

function isCommandLine(line: string, before: string): boolean {
  const text = line.trim();
  if (line.startsWith('\t')) return true;
  if (DIRECTIVE.test(text) || text.startsWith('#')) return false;
  const isNext = !isBlank(before);
  if (ASSIGNMENT.test(text)) return isNext && (line.startsWith(' ') || COMMAND_WITH_VARIABLE.test(text));
  const isIndented = line.startsWith(' ');
  if (!RULE.test(text)) return true;
  return isNext && (isIndented || /^\S+\s+\S/.test(text.slice(0, text.indexOf(':'))));
}

/** A line that goes on with the one before it moves with that one. */
function movedLike(line: string, from: string, to: string): string {
  const [old, now] = [indentOf(from), indentOf(to)];
  return line.startsWith(old) ? now + line.slice(old.length) : line;
}
