import { kindOf, type ShownCall } from './calls.ts';

/** A bar of the strip above the timeline. */
export type Bar = { readonly height: number; readonly kind: string; readonly key: string };

const BARS = 54;

/** The calls of the whole time as bars, oldest first; each leads to the last call of its part of the time. */
export function barsOf(calls: readonly ShownCall[], now: number): (Bar | undefined)[] {
  const bars: (Bar | undefined)[] = Array.from({ length: BARS });
  const shown = calls.filter((one) => kindOf(one) !== undefined);
  const start = Math.min(...shown.map(({ call }) => call.time));
  const width = Math.max(1, now - start) / BARS;
  for (const one of shown) {
    const at = Math.min(BARS - 1, Math.floor((one.call.time - start) / width));
    const lines = (one.call.diff?.added ?? 0) + (one.call.diff?.removed ?? 0);
    const height = Math.max(bars[at]?.height ?? 0, Math.min(1, 0.35 + Math.log2(1 + lines) / 10));
    const isFailed = one.call.refusal !== undefined || (one.call.command?.exitCode ?? 0) !== 0;
    const kind = isFailed || bars[at]?.kind === 'failed' ? 'failed' : kindOf(one)!;
    bars[at] = { height, kind, key: one.key };
  }
  return bars;
}
