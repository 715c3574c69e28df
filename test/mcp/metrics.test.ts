import { expect, test } from 'vitest';
import { createMetrics } from '../../src/mcp/metrics.ts';

const gauges = { version: '1.2.3', terminals: 4, residentBytes: 5, heapBytes: 6, startedAtSeconds: 7 };

test('calls are counted, timed in buckets that include the smaller ones, and their errors counted by code', () => {
  let now = 0;
  const metrics = createMetrics(() => now);
  for (const [ms, failure] of [
    [2, undefined],
    [30, { code: -32010, name: 'STRING_NOT_FOUND' }],
    [400_000, undefined],
  ] as const) {
    const ended = metrics.started('edit_file');
    now += ms;
    ended(failure);
  }
  metrics.started('file_read');
  metrics.answered(200);
  metrics.answered(200);
  const lines = metrics.render(gauges).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE corvid_call_duration_seconds histogram',
      'corvid_calls_total{tool="edit_file"} 3',
      'corvid_call_duration_seconds_bucket{tool="edit_file",le="0.001"} 0',
      'corvid_call_duration_seconds_bucket{tool="edit_file",le="0.0025"} 1',
      'corvid_call_duration_seconds_bucket{tool="edit_file",le="0.05"} 2',
      'corvid_call_duration_seconds_bucket{tool="edit_file",le="300"} 2',
      'corvid_call_duration_seconds_bucket{tool="edit_file",le="+Inf"} 3',
      'corvid_call_duration_seconds_sum{tool="edit_file"} 400.032',
      'corvid_call_errors_total{tool="edit_file",code="-32010",name="STRING_NOT_FOUND"} 1',
      'corvid_calls_in_progress 1',
      'corvid_http_requests_total{status="200"} 2',
      'corvid_info{version="1.2.3"} 1',
      'corvid_terminals 4',
    ]),
  );
});

test('the server is idle once the last call has ended', async () => {
  const metrics = createMetrics();
  await metrics.idle();
  const [first, second] = [metrics.started('a'), metrics.started('b')];
  let idle = false;
  const waiting = metrics.idle().then(() => {
    idle = true;
  });
  first!();
  await Promise.resolve();
  expect(idle).toBe(false);
  second!();
  await waiting;
});
