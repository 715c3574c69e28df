import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rawEditor } from '../acp/raw-editor.ts';
import { MAX_MIB } from './longest-wait.ts';

// Very long lines between editor and agent.

const MEGABYTES = 200;

const speak = (head: string) => `
  const piece = 'x'.repeat(100_000);
  process.stdin.resume();
  process.stdout.write(${JSON.stringify(head)});
  for (let i = 0; i < ${MEGABYTES * 10}; i++)
    await new Promise((resolve) => process.stdout.write(piece, resolve));
  process.stdout.write('"}}\\n{"jsonrpc":"2.0","method":"_end"}\\n');
`;

test.runIf(process.platform === 'linux').each([
  ['that is not parsed', '{"jsonrpc":"2.0","method":"_big","params":{"text":"', true],
  ['that reports a tool call', '{"jsonrpc":"2.0","method":"session/update","params":{"tool_call":"', true],
  ['that is not a message', 'tool_call {"', false],
])(`a line of ${MEGABYTES} MB from the agent %s takes little memory`, async (_, head, isPassed) => {
  const editor = await rawEditor(speak(head));
  let bytes = 0;
  const { pid, stdout } = editor.child;
  const ended = new Promise<void>((resolve) => {
    stdout!.removeAllListeners('data').on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (chunk.includes('"_end"')) resolve();
    });
  });
  await ended;
  expect(bytes > MEGABYTES * 1e6).toBe(isPassed);
  expect(await peakMib(pid!)).toBeLessThan(MAX_MIB);
});

test.runIf(process.platform === 'linux')(
  `a line of ${MEGABYTES} MB from the editor takes little memory`,
  async () => {
    const editor = await rawEditor(`
      let bytes = 0;
      process.stdin.on('data', (chunk) => {
        bytes += chunk.length;
        if (chunk.at(-1) === 10) process.stdout.write('{"jsonrpc":"2.0","method":"_got","params":{"bytes":' + bytes + '}}\\n');
      });
    `);
    const piece = 'x'.repeat(1_000_000);
    editor.send('{"jsonrpc":"2.0","method":"_big","params":{"text":"');
    for (let i = 0; i < MEGABYTES; i++)
      await new Promise<void>((resolve) => editor.child.stdin!.write(piece, () => resolve()));
    editor.send('"}}\n');
    const bytes = await editor.until(
      ({ method, params }) => method === '_got' && (params as { bytes: number }).bytes,
    );
    expect(bytes).toBeGreaterThan(MEGABYTES * 1e6);
    expect(await peakMib(editor.child.pid!)).toBeLessThan(MAX_MIB);
    editor.child.stdin!.end();
    await editor.exited;
  },
);

async function peakMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / 1024);
}
