import { indentOf, isBlank, shallowest } from '../../text/indentation.ts';
import type { Place } from '../place.ts';
import { isKeyOrItem, yamlTextAfter } from './yaml-statements.ts';

/** The indent of new lines that go on with the text of a value; undefined if they begin with a key or an item. */
export function levelInYamlText(lines: readonly string[], place: Place): string | undefined {
  const text = place.style.isYaml ? yamlTextAfter(place.before) : undefined;
  if (!text) return undefined;
  const first = lines.find((line) => !isBlank(line))!;
  const own = indentOf(first);
  const next = place.after.find((line) => !isBlank(line));
  const known = place.replaced.find((line) => !isBlank(line)) ?? next;
  if ('flow' in text) return own === '' && known !== undefined ? indentOf(known) : own;
  const { deeperThan } = text;
  const isText = (line: string | undefined) => line !== undefined && indentOf(line).length > deeperThan;
  const inside = textBefore(place.before, deeperThan);
  if (own.length >= Math.max(deeperThan + 1, inside?.length ?? 0)) return own;
  if (!isText(known) && !isText(next) && isKeyOrItem(first)) return undefined;
  return inside ?? (isText(known) ? indentOf(known!) : ' '.repeat(deeperThan) + place.style.unit);
}

/** The indent of the lines of a block scalar that are before; undefined right after its key. */
function textBefore(before: readonly string[], deeperThan: number): string | undefined {
  const start = before.findLastIndex((line) => !isBlank(line) && indentOf(line).length <= deeperThan);
  const text = before.slice(start + 1).filter((line) => !isBlank(line));
  return text.length > 0 ? shallowest(text.map(indentOf)) : undefined;
}
