import type { Settings } from '../../options/combine-options.ts';
import { tools } from '../../tools/index.ts';
import { ignoredTools } from '../chosen-tools.ts';
import { ignoredText } from '../config/settings.ts';
import { withPlugins } from '../plugins/with-plugins.ts';
import type { Check } from './machine-checks.ts';

/** Which files were read, and what the file of a project may not say. */
export async function checkConfiguration(settings: Settings): Promise<Check> {
  const name = 'configuration';
  const ignored = [...settings.ignored, ...ignoredTools(await withPlugins(tools, settings), settings)].map(
    ignoredText,
  );
  if (ignored.length > 0) return { name, state: 'missing', text: ignored.join('; ') };
  const text = settings.files.length > 0 ? settings.files.join(', ') : 'no file; the defaults apply';
  return { name, state: 'ok', text };
}
