import type { ToolFailure } from '../tools/call/outcome.ts';

/** Measures calls: `started` returns a function to call at the end. */
export type CallMeter = { started(tool: string): (failure?: Pick<ToolFailure, 'code' | 'name'>) => void };

export type Gauges = {
  readonly version: string;
  readonly terminals: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly startedAtSeconds: number;
};

export type Metrics = CallMeter & {
  answered(status: number): void;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
  /** The text format of Prometheus: names, codes and numbers, nothing from files. */
  render(gauges: Gauges): string;
};

/** Seconds; an edit takes a few milliseconds, a command may take minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

type Histogram = { readonly counts: number[]; count: number; sum: number };

export function createMetrics(now = () => performance.now()): Metrics {
  const durations = new Map<string, Histogram>();
  const failures = new Map<string, number>();
  const answers = new Map<string, number>();
  let waiting: (() => void)[] = [];
  let running = 0;

  function ended(tool: string, ms: number, failure?: Pick<ToolFailure, 'code' | 'name'>): void {
    observe(durations, tool, ms / 1000);
    if (failure) count(failures, labels({ tool, code: failure.code, name: failure.name }));
    running--;
    if (running > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    started(tool) {
      const startedAt = now();
      running++;
      return (failure) => ended(tool, now() - startedAt, failure);
    },
    answered: (status) => count(answers, labels({ status })),
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    render: (gauges) =>
      `${[
        ...head('corvid_info', 'The version of Corvid.', 'gauge'),
        `corvid_info${labels({ version: gauges.version })} 1`,
        ...callLines(durations),
        ...counter('corvid_call_errors_total', 'Calls that failed, by code.', failures),
        ...gauge('corvid_calls_in_progress', 'Calls that are running.', running),
        ...counter('corvid_http_requests_total', 'HTTP requests answered, by status.', answers),
        ...gauge('corvid_terminals', 'Terminals open.', gauges.terminals),
        ...gauge('process_resident_memory_bytes', 'Resident memory.', gauges.residentBytes),
        ...gauge('nodejs_heap_size_used_bytes', 'Heap in use.', gauges.heapBytes),
        ...gauge('process_start_time_seconds', 'When the process started.', gauges.startedAtSeconds),
      ].join('\n')}\n`,
  };
}

function observe(durations: Map<string, Histogram>, tool: string, seconds: number): void {
  const known = durations.get(tool) ?? { counts: BUCKETS.map(() => 0), count: 0, sum: 0 };
  durations.set(tool, known);
  known.count++;
  known.sum += seconds;
  const bucket = BUCKETS.findIndex((limit) => seconds <= limit);
  if (bucket !== -1) known.counts[bucket]!++;
}

function callLines(durations: ReadonlyMap<string, Histogram>): string[] {
  const lines = head('corvid_call_duration_seconds', 'Duration of calls.', 'histogram');
  for (const [tool, { counts, count, sum }] of durations) {
    let below = 0;
    for (const [i, le] of BUCKETS.entries()) {
      below += counts[i]!;
      lines.push(`corvid_call_duration_seconds_bucket${labels({ tool, le })} ${below}`);
    }
    lines.push(`corvid_call_duration_seconds_bucket${labels({ tool, le: '+Inf' })} ${count}`);
    lines.push(`corvid_call_duration_seconds_sum${labels({ tool })} ${sum}`);
    lines.push(`corvid_call_duration_seconds_count${labels({ tool })} ${count}`);
  }
  const calls = new Map([...durations].map(([tool, { count }]) => [labels({ tool }), count]));
  return [...counter('corvid_calls_total', 'Calls that ended.', calls), ...lines];
}

function counter(name: string, help: string, values: ReadonlyMap<string, number>): string[] {
  return [...head(name, help, 'counter'), ...[...values].map(([label, value]) => `${name}${label} ${value}`)];
}

function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, help, 'gauge'), `${name} ${value}`];
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function count(values: Map<string, number>, label: string): void {
  values.set(label, (values.get(label) ?? 0) + 1);
}

function labels(named: Record<string, string | number>): string {
  const pairs = Object.entries(named).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
