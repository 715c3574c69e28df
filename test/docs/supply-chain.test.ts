import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts, dependencies, version } = JSON.parse(read('package.json'));

type Locked = { readonly dev?: true; readonly license?: string; readonly resolved?: string };
const locked = Object.entries(
  JSON.parse(read('package-lock.json')).packages as Record<string, Locked>,
).filter(([path]) => path !== '');

type Step = { readonly run?: string; readonly uses?: string };
type Job = {
  readonly needs?: string;
  readonly permissions?: Record<string, string>;
  readonly steps: readonly Step[];
};
type Workflow = { readonly permissions: Record<string, string>; readonly jobs: Record<string, Job> };
const workflows = readdirSync(join(root, '.github', 'workflows'));
const workflow = (name: string) => parse(read(`.github/workflows/${name}`)) as Workflow;
const runsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
const stepsOf = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps }) => steps);

describe('what comes from others', () => {
  const free = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'MIT OR Apache-2.0', 'OFL-1.1'];

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

  test.each(workflows)('%s takes the actions of others by commit, with the version in words', (name) => {
    const used = [...read(`.github/workflows/${name}`).matchAll(/uses: *(.*)/g)].map(([, action]) => action!);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  });

  test('build and check without the right to sign, and publish with provenance', () => {
    const { build, publish } = workflow('release.yml').jobs;
    expect(build!.permissions).toBeUndefined();
    const checks = runsOf(build!);
    for (const check of ['check-release', '.ci/run', 'npm audit', 'test:fuzz', 'test:faults', 'test:hostile'])
      expect(
        checks.some((run) => run.includes(check)),
        check,
      ).toBe(true);
    expect(checks.some((run) => run.includes('npm pack'))).toBe(true);
    expect(publish!.needs).toBe('build');
    expect(publish!.permissions).toMatchObject({ 'id-token': 'write' });
    expect(runsOf(publish!).find((run) => run.includes('npm publish'))).toContain('--provenance');
  });

  test.each(workflows)('%s runs nothing of the project where it may sign or write', (name) => {
    const strong = Object.values(workflow(name).jobs).filter(({ permissions = {} }) =>
      Object.values(permissions).includes('write'),
    );
    const actions = strong.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []));
    expect(actions).not.toContain('actions/checkout');
    const runs = strong.flatMap(runsOf);
    const forbidden = /\bnpm (ci|i|install|run|test|pack|exec)\b|\bnpx\b|\bnode \S|\bbash \S/;
    expect(runs.filter((run) => forbidden.test(run))).toEqual([]);
    for (const run of runs.filter((one) => one.includes('npm publish')))
      expect(run).toMatch(/npm publish \.\/release\/\*\.tgz .*--ignore-scripts/);
  });

  test('publish the files whose checksums the build gave, and no others', () => {
    const { publish } = workflow('release.yml').jobs;
    const runs = runsOf(publish!);
    const checked = runs.findIndex((run) => run.includes('sha256sum --check --strict'));
    expect(checked).toBeGreaterThanOrEqual(0);
    expect(checked).toBeLessThan(runs.findIndex((run) => run.includes('npm publish')));
    expect(runs[checked]).toContain('ls -A');
  });

  test('refuse a tag that is not the version', () => {
    const check = () =>
      execFileSync(process.execPath, ['scripts/check-release.mjs', 'v99.0.0'], { cwd: root, stdio: 'pipe' });
    expect(check).toThrow(`package.json says ${version}, the tag says v99.0.0`);
  });
});

describe('what is deployed', () => {
  test('has a base image that is named by its digest', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    expect(bases.length).toBe(2);
    expect(bases.filter((image) => !/^node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual(
      [],
    );
    expect(new Set(bases).size).toBe(1);
  });

  test('reaches no other machine in a cluster unless it is allowed to', () => {
    const policy = parseAllDocuments(read('packaging/kubernetes.yaml'))
      .map((document) => document.toJS())
      .find(({ kind }) => kind === 'NetworkPolicy');
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(policy.spec.egress).toEqual([]);
  });

  test('is packed by a program that comes from a lock', () => {
    const { dependencies } = JSON.parse(read('packaging/mcpb/package.json'));
    expect(Object.values(dependencies).filter((version) => !/^\d[\w.-]*$/.test(String(version)))).toEqual([]);
    const { packages } = JSON.parse(read('packaging/mcpb/package-lock.json'));
    const others = Object.entries(packages as Record<string, Locked>).filter(([path]) => path !== '');
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(([, value]) => !('integrity' in value)).map(([path]) => path)).toEqual([]);
    expect(read('.github/workflows/release.yml')).toContain(
      'npm ci --ignore-scripts --prefix packaging/mcpb',
    );
  });
});
