import { expect, test } from 'vitest';
import { readJson } from '../../src/mcp/http-answers.ts';

test('a body that comes byte by byte is not kept as so many parts', async () => {
  const text = JSON.stringify({ text: 'é'.repeat(10_000) });
  const bytes = Buffer.from(text);
  // All parts are one buffer: what keeps the parts until the end has its last byte in all of them.
  const part = new Uint8Array(1);
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at === bytes.length) return controller.close();
        part[0] = bytes[at++]!;
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  expect(await readJson(new Request('http://corvid/', init), bytes.length)).toEqual({
    value: JSON.parse(text),
  });
});
