import { ParserFailure, type ParserProcess } from './parser-process.ts';

/** Some parser processes, of which each does one task at a time; no more are started than are needed at once. */
export type ParserPool = {
  use<T>(task: (parser: ParserProcess) => Promise<T>): Promise<T>;
  /** Calls off what waits for its turn. */
  close(): Promise<void>;
};

type Waiting = { readonly resolve: (parser: ParserProcess) => void; readonly reject: (error: Error) => void };

export function createParserPool(most: number, start: () => ParserProcess): ParserPool {
  const all: ParserProcess[] = [];
  const idle: ParserProcess[] = [];
  const waiting: Waiting[] = [];
  const take = async (): Promise<ParserProcess> => {
    const free = idle.pop();
    if (free) return free;
    if (all.length === most) return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    const started = start();
    all.push(started);
    return started;
  };
  const giveBack = (parser: ParserProcess) => {
    const next = waiting.shift();
    if (next) next.resolve(parser);
    else idle.push(parser);
  };
  return {
    async use(task) {
      const parser = await take();
      try {
        return await task(parser);
      } finally {
        giveBack(parser);
      }
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new ParserFailure('cancelled', 'was cancelled'));
      await Promise.all(all.map((parser) => parser.close()));
    },
  };
}
