import type { Terminals } from '../../ports/terminals.ts';

export function tmuxTerminals(): Terminals {
  throw new Error('not yet');
}
