import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { openTerminal, plainEnvironment, sharedTerminal } from './terminal-client.ts';

// What an operator gives to the shell and nobody else sees.

const SECRET = 's3cr3t/value+with=signs';
const withSecrets = sharedTerminal({
  env: { API_TOKEN: SECRET, SHORT: 'ninechars' },
  flags: ['--secret', 'API_TOKEN', '--secret', 'SHORT'],
});

test.each([
  ['plain', 'echo "$API_TOKEN"', '***'],
  ['within a line', `echo "a\${API_TOKEN}b"`, 'a***b'],
  ['in base64', 'printf %s "$API_TOKEN" | base64', '***'],
  ['in base64, after something else', 'printf "user:%s" "$API_TOKEN" | base64 | grep -c s3cr3t; true', '0'],
  ['URL-encoded', 'printf %s "$API_TOKEN" | sed "s,/,%2F,g; s,+,%2B,g; s,=,%3D,g"; echo', '***'],
  ['with a colour in it', `printf '%s\\033[31m%s\\n' "\${API_TOKEN:0:8}" "\${API_TOKEN:8}"`, '***'],
  ['in the directory', 'mkdir "x$SHORT" && cd "x$SHORT" && basename "$PWD"', 'x***'],
])('a secret is masked %s', async (_, command, output) => {
  const { run } = await withSecrets();
  const answer = await run(command);
  expect(answer.output).toMatch(new RegExp(`^${output.replaceAll('*', '\\*')}=*$`));
  expect(JSON.stringify(answer.result)).not.toContain('ninechars');
  expect(JSON.stringify(answer.result)).not.toContain(SECRET);
  for (const shift of ['', 'a', 'ab'])
    expect(answer.text).not.toContain(
      Buffer.from(shift + SECRET)
        .toString('base64')
        .slice(4, -4),
    );
});

test('a secret that comes in two reports is in neither', async () => {
  const { run, path } = await withSecrets();
  const untilGo = 'until [ -e go ]; do sleep 0.05; done';
  const command = `printf "x %s" "\${API_TOKEN:0:12}"; ${untilGo}; echo "\${API_TOKEN:12} y"`;
  const first = await run(command, { timeout: 1 });
  await writeFile(path('go'), '');
  const second = await run('');
  expect([first.output, second.output]).toEqual(['x ***', '*** y']);
});

test('a secret is masked in the file of a long output, wherever chunks are cut', async () => {
  const { run } = await withSecrets();
  const { full_output_path: path } = await run('for i in {1..20000}; do echo "$i $API_TOKEN"; done');
  const text = await readFile(path!, 'utf8');
  expect(text.split('\n').slice(0, 2)).toEqual(['1 ***', '2 ***']);
  expect(text.split('\n').length).toBe(20_001);
  expect(text).not.toContain(SECRET.slice(0, 8));
});

test('secrets come from a file, and what is not named stays outside', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'secrets');
  await writeFile(file, '# mine\nDEPLOY_KEY="from a file"\n');
  const { run } = await openTerminal({
    folder,
    env: {
      OPENAI_API_KEY: 'k-123456',
      GH_TOKEN: 't-123456',
      MY_PASSWORD: 'p-123456',
      HARMLESS: 'h-123456',
      DB_TOKEN: 'passed-on',
    },
    flags: ['--secrets-file', file, '--pass-env', 'DB_TOKEN'],
  });
  expect(
    (await run('echo "$DEPLOY_KEY [$OPENAI_API_KEY$GH_TOKEN$MY_PASSWORD] $HARMLESS $DB_TOKEN"')).output,
  ).toBe('*** [] h-123456 passed-on');
});

test.each([
  [
    ['--secret', 'TINY'],
    'corvid: Secret TINY has 3 characters: at least 6 are needed to mask it safely. Use a longer value, or do not pass it as a secret.',
  ],
  [['--secret', 'NOWHERE'], 'corvid: --secret NOWHERE: there is no such variable in the environment'],
  [['--secrets-file', '/nowhere/at/all'], 'corvid: --secrets-file cannot be read: ENOENT'],
  [['--terminal', 'screen'], "corvid: --terminal takes 'pty' or 'tmux', not 'screen'"],
])('%j is refused at start', async (flags, message) => {
  const home = await temporaryFolder();
  const running = promisify(execFile)(process.execPath, [corvidCommand, 'mcp', ...flags], {
    env: { ...plainEnvironment(home), TINY: 'abc' },
  });
  await expect(running).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test('programs know that no person is watching, and do not wait for one', async () => {
  const { run } = await openTerminal();
  expect(
    (await run('echo $AI_AGENT $TERM $PAGER; tput cols; tput lines; [ -t 0 ] && [ -t 1 ] && echo tty'))
      .output,
  ).toBe('corvid xterm-256color cat\n120\n40\ntty');
  const commit =
    'git init -q . && git config user.email a@b && git config user.name c && git commit -q --allow-empty';
  expect(await run(commit)).toMatchObject({ running: false, exit_code: 1 });
  expect((await run(`${commit} -m first && git log --oneline | cat`)).output).toMatch(/first$/);
  expect(await run('git log')).toMatchObject({ running: false, exit_code: 0 });
});
