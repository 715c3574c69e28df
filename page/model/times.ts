const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

export function clockTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** How long ago, in the largest unit: `18s`, `4m`, `3h`, `2d`. */
export function age(time: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - time) / 1000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
