import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts, dependencies, version } = JSON.parse(read('package.json'));

type Locked = { readonly dev?: true; readonly license?: string; readonly resolved?: string };
const locked = Object.entries(
  JSON.parse(read('package-lock.json')).packages as Record<string, Locked>,
).filter(([path]) => path !== '');

type Step = { readonly run?: string; readonly uses?: string };
type Job = { readonly permissions?: Record<string, string>; readonly steps: readonly Step[] };
type Workflow = { readonly permissions: Record<string, string>; readonly jobs: Record<string, Job> };
const workflows = readdirSync(join(root, '.github', 'workflows'));
const workflow = (name: string) => parse(read(`.github/workflows/${name}`)) as Workflow;
const stepsOf = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps }) => steps);

describe('what comes from others', () => {
  const free = ['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', 'MIT OR Apache-2.0'];

  test('is under licences that ask only to be named', () => {
    const bundled = JSON.parse(read('dist/third-party.json')) as { name: string; license: string }[];
    const others = bundled.filter(({ license }) => !free.includes(license));
    expect(others).toEqual([]);
    const installed = locked.filter(([, { dev }]) => !dev);
    expect(installed.filter(([, { license }]) => !free.includes(license ?? ''))).toEqual([]);
    expect(bundled.map(({ name }) => name)).toEqual(expect.arrayContaining(['zod', 'iconv-lite', 'yaml']));
  });

  test('is named with its licence in the package', () => {
    const notices = read('dist/third-party.txt');
    const bundled = JSON.parse(read('dist/third-party.json')) as { name: string; version: string }[];
    for (const { name, version } of bundled) expect(notices).toContain(`\n${name} ${version} (`);
  });

  test('is pinned: exact versions, and a checksum for each package', () => {
    const all = { ...dependencies, ...JSON.parse(read('package.json')).devDependencies };
    expect(Object.values(all).filter((version) => !/^\d[\w.-]*$/.test(String(version)))).toEqual([]);
    const unsigned = locked.filter(([, value]) => !('integrity' in value) && !('inBundle' in value));
    expect(unsigned.map(([path]) => path)).toEqual([]);
  });
});

describe('the workflows', () => {
  test.each(workflows)('%s asks for no more rights than to read, but where it says why', (name) => {
    expect(workflow(name).permissions).toEqual({ contents: 'read' });
  });

  test.each(workflows)('%s runs only scripts that exist', (name) => {
    const used = stepsOf(name).flatMap(({ run }) => [...(run ?? '').matchAll(/npm run ([\w:]+)/g)]);
    expect(used.map(([, script]) => script).filter((script) => !(script! in scripts))).toEqual([]);
    const files = stepsOf(name).flatMap(({ run }) => [...(run ?? '').matchAll(/(?:node|bash) (\S+)/g)]);
    for (const [, file] of files) expect(read(file!)).not.toBe('');
  });

  test('publish with provenance, and only what was checked', () => {
    const { publish } = workflow('release.yml').jobs;
    expect(publish!.permissions).toMatchObject({ 'id-token': 'write' });
    const runs = publish!.steps.flatMap(({ run }) => run ?? []);
    const at = (part: string) => runs.findIndex((run) => run.includes(part));
    expect(runs[at('npm publish')]).toContain('--provenance');
    for (const before of ['check-release', '.ci/run', 'npm audit', 'test:fuzz', 'test:faults']) {
      expect(at(before), before).toBeGreaterThanOrEqual(0);
      expect(at(before), before).toBeLessThan(at('npm publish'));
    }
  });

  test('refuse a tag that is not the version', () => {
    const check = () =>
      execFileSync(process.execPath, ['scripts/check-release.mjs', 'v99.0.0'], { cwd: root, stdio: 'pipe' });
    expect(check).toThrow(`package.json says ${version}, the tag says v99.0.0`);
  });
});
