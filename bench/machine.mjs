import { cpus, loadavg, totalmem } from 'node:os';

/** What every report says about where it was measured: the class of the machine, nothing that names it. */
export function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
  };
}

function load() {
  return loadavg()[0].toFixed(2);
}

/** Measures something and says how long it took and how busy the machine was meanwhile. */
export async function timedRun(measure) {
  const startedAt = performance.now();
  const loadBefore = load();
  const measured = await measure();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { measured, machine: { ...describeMachine(), loadBefore, loadAfter: load(), seconds } };
}
