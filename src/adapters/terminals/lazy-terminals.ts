import { ToolError } from '../../core/errors.ts';
import type { Terminals } from '../../ports/terminals.ts';
import { whenUsed } from '../when-used.ts';

/** Terminals whose technology is loaded when the first one is opened. */
export function lazyTerminals(load: () => Promise<Terminals>): Terminals {
  const { get: terminals, ifUsed } = whenUsed(load);
  let loaded: Terminals | undefined;
  return {
    async open(request, events) {
      loaded = await terminals().catch(unavailable);
      return loaded.open(request, events).catch(unavailable);
    },
    createOutputFile() {
      if (!loaded) throw new Error('a shell prints before one was opened');
      return loaded.createOutputFile();
    },
    isOutputFile: (path) => loaded?.isOutputFile(path) ?? false,
    close: async () => (await ifUsed())?.close(),
  };
}

/** Why there is no shell, and what to do about it. */
export type Obstacle = Error & { readonly hint?: string };

function unavailable(error: Obstacle): never {
  const { message, hint = 'All other tools work.' } = error;
  throw new ToolError('TERMINAL_UNAVAILABLE', `No terminal can be opened: ${message}`, {}, hint);
}
