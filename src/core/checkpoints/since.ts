const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The point in time that `10m` (ago) or `2026-01-31T12:00` means; undefined if it means none. */
export function parseSince(text: string, now: number): number | undefined {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*([smhd])\s*$/.exec(text) ?? [];
  if (number !== undefined) return now - Number(number) * UNITS_MS[unit as keyof typeof UNITS_MS];
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export const SINCE_TAKES =
  'It takes a time ago, such as 90s, 10m, 2h or 1d, or a date such as 2026-01-31T12:00';
