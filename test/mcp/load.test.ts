import { expect, test } from 'vitest';
import { serveHttp } from '../http-corvid.ts';
import { runLoad } from '../load.ts';

// A small share of `npm run test:load`.
test('many clients at once lose no edit and meet no error but the expected conflicts', async () => {
  const report = await runLoad(await serveHttp(), { clients: 8, calls: 16 });
  expect(report.unexpected).toEqual([]);
  expect(report.lost).toEqual([]);
  expect(report.calls).toBe(8 * 16 * 1.25);
});
