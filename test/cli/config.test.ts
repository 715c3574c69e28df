import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ConfigFileError, parseConfig } from '../../src/cli/config/parse-config.ts';
import { fileOptions } from '../../src/options/all-options.ts';
import { configSchema } from '../../src/options/config-schema.ts';
import { lines, type Shell, shell } from './shell.ts';

type Reported = {
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, { readonly value: unknown; readonly from: readonly string[] }>>;
  readonly ignored: readonly { readonly name: string; readonly value: unknown; readonly reason: string }[];
};

type Setting = { readonly user?: unknown; readonly project?: unknown };

/** A shell with these files; a string is written as it is. */
async function configured({ user, project }: Setting) {
  const sh = await shell();
  const files = { user: join(sh.home, 'config', 'corvid', 'config.json'), project: sh.path('.corvid.json') };
  await mkdir(join(sh.home, 'config', 'corvid'), { recursive: true });
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  if (user !== undefined) await writeFile(files.user, text(user));
  if (project !== undefined) await writeFile(files.project, text(project));
  return { ...sh, files };
}

/** The line and the message. */
function problemIn(text: string): string {
  try {
    return JSON.stringify(parseConfig(text, '/home'));
  } catch (error) {
    const { line, message } = error as ConfigFileError;
    return line === undefined ? message : `${line}: ${message}`;
  }
}

async function report({ corvid }: Shell, ...args: string[]): Promise<Reported> {
  const { stdout, stderr } = await corvid(['config', '--json', ...args]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Reported;
}

describe('the settings', () => {
  test('come from a flag, else from the project where it is stricter, else from the user, else from the default', async () => {
    const sh = await configured({
      user: { matching: 'safe', syntax: 'warn', maxViewCharacters: 9000, softTimeoutSeconds: 5 },
      project: { matching: 'exact', syntax: 'reject', maxViewCharacters: 8000, softTimeoutSeconds: 60 },
    });
    const { options, files, ignored } = await report(sh, '--syntax', 'off');
    expect(files).toEqual([sh.files.user, sh.files.project]);
    expect(ignored).toEqual([]);
    const project = [`${sh.files.project}:1`];
    expect(options).toMatchObject({
      matching: { value: 'exact', from: project },
      syntax: { value: 'off', from: ['flag'] },
      maxViewCharacters: { value: 8000, from: project },
      softTimeoutSeconds: { value: 60, from: project },
      maxFileBytes: { value: 10_000_000, from: ['default'] },
      roots: { value: [sh.folder], from: ['default'] },
    });
  });

  test('add up the denied paths of all sources, and the server obeys them', async () => {
    const sh = await configured({ user: { deny: ['*.mine'] }, project: { deny: ['*.theirs'] } });
    const { options } = await report(sh, '--deny', '*.flag');
    expect(options.deny).toEqual({
      value: ['*.mine', '*.flag', '*.theirs'],
      from: [`${sh.files.user}:1`, 'flag', `${sh.files.project}:1`],
    });
    await writeFile(sh.path('a.theirs'), 'x');
    const { code, stderr } = await sh.corvid(['call', 'file_read', '--path', 'a.theirs']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('PATH_DENIED')]);
  });

  test('of a project leave fewer tools, also of those that a flag chose', async () => {
    const sh = await configured({ project: { tools: ['search', 'terminal'], readOnly: true } });
    const { options, ignored } = await report(sh, '--toolset', 'claude');
    expect(options.tools!.value).toEqual(['search']);
    expect(ignored).toMatchObject([
      { name: 'tools', value: 'terminal', reason: 'this tool is not on offer' },
    ]);
    const set = await configured({ project: { toolset: 'exact' } });
    expect((await report(set, '--tools', 'search,edit')).options.tools!.value).toEqual(['search']);
    const none = await set.corvid(['config', '--tools', 'edit']);
    expect(none.stderr).toContain(`${set.files.project}:1: \`toolset\` leaves none of the chosen tools`);
  });

  test('of a project never make the rules looser: that is ignored and reported', async () => {
    const looser = {
      roots: ['/'],
      allowAnywhere: true,
      allowRead: ['.env'],
      unprotect: ['.git'],
      deny: ['!.env'],
      readOnly: false,
      matching: 'permissive',
      syntax: 'off',
      maxFileBytes: 99_000_000,
      secret: ['HOME'],
      logFile: '/tmp/log',
      web: true,
      ignoreProjectFile: true,
    };
    const sh = await configured({ user: { readOnly: true }, project: looser });
    const before = await configured({ user: { readOnly: true } });
    const { options, ignored } = await report(sh);
    expect(ignored.map(({ name }) => name).sort()).toEqual(Object.keys(looser).sort());
    const values = ({ options: all }: { options: Reported['options'] }) =>
      Object.entries(all)
        .filter(([name]) => name !== 'roots' && name !== 'stateDirectory')
        .map(([name, { value }]) => [name, value]);
    expect(values({ options })).toEqual(values(await report(before)));
    const { stdout, stderr, code } = await sh.corvid(['mcp']);
    expect([code, stdout, lines(stderr).length]).toEqual([0, '', ignored.length]);
    expect(stderr).toContain(
      `corvid: ${sh.files.project}:1: \`matching\`: "permissive" is ignored: it is less strict than "safe"\n`,
    );
    expect(stderr).toContain('`allowAnywhere`: true is ignored: the file of a project cannot set it\n');
    expect(stderr).toContain('`deny`: "!.env" is ignored: the file of a project cannot make an exception\n');
    expect((await sh.corvid(['doctor'])).stdout).toContain('`allowAnywhere`: true is ignored');
  });

  test('of the user can be turned off by a flag, and the file of a project can be left unread', async () => {
    const sh = await configured({ user: { readOnly: true }, project: '{ not JSON' });
    const args = ['--no-read-only', '--ignore-project-file'];
    const { options, files } = await report(sh, ...args);
    expect([files, options.readOnly]).toEqual([[sh.files.user], { value: false, from: ['flag'] }]);
  });

  test('are shown in rows with their origins', async () => {
    const sh = await configured({ user: '{\n  // Mine.\n  "syntax": "warn"\n}' });
    const { stdout } = await sh.corvid(['config']);
    expect(stdout).toContain(`Files: ${sh.files.user}\n`);
    expect(stdout).toContain(`syntax               warn  (${sh.files.user}:3)\n`);
    const { stdout: without } = await (await configured({})).corvid(['config']);
    expect(without).toMatch(
      /^No configuration file is read: there is neither .*config\.json nor a \.corvid\.json/,
    );
  });

  test('of the user are not read from a folder that the project chooses', async () => {
    const sh = await configured({});
    await mkdir(sh.path('corvid'));
    await writeFile(sh.path('corvid/config.json'), '{"allowAnywhere": true}');
    const { stdout } = await sh.corvid(['config', '--json'], { env: { XDG_CONFIG_HOME: '.' } });
    expect((JSON.parse(stdout) as Reported).files).toEqual([]);
  });

  test('cannot be changed by a tool', async () => {
    const sh = await configured({ user: {}, project: {} });
    const write = (path: string) =>
      sh.corvid(['call', 'file_write', '--allow-anywhere', '--path', path, '--content', '{}']);
    expect((await write(sh.files.user)).stderr).toContain('PATH_DENIED');
    expect((await write(sh.files.project)).stderr).toContain('PATH_PROTECTED');
  });
});

describe('a file that cannot be used stops the start and names', () => {
  test.each([
    ['an unknown key', '{\n  "readonly": true\n}', ':2: unknown key `readonly`; did you mean `readOnly`?'],
    ['too much', `{}${' '.repeat(70_000)}`, ': it is larger than 65536 bytes'],
  ])('%s, before anything is served', async (_, text, message) => {
    const sh = await configured({ project: text });
    const { code, stdout, stderr } = await sh.corvid(['mcp']);
    expect([code, stdout]).toEqual([1, '']);
    expect(lines(stderr)).toEqual([
      `corvid: ${sh.files.project}${message}`,
      'Correct the file. docs/configuration.md lists the keys and what they take. With --ignore-project-file it is not read.',
    ]);
  });

  test.each([
    ['a key of the prototype', '{"__proto__": {"readOnly": true}}', '1: unknown key `__proto__`'],
    ['another', '{"constructor": 1}', '1: unknown key `constructor`'],
    [
      'a wrong value',
      '{\n\n"matching": "loose"}',
      '3: `matching` takes one of exact, safe, permissive, not loose',
    ],
    ['a wrong type', '{"deny": "x"}', '1: `deny` takes a list of strings, not x'],
    ['a wrong glob', '{"deny": ["[[:alpha:]]"]}', '1: Invalid option `deny`: '],
    [
      'a relative path',
      '{"stateDirectory": "state"}',
      '1: `stateDirectory` takes an absolute path or one that begins with ~/, not state',
    ],
    ['a key that is there twice', '{"web": true,\n"web": false}', '2: `web` is there twice'],
    ['an option of the start', '{"http": "1"}', '1: unknown key `http`'],
    ['broken JSON', '{\n"web": tru', '2: it is not valid JSON: InvalidSymbol'],
    ['another value', '[]', '1: it is not a JSON object'],
    ['nothing', '', '1: it is not valid JSON: ValueExpected'],
    ['deep nesting', '['.repeat(60_000), 'it is nested too deeply'],
  ])('%s', (_, text, message) => {
    expect(() => parseConfig(text, '/home')).toThrow(ConfigFileError);
    expect(problemIn(text)).toContain(message);
  });

  test('a link, a pipe, a folder and bytes that are no text, in a project', async () => {
    const sh = await configured({});
    const problem = async () => lines((await sh.corvid(['config'])).stderr)[0];
    const file = sh.files.project;
    await symlink('/etc/passwd', file);
    expect(await problem()).toBe(`corvid: ${file}: it is a link`);
    execFileSync('rm', [file]);
    execFileSync('mkfifo', [file]);
    expect(await problem()).toBe(`corvid: ${file}: it is not a regular file`);
    execFileSync('rm', [file]);
    await mkdir(file);
    expect(await problem()).toBe(`corvid: ${file}: it is not a regular file`);
    execFileSync('rmdir', [file]);
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await problem()).toBe(`corvid: ${file}: it is not UTF-8 text`);
  });

  test('the file in the checks of doctor, which go on', async () => {
    const sh = await configured({ user: '{"sintax": 1}' });
    const { code, stdout } = await sh.corvid(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `✗ configuration ${sh.files.user}:1: unknown key \`sintax\`; did you mean \`syntax\`?`,
    );
    expect(stdout).toContain('✓ edit');
  });

  test('the file and the line also for what only the start can check', async () => {
    const sh = await configured({ user: { roots: ['/gone'] } });
    expect((await sh.corvid(['mcp'])).stderr).toContain(
      `${sh.files.user}:1: \`roots\` '/gone' is not a folder; name a folder that is there`,
    );
    const named = await configured({ user: { tools: ['serch'] } });
    expect((await named.corvid(['mcp'])).stderr).toContain(
      `${named.files.user}:1: \`tools\`: there is no tool 'serch'; did you mean 'search'?`,
    );
  });
});

describe('the schemas in docs', () => {
  const shipped = async (name: string) =>
    JSON.parse(await readFile(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8'));

  test('are those of the options', async () => {
    expect(await shipped('config.schema.json')).toEqual(configSchema('user'));
    expect(await shipped('project.schema.json')).toEqual(configSchema('project'));
  });

  test('know each key and accept what the command accepts', () => {
    const user = new Ajv2020().compile(configSchema('user'));
    const project = new Ajv2020().compile(configSchema('project'));
    expect(Object.keys(configSchema('user').properties as object)).toEqual([
      '$schema',
      ...Object.keys(fileOptions),
    ]);
    expect(user({ $schema: 'x', roots: ['/a'], matching: 'exact', maxFileBytes: 1, tools: ['edit'] })).toBe(
      true,
    );
    expect(user({ matching: 'loose' })).toBe(false);
    expect(user({ http: '80' })).toBe(false);
    expect(project({ readOnly: true, deny: ['a'], tools: [] })).toBe(true);
    for (const looser of [{ readOnly: false }, { deny: ['!a'] }, { roots: ['/'] }, { web: true }])
      expect(project(looser)).toBe(false);
  });
});
