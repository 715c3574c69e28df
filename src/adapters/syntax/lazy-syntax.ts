import type { Syntax } from '../../ports/syntax.ts';

/** A checker that is loaded when it is first asked. */
export function lazySyntax(load: () => Promise<Syntax>): Syntax {
  let loading: Promise<Syntax | Error> | undefined;
  return {
    async check(request, signal) {
      loading ??= load().catch((error: Error) => error);
      const syntax = await loading;
      if (syntax instanceof Error) return { outcome: 'not-checked', reason: syntax.message };
      return syntax.check(request, signal);
    },
    async close() {
      const syntax = await loading;
      if (syntax && !(syntax instanceof Error)) await syntax.close();
    },
  };
}
