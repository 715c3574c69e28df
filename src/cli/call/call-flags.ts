import type { ToolDescription } from '../../tools/call/tool-description.ts';
import { commonFlags, type Flags, jsonFlag, oneCallFlags } from '../flags.ts';
import { parameterFlags } from './tool-parameters.ts';

/** Where a flag and a parameter have the same name, it is the parameter. */
export function callFlags(tool: ToolDescription): Flags {
  return { ...oneCallFlags, ...jsonFlag, ...commonFlags, ...parameterFlags(tool) };
}

/** The first word that is neither a flag nor the value of one. */
export function toolWord(args: readonly string[]): string | undefined {
  return args.find((arg, i) => {
    const before = args[i - 1];
    const isValue = before?.startsWith('--') && oneCallFlags[before.slice(2)]?.type === 'string';
    return !arg.startsWith('-') && !isValue;
  });
}
