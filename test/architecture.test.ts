import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// docs/architecture.md, executed: who may import whom, inward only.

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');

type Rule = { readonly ours: readonly string[]; readonly others: readonly RegExp[] };

const node = /^node:/;
const rules: Record<string, Rule> = {
  // It only computes.
  core: { ours: ['core'], others: [/^fastest-levenshtein$/, /^@xterm\/headless$/] },
  ports: { ours: ['core', 'ports'], others: [] },
  // They only compute.
  workspace: { ours: ['core', 'ports', 'workspace'], others: [/^(node:path|ignore)$/] },
  tools: { ours: ['core', 'ports', 'workspace', 'tools'], others: [/^zod/] },
  adapters: {
    ours: ['core', 'ports', 'adapters'],
    others: [
      node,
      /^iconv-lite$/,
      /^chardetng-wasm\//,
      /^(oxc-parser|jsonc-parser|yaml|smol-toml|web-tree-sitter)$/,
      /^@astral-sh\/ruff-wasm-nodejs$/,
      /^@lydell\/node-pty$/,
    ],
  },
  mcp: {
    ours: ['core', 'ports', 'workspace', 'tools', 'mcp', 'open-workspace.ts'],
    others: [/^@modelcontextprotocol\/server/, /^node:(http|net|stream|crypto)$/],
  },
  acp: { ours: ['core', 'ports', 'workspace', 'tools', 'acp', 'open-workspace.ts'], others: [node] },
  cli: {
    ours: ['core', 'ports', 'adapters', 'workspace', 'tools', 'mcp', 'acp', 'cli', 'open-workspace.ts'],
    others: [
      node,
      /^@modelcontextprotocol\/(client|server)/,
      /^(jsonc-parser|smol-toml)$/,
      // Which name was meant.
      /^fastest-levenshtein$/,
    ],
  },
  'open-workspace.ts': { ours: ['ports', 'adapters', 'workspace', 'open-terminals.ts'], others: [node] },
  'open-terminals.ts': { ours: ['core', 'adapters', 'workspace'], others: [] },
  'index.ts': { ours: ['core', 'ports', 'workspace', 'tools', 'acp', 'open-workspace.ts'], others: [] },
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(sep).join('/'));

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\brequire\.resolve\(\s*|^import\s+)'([^']+)'/gm);
  return [...found].map((match) => match[1]!);
}

function layerOf(file: string): string {
  return file.split('/')[0]!;
}

function isAllowed(file: string, imported: string): boolean {
  const rule = rules[layerOf(file)]!;
  if (!imported.startsWith('.')) return rule.others.some((pattern) => pattern.test(imported));
  const target = relative(source, join(source, dirname(file), imported))
    .split(sep)
    .join('/');
  return rule.ours.includes(layerOf(target));
}

describe('the house', () => {
  test('has a rule for every layer, and files in it', () => {
    expect([...new Set(files.map(layerOf))].sort()).toEqual(Object.keys(rules).sort());
    expect(files.length).toBeGreaterThan(30);
  });

  test('imports only inward', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => !isAllowed(file, imported))
        .map((imported) => `${file} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  test('would notice an import outward', () => {
    expect(isAllowed('core/match/exact.ts', '../../ports/files.ts')).toBe(false);
    expect(isAllowed('core/match/exact.ts', 'node:fs')).toBe(false);
    expect(isAllowed('workspace/workspace.ts', '../adapters/files/local-files.ts')).toBe(false);
    expect(isAllowed('tools/view.ts', 'node:fs/promises')).toBe(false);
  });

  test.each([
    ['prints only in cli/output.ts', /\bconsole\.|process\.stdout\.write/, ['cli/output.ts']],
    [
      'reads the environment and the arguments only where it is told',
      /process\.(env|argv)\b/,
      ['cli/environment.ts', 'cli/launch.ts', 'cli/main.ts', 'open-workspace.ts', 'open-terminals.ts'],
    ],
    [
      'opens no connection to other machines',
      // A socket file between an editor and its server is the one that is opened.
      /(?<![.\w])fetch\(['"`\w]|'node:(https|tls|dgram|http2)'|\bhttp\.(get|request)\(|import \{[^}]*\bconnect\b[^}]*\} from 'node:net'/,
      ['acp/editor-link.ts'],
    ],
    [
      'has no clock and no randomness in its core',
      /\b(Date\.now|new Date\(\)|Math\.random|performance\.now)\b/,
      files.filter((file) => !file.startsWith('core/')),
    ],
  ])('%s', (_, pattern, allowed) => {
    const users = files.filter((file) => pattern.test(readFileSync(join(source, file), 'utf8')));
    expect(users.filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test('knows no catch-all names', () => {
    expect(files.filter((file) => /(^|\/)(utils?|common|helpers?|types|misc)\.ts$/.test(file))).toEqual([]);
  });
});
