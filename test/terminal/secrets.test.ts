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

const QUOTED = `it's a "key" with $signs & \\slashes\n${'second line of it, é '.repeat(4)}`;
const withQuoted = sharedTerminal({
  env: { HARD: QUOTED, API_TOKEN: SECRET },
  flags: ['--secret', 'HARD', '--secret', 'API_TOKEN'],
});

/** What programs print without meaning to hide anything. */
test.each([
  'set -x; : "$HARD"; : "$API_TOKEN"; set +x',
  'export -p',
  'declare -p HARD API_TOKEN',
  'set | grep -A3 -e HARD= -e API_TOKEN=',
  'printf "%q\\n" "$HARD" "$API_TOKEN"',
  `echo "\${HARD@Q}" "\${API_TOKEN@A}"`,
  'env',
  'for w in 76 64 19 1; do printf %s "$HARD" | base64 -w $w; echo; done',
  'for p in "" a ab abc; do printf "%s%s tail" "$p" "$API_TOKEN" | base64 -w 20; done',
  'printf %s "$HARD" | base64 -w 0 | tr +/ -_',
  'printf %s "$HARD$API_TOKEN" | od -An -tx1',
  'printf %s "$HARD$API_TOKEN" | od -tx1',
  'printf %s "$HARD$API_TOKEN" | od -tx1z',
  'printf %s "x$HARD$API_TOKEN" | od -x',
  'printf %s "$HARD$API_TOKEN" | od -c',
  'printf %s "$HARD$API_TOKEN" | od -b',
  'printf %s "$API_TOKEN" | od -An -tx1 | tr -d " \\n" | tr a-f A-F',
  'printf %s "$HARD$API_TOKEN" | { ! command -v xxd >/dev/null || xxd; }',
  'printf %s "$HARD$API_TOKEN" | { ! command -v xxd >/dev/null || xxd -p; }',
  'printf %s "$HARD$API_TOKEN" | { ! command -v xxd >/dev/null || xxd -u -g1; }',
  'printf %s "$HARD$API_TOKEN" | { ! command -v xxd >/dev/null || xxd -i; }',
  'printf %s "$HARD$API_TOKEN" | { ! command -v hexdump >/dev/null || hexdump -C; }',
  'printf %s "$HARD$API_TOKEN" | { ! command -v hexdump >/dev/null || hexdump; }',
  `node -e 'console.log(JSON.stringify(process.env), encodeURIComponent(process.env.HARD), escape(process.env.API_TOKEN))'`,
  `node -e 'let t = process.env.HARD; for (const i of [1, 2, 3]) console.log(t = JSON.stringify({ t }))'`,
  `node -e 'console.log(process.env.HARD.split("\\x22").join("\\x22\\x22").split("\\x27").join("\\x27\\x27"))'`,
  `node -e 'console.log(process.env.HARD.replace(/[&"]/g, (c) => c === "&" ? "&amp;" : "&quot;").split("\\x27").join("&#39;"))'`,
  `node -e 'console.log(process.env, new URLSearchParams(process.env).toString())'`,
  `node -e 'for (const b of Buffer.from(process.env.API_TOKEN)) process.stdout.write("%" + b.toString(16))'`,
])('nothing of a secret is left by %s', async (command) => {
  const { run } = await withQuoted();
  const { text, output } = await run(command);
  // A program that is not there prints nothing.
  expect(output).toMatch(/^$|\*\*\*/);
  for (const secret of [QUOTED, SECRET]) expect(remainsOf(secret, text)).toEqual([]);
});

/** The parts of a secret that are in a text, plain or encoded. */
function remainsOf(secret: string, text: string): string[] {
  const bytes = Buffer.from(secret);
  const dense = text.replace(/\s/g, '').toLowerCase();
  return Array.from({ length: bytes.length - 8 }, (_, at) => bytes.subarray(at, at + 8)).flatMap((part) => {
    const base64 = part.toString('base64').slice(2, 9);
    const isThere =
      text.includes(part.toString()) || dense.includes(part.toString('hex')) || text.includes(base64);
    return isThere ? [part.toString()] : [];
  });
}

test('a secret in base64 that is wrapped over chunks is masked in the file of a long output', async () => {
  const { run } = await withQuoted();
  const { full_output_path: path } = await run(
    'b=$(echo "x$HARD" | base64 -w 64); d=$(printf %s "$HARD" | od -tx1); for i in {1..3000}; do echo "$i is a line"; echo "$b"; echo "$d"; done',
  );
  const text = await readFile(path!, 'utf8');
  expect(text.match(/is a line$/gm)?.length).toBe(3000);
  expect(remainsOf(QUOTED, text)).toEqual([]);
});

test('a variable that was kept from the shell is explained once in each shell', async () => {
  const { run } = await openTerminal({ env: { STRIPE_KEY: 'sk-123456', PGPASSWORD: 'pg-123456' } });
  const note =
    '[STRIPE_KEY is set, but the shell does not get it because it looks like a credential. Start corvid with --pass-env STRIPE_KEY to pass it on, or with --secret STRIPE_KEY to pass it on and mask its value.]';
  expect((await run('echo "[$STRIPE_KEY$PGPASSWORD]"')).output).toBe('[]');
  expect((await run('set -u; echo $STRIPE_KEY')).notes).toContain(note);
  expect((await run('echo STRIPE_KEY is missing')).notes ?? []).not.toContain(note);
  expect((await run('echo MY_STRIPE_KEY', { reset: true })).text).not.toContain('--pass-env');
  expect((await run('echo STRIPE_KEY is missing')).text).toContain(note);
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
