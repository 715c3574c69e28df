import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
const other = version.replace(/.$/, (digit) => (digit === '9' ? '8' : '9'));

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})}\n`;

/** What a server of these files says its version is. */
function answered(dist: string, home: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
    const child = execFile(
      process.execPath,
      [join(dist, 'corvid.cjs')],
      { env, cwd: home },
      (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout).result.serverInfo.version)),
    );
    child.stdin!.end(initialize);
  });
}

test('compiled code of another build is not used, though it has the same version and length', async () => {
  const home = await temporaryFolder();
  const dist = join(home, 'dist');
  await cp(dirname(corvidCommand), dist, { recursive: true });
  expect(await answered(dist, home)).toBe(version);
  expect(await readdir(join(home, 'cache', 'corvid'))).toHaveLength(1);
  const server = await readFile(join(dist, 'server.cjs'), 'latin1');
  await writeFile(join(dist, 'server.cjs'), server.replaceAll(`"${version}"`, `"${other}"`), 'latin1');
  expect(await answered(dist, home)).toBe(other);
});
