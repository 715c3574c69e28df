import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { languageOf } from '../matching/corpus/languages.mjs';
import { keptInCache, packageFiles } from '../packages.mjs';
import { fetchVersion } from '../registries.mjs';
import { cacheFolder } from '../workshop.mjs';

const run = promisify(execFile);
/** Part of the cache's file names: a change of the rules below makes the files of earlier runs void. */
const RULES = 'v3';
const LINES = { min: 12, max: 3000 };
const MAX_LINE = 300;
const MAX_LOCAL_FILES = 400;
const WANTED = ['Python', 'TypeScript', 'Go', 'Rust', 'C', 'YAML', 'Makefile'];
const GENERATED = /(^|\/)(dist|build|node_modules|testdata|parser\.c)(\/|$)|\.d\.ts$|-lock\.|_pb2?\./;
const MAKEFILE = /(^|\/)(?:GNU)?[Mm]akefile(?:\.\w+)?$|\.mk$/;

/** A line of a template language makes the file no file of its own. */
const TEMPLATE = /^\s*\{[{%]/;

/** Packages to work on, those that were judged by once and looked at since, and those to judge by. */
export const PACKAGES = {
  tune: [
    '@grafana/create-plugin@7.1.7',
    'lmdb@3.5.6',
    'node-gyp@12.4.0',
    're2@1.21.4',
    'rxjs@7.8.2',
    'uniffi-bindgen-react-native@0.31.0-5',
  ],
  earlier: [
    'aws-cdk@2.100.0',
    'azle@0.17.1',
    'serverless@1.83.3',
    'skulpt@1.2.0',
    'tree-sitter@0.25.1',
    'usb@2.14.0',
  ],
  report: [],
};

/** Wheels bring Python; Go modules, with their whole repository, bring YAML and Makefiles. */
const FETCHED = {
  tune: {
    wheels: ['flask==3.1.3', 'requests==2.32.3', 'rich==13.9.4'],
    modules: [
      'github.com/prometheus/prometheus@v0.50.0',
      'github.com/containerd/containerd@v1.7.13',
      'github.com/spf13/cobra@v1.8.0',
      'github.com/goreleaser/goreleaser@v1.24.0',
    ],
  },
  earlier: {
    wheels: ['httpx==0.27.2', 'click==8.1.7', 'networkx==3.2.1'],
    modules: [
      'github.com/golangci/golangci-lint@v1.56.2',
      'github.com/traefik/traefik/v2@v2.11.0',
      'github.com/docker/compose/v2@v2.24.6',
      'go.opentelemetry.io/collector@v0.95.0',
    ],
  },
  report: { wheels: [], modules: [] },
};

/** Each with the languages that are taken from it: `client name version languages`. */
const VERSIONS = {
  tune: [],
  earlier: [],
  report: [
    'pypi django 4.2.11 Python',
    'pypi fastapi 0.110.0 Python',
    'pypi sqlalchemy 2.0.28 Python',
    'pypi scrapy 2.11.1 Python',
    'npm argon2 0.41.1 C',
    'npm secp256k1 5.0.1 C',
    'npm sodium-native 4.3.1 C',
    'npm typeorm 0.2.45 TypeScript',
    'npm date-fns 2.30.0 TypeScript',
    'npm @reduxjs/toolkit 2.2.1 TypeScript',
    'npm vue-router 4.3.0 TypeScript',
    'npm @tanstack/query-core 5.28.4 TypeScript',
    'crate tokio 1.36.0 Rust',
    'crate clap_builder 4.5.2 Rust',
    'crate regex-automata 0.4.6 Rust',
    'go github.com/gohugoio/hugo v0.123.8 Go,YAML,Makefile',
    'go github.com/gin-gonic/gin v1.9.1 Go,YAML,Makefile',
    'go github.com/hashicorp/consul v1.18.0 YAML,Makefile',
    'go github.com/grafana/loki v1.6.1 YAML,Makefile',
    'go github.com/kubernetes-sigs/kustomize v2.0.3+incompatible Go,YAML,Makefile',
    'go github.com/etcd-io/bbolt v1.3.3 Go,YAML,Makefile',
    'go github.com/cilium/ebpf v0.13.2 Go,YAML,Makefile',
    'go github.com/argoproj/argo-workflows/v3 v3.5.5 YAML,Makefile',
  ],
};

/** Languages of which few packages bring sources; their toolchains, where installed, bring more. */
const TOOLCHAINS = [
  { language: 'Go', extension: '.go', ask: ['go', ['env', 'GOROOT']], under: 'src' },
  {
    language: 'Python',
    extension: '.py',
    ask: ['python3', ['-c', "import sysconfig; print(sysconfig.get_path('stdlib'))"]],
    under: '',
  },
];

/** The sources of a set: `{ id, path, language, text }`. */
export async function loadSources(corpus) {
  const sources = [];
  for (const spec of PACKAGES[corpus]) sources.push(...(await packageSources(spec)));
  for (const spec of FETCHED[corpus].wheels) sources.push(...(await fetched(spec, wheelFolder)));
  for (const spec of FETCHED[corpus].modules) sources.push(...(await fetched(spec, moduleFolder)));
  for (const spec of VERSIONS[corpus]) sources.push(...(await versionSources(spec)));
  if (corpus !== 'report')
    for (const toolchain of TOOLCHAINS) sources.push(...(await localSources(toolchain, corpus)));
  return [...new Map(sources.map((source) => [source.text, source])).values()];
}

function packageSources(spec) {
  const slug = spec.replace(/^@/, '').replaceAll(/[/@]/g, '-');
  return keptInCache(`lines-${RULES}-${slug}`, () => fetchSources(spec));
}

async function fetchSources(spec) {
  process.stderr.write(`lines: fetching ${spec}\n`);
  const files = await packageFiles(spec);
  return files.flatMap(([path, bytes]) => sourceOf(path, languageOf(path), bytes, spec) ?? []);
}

function versionSources(spec) {
  return keptInCache(`lines-${RULES}-${spec.replaceAll(/[/@ ,]+/g, '-')}`, async () => {
    process.stderr.write(`lines: fetching ${spec}\n`);
    const [client, name, version, languages] = spec.split(' ');
    const files = await fetchVersion({ client, name }, version);
    return files.flatMap(([path, bytes]) => {
      const language = languageIn(path);
      return languages.split(',').includes(language) ? (sourceOf(path, language, bytes, name) ?? []) : [];
    });
  });
}

function languageIn(path) {
  return MAKEFILE.test(path) ? 'Makefile' : languageOf(path);
}

/** The names of everything that a corpus is made of. */
export function packagesOf(corpus) {
  return [PACKAGES, VERSIONS].flatMap((some) => some[corpus]).concat(...Object.values(FETCHED[corpus]));
}

function fetched(spec, folderOf) {
  return keptInCache(`lines-${RULES}-${spec.replaceAll(/[/@=]+/g, '-')}`, async () => {
    process.stderr.write(`lines: fetching ${spec}\n`);
    const folder = await mkdtemp(join(cacheFolder(), 'fetch-'));
    try {
      return await sourcesUnder(await folderOf(spec, folder), spec);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function wheelFolder(spec, folder) {
  await run('pip', ['download', '--quiet', '--no-deps', '--only-binary', ':all:', '--dest', folder, spec]);
  const [wheel] = await readdir(folder);
  await run('python3', ['-m', 'zipfile', '--extract', join(folder, wheel), join(folder, 'files')]);
  return join(folder, 'files');
}

async function moduleFolder(spec, folder) {
  const { stdout } = await run('go', ['mod', 'download', '-json', spec], { cwd: folder });
  return JSON.parse(stdout).Dir;
}

async function sourcesUnder(folder, spec) {
  const paths = (await readdir(folder, { recursive: true })).sort();
  const wanted = paths.filter((path) => ['Python', 'YAML', 'Makefile'].includes(languageIn(path)));
  const sources = await Promise.all(
    wanted.map(async (path) => sourceOf(path, languageIn(path), await readFile(join(folder, path)), spec)),
  );
  return sources.filter(Boolean);
}

async function localSources({ language, extension, ask, under }, corpus) {
  const answer = await run(...ask).catch(() => undefined);
  const root = answer && join(answer.stdout.trim(), under);
  if (!root || !existsSync(root)) return [];
  const isOurs = (_, at) => (at % 2 === 0) === (corpus === 'tune');
  const entries = (await readdir(root, { recursive: true })).sort();
  const paths = entries.filter(
    (path) => path.endsWith(extension) && !/(^|[\\/])(site-packages|test|testdata|vendor)[\\/]/.test(path),
  );
  const step = Math.max(1, Math.floor(paths.length / (2 * MAX_LOCAL_FILES)));
  const chosen = paths.filter((_, at) => at % step === 0).filter(isOurs);
  const sources = await Promise.all(
    chosen.map(async (path) => sourceOf(path, language, await readFile(join(root, path)), ask[0])),
  );
  return sources.flatMap((source) => (source ? { ...source, language: `${language} (toolchain)` } : []));
}

/** UTF-8 with LF and of a usual size, else undefined. */
function sourceOf(path, language, bytes, origin) {
  if (!WANTED.includes(language) || GENERATED.test(path)) return undefined;
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') || text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const lines = text.split('\n');
  if (lines.length < LINES.min || lines.length > LINES.max) return undefined;
  if (lines.some((line) => line.length > MAX_LINE || TEMPLATE.test(line))) return undefined;
  return { id: `${origin}/${path}`, path, language, text };
}
