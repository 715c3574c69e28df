import type { Given, OptionTable } from './option.ts';
import { serverOptions } from './server-options.ts';
import { workspaceOptions } from './workspace-options.ts';

/** What the command takes, as flags or in a configuration file. */
export const allOptions = { ...workspaceOptions, ...serverOptions };

export type AllOptions = Given<typeof allOptions>;

/** Those that a configuration file can set. */
export const fileOptions: OptionTable = Object.fromEntries(
  Object.entries<OptionTable[string]>(allOptions).filter(
    ([, { flag, isFlagOnly }]) => flag !== undefined && !isFlagOnly,
  ),
);
