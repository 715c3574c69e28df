import { ToolError } from '../../core/errors.ts';
import type { Terminals } from '../../ports/terminals.ts';

/** Terminals whose technology is loaded when the first one is opened. */
export function lazyTerminals(load: () => Promise<Terminals>): Terminals {
  let loading: Promise<Terminals> | undefined;
  let loaded: Terminals | undefined;
  const retryLater = (error: Obstacle) => {
    loading = undefined;
    return unavailable(error);
  };
  return {
    async open(request, events) {
      loading ??= load();
      loaded = await loading.catch(retryLater);
      return loaded.open(request, events).catch(unavailable);
    },
    createOutputFile() {
      if (!loaded) throw new Error('a shell prints before one was opened');
      return loaded.createOutputFile();
    },
    close: async () => (await loading)?.close(),
  };
}

/** Why there is no shell, and what to do about it. */
export type Obstacle = Error & { readonly hint?: string };

function unavailable(error: Obstacle): never {
  const { message, hint = 'All other tools work.' } = error;
  throw new ToolError('TERMINAL_UNAVAILABLE', `No terminal can be opened: ${message}`, {}, hint);
}
