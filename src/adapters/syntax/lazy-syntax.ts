import type { Syntax } from '../../ports/syntax.ts';

/** A checker that is loaded when it is first asked. */
export function lazySyntax(load: () => Promise<Syntax>): Syntax {
  let loading: Promise<Syntax> | undefined;
  return {
    async check(request, signal) {
      loading ??= load();
      return (await loading).check(request, signal);
    },
    close: async () => (await loading)?.close(),
  };
}
