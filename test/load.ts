import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connectHttp, type HttpClient, type HttpCorvid } from './http-corvid.ts';

// Many clients of one server, each mixing reads, edits of its own file and edits of one file that all share.

export type Load = { readonly clients: number; readonly calls: number };

export type LoadReport = {
  readonly calls: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Edits of the shared counter that came too late, and were told so. */
  readonly conflicts: number;
  readonly unexpected: readonly string[];
  /** What is not in the files although its edit succeeded. */
  readonly lost: readonly string[];
  readonly memoryMib: readonly number[];
  readonly descriptors: readonly number[];
};

type Worker = {
  readonly client: HttpClient;
  readonly name: string;
  readonly own: string;
  ownCount: number;
  lineCount: number;
  won: number;
};

export async function runLoad(server: HttpCorvid, { clients, calls }: Load): Promise<LoadReport> {
  const shared = server.path('shared.txt');
  const workers = await openWorkers(server, clients, shared);
  const latencies: number[] = [];
  const unexpected: string[] = [];
  let conflicts = 0;
  const descriptors = [openDescriptors(server)];
  const memoryMib: number[] = [];
  const started = performance.now();

  async function timed(worker: Worker, tool: string, input: Record<string, unknown>) {
    const before = performance.now();
    const answer = await worker.client.call(tool, input);
    latencies.push(performance.now() - before);
    return answer;
  }

  async function step(worker: Worker, i: number): Promise<void> {
    if (i % 4 === 0) return void expectOk(await timed(worker, 'file_read', { path: worker.own }));
    if (i % 4 === 1) return editOwn(worker);
    if (i % 4 === 2) return editLine(worker);
    return editCounter(worker);
  }

  async function editOwn(worker: Worker): Promise<void> {
    expectOk(
      await timed(worker, 'edit_file', replace(worker.own, `count: ${worker.ownCount}`, ++worker.ownCount)),
    );
  }

  async function editLine(worker: Worker): Promise<void> {
    const old = `${worker.name}: ${worker.lineCount};`;
    expectOk(
      await timed(worker, 'edit_text_file', {
        path: shared,
        old_string: old,
        new_string: `${worker.name}: ${++worker.lineCount};`,
      }),
    );
  }

  /** Reads the counter and raises it; someone else may be faster. */
  async function editCounter(worker: Worker): Promise<void> {
    const { text } = await timed(worker, 'file_read', { path: shared, start_line: 1, end_line: 1 });
    const count = Number(/counter: (\d+)/.exec(text)?.[1]);
    const answer = await timed(worker, 'edit_text_file', {
      path: shared,
      old_string: `counter: ${count};`,
      new_string: `counter: ${count + 1};`,
    });
    if (!answer.failed) worker.won++;
    else if (answer.text.startsWith('Error -32010 STRING_NOT_FOUND')) conflicts++;
    else unexpected.push(answer.text);
  }

  function expectOk({ failed, text }: { failed: boolean; text: string }): void {
    if (failed) unexpected.push(text);
  }

  for (let part = 0; part < 4; part++) {
    await Promise.all(
      workers.map(async (worker) => {
        for (let i = 0; i < calls / 4; i++) await step(worker, i).catch((e) => unexpected.push(String(e)));
      }),
    );
    memoryMib.push(await residentMib(server));
    descriptors.push(openDescriptors(server));
  }
  const seconds = (performance.now() - started) / 1000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return {
    calls: latencies.length,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    conflicts,
    unexpected,
    lost: await lostEdits(workers, shared),
    memoryMib,
    descriptors,
  };
}

function replace(path: string, old: string, count: number) {
  return { path, old_string: old, new_string: `count: ${count}` };
}

async function openWorkers(server: HttpCorvid, clients: number, shared: string): Promise<Worker[]> {
  const names = Array.from({ length: clients }, (_, i) => `worker-${i}`);
  await writeFile(shared, ['counter: 0;', ...names.map((name) => `${name}: 0;`), ''].join('\n'));
  return Promise.all(
    names.map(async (name, i) => {
      const own = server.path(`${name}.txt`);
      await writeFile(own, `# ${name}\ncount: 0\nend\n`);
      const client = await connectHttp(server, i % 2 === 0 ? 'modern' : 'legacy');
      return { client, name, own, ownCount: 0, lineCount: 0, won: 0 };
    }),
  );
}

async function lostEdits(workers: readonly Worker[], shared: string): Promise<string[]> {
  const text = await readFile(shared, 'utf8');
  const won = workers.reduce((sum, worker) => sum + worker.won, 0);
  const lost = text.startsWith(`counter: ${won};\n`)
    ? []
    : [`the counter should be ${won}: ${text.slice(0, 30)}`];
  for (const { name, own, ownCount, lineCount } of workers) {
    if (!text.includes(`\n${name}: ${lineCount};\n`)) lost.push(`${name} should be ${lineCount}`);
    if ((await readFile(own, 'utf8')) !== `# ${name}\ncount: ${ownCount}\nend\n`) lost.push(`${own}`);
  }
  return lost;
}

async function residentMib(server: HttpCorvid): Promise<number> {
  const text = await (await server.fetch('/metrics')).text();
  return Math.round(Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20);
}

/** Only Linux tells. */
export function openDescriptors({
  child,
}: {
  readonly child: { readonly pid?: number | undefined };
}): number {
  try {
    return readdirSync(`/proc/${child.pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Only Linux tells. */
export function residentMibOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return 0;
  }
}
