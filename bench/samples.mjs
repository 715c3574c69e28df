import { setTimeout as sleep } from 'node:timers/promises';

const QUIET_STEP_MS = 5;
const QUIET_LIMIT_MS = 100;
const QUIET_CPU_MS = 0.5;

/** Median and minimum of some measurements, with their number. */
export function summarise(values) {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  if (known.length === 0) return undefined;
  const middle = known.length >> 1;
  const median = known.length % 2 ? known[middle] : (known[middle - 1] + known[middle]) / 2;
  return { median, min: known[0], samples: known.length };
}

/**
 * Measures all lanes in one go, a few calls each in turn and in a new order each round, so that a
 * drift of the machine's load hits all alike. A lane is `{ id, perform, cpuMs?, settle? }`; one that
 * fails is left out from then on and told by its error.
 */
export async function measureLanes(lanes, { rounds, burst, budgetMs }) {
  const records = new Map(lanes.map((lane) => [lane.id, { wall: [], cpu: [] }]));
  const shuffle = createShuffle();
  await inTurn(lanes, records, (lane, record) => warmUp(lane, record));
  const end = performance.now() + budgetMs;
  for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round++) {
    await inTurn(shuffle(lanes), records, (lane, record) => takeTurn(lane, record, burst));
  }
  return Object.fromEntries([...records].map(([id, record]) => [id, cellOf(record)]));
}

async function inTurn(lanes, records, step) {
  for (const lane of lanes) {
    const record = records.get(lane.id);
    if (record.error) continue;
    try {
      await step(lane, record);
    } catch (error) {
      record.error = error.message;
    }
  }
}

async function warmUp(lane, record) {
  await lane.perform();
  record.facts = (await lane.perform()).facts;
  await finishTurn(lane);
}

async function takeTurn(lane, record, burst) {
  const cpuBefore = lane.cpuMs?.();
  for (let call = 0; call < burst; call++) {
    const { wallMs, cpuMs } = await lane.perform();
    record.wall.push(wallMs);
    record.cpu.push(cpuMs);
  }
  await finishTurn(lane);
  if (cpuBefore !== undefined) record.cpu.push((lane.cpuMs() - cpuBefore) / burst);
}

/** Waits until the lane rests: what it does after its answer is its own cost, and must not slow down the next. */
async function finishTurn(lane) {
  await lane.settle?.();
  if (!lane.cpuMs) return;
  let before = lane.cpuMs();
  for (let waitedMs = 0; waitedMs < QUIET_LIMIT_MS; waitedMs += QUIET_STEP_MS) {
    await sleep(QUIET_STEP_MS);
    const now = lane.cpuMs();
    if (now === undefined || now - before < QUIET_CPU_MS) return;
    before = now;
  }
}

function cellOf({ error, wall, cpu, facts }) {
  if (error) return { error };
  return { wall: summarise(wall), cpu: summarise(cpu), ...facts };
}

function createShuffle(seed = 1) {
  let state = seed;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return (items) =>
    items
      .map((item) => [random(), item])
      .sort((a, b) => a[0] - b[0])
      .map(([, item]) => item);
}
