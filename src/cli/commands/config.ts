import { fileOptions } from '../../options/all-options.ts';
import type { Origin, Settings } from '../../options/combine-options.ts';
import type { CallableTool } from '../../tools/call/tool-context.ts';
import { tools } from '../../tools/index.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { chosenTools, ignoredTools } from '../chosen-tools.ts';
import { ignoredText, settingsOf } from '../config/settings.ts';
import { configFile } from '../environment.ts';
import { OK } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { uncheckedOptions } from '../options.ts';
import { paint, print, printableLine, printJson } from '../output/output.ts';
import { withPlugins } from '../plugins/with-plugins.ts';

/** An option as it is in effect. */
type EffectiveOption = { readonly value: unknown; readonly from: readonly string[] };

/** Shows what a server with these flags would use. */
export async function run({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`config takes no '${positionals[0]}'`);
  const settings = await settingsOf(values);
  const offered = await withPlugins(tools, settings);
  const options = effectiveOptions(settings, offered);
  const ignored = [...settings.ignored, ...ignoredTools(offered, settings)];
  if (values.json)
    printJson({ ok: true, files: settings.files, options: Object.fromEntries(options), ignored });
  else {
    print(filesText(settings));
    for (const row of rows(options)) print(row);
    for (const one of ignored) print(`${paint('yellow', '!')} ${printableLine(ignoredText(one))}`);
  }
  return OK;
}

function effectiveOptions(settings: Settings, tools: readonly CallableTool[]): [string, EffectiveOption][] {
  const { options, origins } = settings;
  const values: Readonly<Record<string, unknown>> = {
    ...options,
    ...uncheckedOptions(settings),
    tools: chosenTools(tools, settings).map(({ name }) => name),
  };
  const limits = settings.toolLimits.map(originText);
  return Object.entries(fileOptions).map(([name, option]) => {
    const from = [...(origins[name] ?? []).map(originText), ...(name === 'tools' ? limits : [])];
    return [
      name,
      { value: values[name] ?? option.default ?? null, from: from.length > 0 ? from : ['default'] },
    ];
  });
}

function originText(origin: Origin): string {
  return origin === 'flag' ? 'flag' : `${origin.file}:${origin.line}`;
}

function filesText({ files }: Settings): string {
  if (files.length > 0) return `Files: ${files.map(printableLine).join(', ')}`;
  return `No configuration file is read: there is neither ${configFile()} nor a .corvid.json in a root.`;
}

function rows(options: readonly [string, EffectiveOption][]): string[] {
  const width = Math.max(...options.map(([name]) => name.length)) + 2;
  return options.map(([name, { value, from }]) => {
    const origin = from.map(printableLine).join(', ');
    return `${name.padEnd(width)}${printableLine(valueText(value))}  ${paint('dim', `(${origin})`)}`;
  });
}

function valueText(value: unknown): string {
  if (value === null) return '–';
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
}
