// All checks before a commit: `npm run check`. Independent steps run at the same time; the output of a step that fails
// is shown when it has ended.
import { spawn } from 'node:child_process';

await together(['lint'], ['types'], ['build', '--', '--types']);
await together(['docs', '--', '--check'], ['test']);

async function together(...steps) {
  const codes = await Promise.all(steps.map(run));
  if (codes.some((code) => code !== 0)) process.exit(1);
}

/** The tests are shown as they run, because they take minutes. */
function run([name, ...more]) {
  const isShown = name === 'test';
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', name, ...more], {
    env: { ...process.env, CORVID_BUILT: '1' },
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds} s`);
      resolve(code);
    });
  });
}
