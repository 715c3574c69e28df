import { cpus, loadavg } from 'node:os';

/** What every report says about where it was measured. */
export function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: cpus().length,
  };
}

export function load() {
  return loadavg()[0].toFixed(2);
}
