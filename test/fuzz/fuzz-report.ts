import type { Reply } from './play-story.ts';
import type { Call } from './stories.ts';

export type Tally = {
  readonly calls: number;
  add(call: Call, reply: Reply, ms: number): void;
  sample(residentMib: number): void;
  readonly mostMib: number;
  readonly okShare: number;
  readonly tools: readonly string[];
  summary(): string;
};

type Count = { ok: number; refused: number };

export function createTally(seed: number, startMib: number): Tally {
  const startedAt = performance.now();
  const byTool = new Map<string, Count>();
  const byCode = new Map<string, number>();
  const memory = [startMib];
  const slowest: { ms: number; call: Call }[] = [];
  let calls = 0;
  let ok = 0;

  function summary(): string {
    const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
    const tools = [...byTool].map(
      ([tool, count]) =>
        `  ${tool}: ${count.ok + count.refused} calls, ok ${share(count.ok, count.ok + count.refused)}`,
    );
    const codes = [...byCode]
      .sort(([, a], [, b]) => b - a)
      .map(([code, count]) => `  ${code}: ${count} (${share(count, calls)})`);
    const slow = slowest.map(
      ({ ms, call }) => `  ${Math.round(ms)} ms ${JSON.stringify(call).slice(0, 160)}`,
    );
    return [
      `${calls} calls with seed ${seed} in ${Math.round((performance.now() - startedAt) / 1000)} s: ok ${share(ok, calls)}`,
      ...tools.sort(),
      'Refused:',
      ...codes,
      'Slowest:',
      ...slow,
      `Memory of the server: ${memory[0]} MiB at the start, ${memory.at(-1)} at the end, ${Math.max(...memory)} at most`,
      '',
    ].join('\n');
  }

  return {
    get calls() {
      return calls;
    },
    get mostMib() {
      return Math.max(...memory);
    },
    get okShare() {
      return ok / calls;
    },
    get tools() {
      return [...byTool.keys()].sort();
    },
    add(call, { failed, text }, ms) {
      calls++;
      if (!failed) ok++;
      const count = byTool.get(call.tool) ?? { ok: 0, refused: 0 };
      byTool.set(call.tool, count);
      count[failed ? 'refused' : 'ok']++;
      const code = failed ? /^Error (-?\d+ [A-Z_]+)/.exec(text)?.[1] : undefined;
      if (code) byCode.set(code, (byCode.get(code) ?? 0) + 1);
      slowest.push({ ms, call });
      slowest.sort((a, b) => b.ms - a.ms).splice(5);
    },
    sample: (residentMib) => void memory.push(residentMib),
    summary,
  };
}
