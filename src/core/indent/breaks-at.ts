import type { Place } from './place.ts';
import { breaksIndentation } from './statements.ts';
import { breaksYaml, repeatsYamlKeys, yamlStatements } from './yaml/yaml-statements.ts';

/** In Python and YAML some indentations are errors. */
export function breaksAt(place: Place, lines: readonly string[], uniqueKeys = false): boolean {
  const { before, after, style } = place;
  if (style.isYaml)
    return breaksYaml(yamlStatements([...before, ...lines, ...after]), {
      from: before.length,
      count: lines.length,
      uniqueKeys,
    });
  if (style.endsBy === 'line' || !style.lexis) return false;
  return breaksIndentation(before, lines, after, style.lexis);
}

/** Some files of YAML have mappings with a key twice, so that a key that is there says nothing. */
export function repeatsKeys({ before, after, style }: Place): boolean {
  return style.isYaml === true && repeatsYamlKeys([...before, ...after]);
}
