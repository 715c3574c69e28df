import type { Scenario } from './scenario.ts';

// Calls that wait for something, and news of what ended meanwhile.

const listen = `const { createServer } = require('node:http'); const s = createServer();
setTimeout(() => s.listen(Number(process.argv[2]), '127.0.0.1'), 300);`;

export function waitingScenarios(port: number): readonly Scenario[] {
  const until = (wish: string) => ({ until: wish, timeout: 60 });
  return [
    {
      name: 'until the output contains a text, also a coloured one',
      steps: [
        {
          run: String.raw`sleep 0.3; printf 'Local: http://localhost:\033[1m5173\033[0m/\n'; sleep 3014`,
          more: until('localhost:5173'),
          output: 'Local: http://localhost:5173/',
          reason: 'until',
          text: /\[until: the output contains "localhost:5173"\]\n[\s\S]*\[Process still running \(until\)\]/,
        },
        { run: 'C-c', code: 130 },
      ],
    },
    {
      name: 'until the output matches a pattern, also in what was printed before the call',
      steps: [
        { run: 'echo first; sleep 0.5; echo port=81; sleep 3015', more: until('first'), reason: 'until' },
        { run: '', more: until('/port=\\d+/'), output: 'port=81', reason: 'until' },
        { run: 'C-c', code: 130 },
      ],
    },
    {
      name: 'until: the end comes first',
      steps: [
        {
          run: 'echo x; (exit 3)',
          more: until('never'),
          code: 3,
          text: /\[until: not met: the output contains "never"\]/,
        },
        { run: 'echo x', more: until('/(/'), text: /Invalid `until` parameter: .*Nothing was run\./ },
      ],
    },
    {
      name: 'a pattern that takes too long is given up',
      steps: [
        {
          run: `printf '%050d\\n' 0; sleep 0.2; echo b`,
          more: until('/^(0+)+$x/'),
          code: 0,
          text: /not met: .* \(the pattern took too long\)/,
        },
      ],
    },
    {
      name: 'until a port listens; a listener from before does not count',
      files: { 'listen.cjs': listen },
      steps: [
        {
          run: `node listen.cjs ${port}`,
          more: until(`port ${port}`),
          reason: 'until',
          text: new RegExp(`\\[until: port ${port} listens\\]`),
        },
        { run: '', more: until(`port ${port}`), reason: 'until' },
        { run: 'C-c', code: 130 },
        { run: `node listen.cjs ${port} &`, more: { until: `port ${port}` }, code: 0 },
        { run: `until (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null; do sleep 0.1; done`, code: 0 },
        { run: 'sleep 0.5', more: until(`port ${port}`), code: 0, text: /not met/ },
        { run: 'kill %1; wait', text: /completed/ },
      ],
    },
    {
      name: 'the end of a background job is reported by the next result',
      steps: [
        { run: '(until [ -e go ]; do sleep 0.05; done; echo over; exit 5) & wait_for=$!', code: 0 },
        {
          run: 'touch go; while kill -0 $wait_for; do sleep 0.05; done 2>/dev/null',
          text: /\[background job \d+ \(\(until .*\) ended with exit code 5[.;]/,
        },
        { run: 'wait $wait_for', code: 5 },
      ],
    },
  ];
}
