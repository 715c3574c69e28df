/** Median and 99th percentile of some measurements, with their number. */
export function summary(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { median: at(0.5), p99: at(0.99), samples: sorted.length };
}
