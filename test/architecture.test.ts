import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tools } from '../src/tools/index.ts';
import { filesOnPage, foldersOnPage } from './architecture/architecture-page.ts';
import { circlesIn, importsBetweenFiles, longestChain, reachedFrom } from './architecture/import-graph.ts';
import {
  files,
  filesBelow,
  grouped,
  ninetiethPercentile,
  parsed,
  root,
  targetOf,
  textOf,
} from './architecture/source-files.ts';
import { functionLengths, unplainWords } from './architecture/syntax-tree.ts';

// docs/architecture.md, executed: who may import whom, inward only.

type Rule = { readonly ours: readonly string[]; readonly others: readonly RegExp[] };

const node = /^node:/;
const rules: Record<string, Rule> = {
  // It only computes.
  core: { ours: ['core'], others: [/^fastest-levenshtein$/, /^@xterm\/headless$/] },
  ports: { ours: ['core', 'ports'], others: [] },
  // They only compute.
  terminals: { ours: ['core', 'ports', 'terminals'], others: [] },
  workspace: { ours: ['core', 'ports', 'terminals', 'workspace'], others: [/^node:path$/] },
  tools: { ours: ['core', 'ports', 'terminals', 'workspace', 'tools'], others: [/^zod/] },
  adapters: {
    ours: ['core', 'ports', 'adapters'],
    others: [
      node,
      /^iconv-lite$/,
      /^chardetng-wasm\//,
      /^(oxc-parser|jsonc-parser|yaml|smol-toml|web-tree-sitter)$/,
      /^@astral-sh\/ruff-wasm-nodejs$/,
      /^@lydell\/node-pty$/,
      /^(@mozilla\/readability|linkedom|turndown)$/,
    ],
  },
  mcp: {
    ours: ['core', 'ports', 'terminals', 'workspace', 'tools', 'mcp', 'open-workspace.ts', 'serve.ts'],
    others: [/^@modelcontextprotocol\/server/, /^node:(http|net|stream|crypto|url)$/],
  },
  // The page's own server; what the browser runs is in page/.
  watch: {
    ours: ['core', 'workspace', 'tools', 'watch'],
    others: [/^node:(crypto|fs|http|net|path|zlib)$/],
  },
  acp: {
    ours: ['core', 'ports', 'terminals', 'workspace', 'tools', 'acp', 'open-workspace.ts'],
    others: [node],
  },
  cli: {
    ours: [
      'core',
      'ports',
      'options',
      'adapters',
      'terminals',
      'workspace',
      'tools',
      'mcp',
      'acp',
      'watch',
      'cli',
      'open-journal.ts',
      'open-web.ts',
      'open-workspace.ts',
      'version.ts',
    ],
    others: [
      node,
      /^@modelcontextprotocol\/(client|server)/,
      /^(jsonc-parser|smol-toml)$/,
      /^zod\/v4\/core$/,
    ],
  },
  'open-workspace.ts': {
    ours: [
      'core',
      'ports',
      'adapters',
      'terminals',
      'workspace',
      'options',
      'open-checkpoints.ts',
      'open-policy.ts',
      'open-search.ts',
      'open-terminals.ts',
      'open-web.ts',
    ],
    others: [node],
  },
  'open-journal.ts': {
    ours: ['core', 'ports', 'adapters', 'workspace', 'tools', 'options', 'open-policy.ts'],
    others: [],
  },
  'open-web.ts': { ours: ['core', 'ports', 'adapters', 'options'], others: [] },
  'open-search.ts': { ours: ['ports', 'adapters'], others: [] },
  'open-checkpoints.ts': { ours: ['ports', 'adapters', 'options', 'open-policy.ts'], others: [node] },
  'open-policy.ts': { ours: ['core', 'adapters', 'options'], others: [node] },
  options: { ours: ['core', 'ports', 'adapters', 'options'], others: [] },
  'open-terminals.ts': { ours: ['core', 'adapters', 'terminals', 'options'], others: [] },
  'serve.ts': { ours: ['tools', 'mcp', 'open-workspace.ts', 'version.ts'], others: [] },
  'version.ts': { ours: [], others: [] },
  'index.ts': {
    ours: ['core', 'ports', 'workspace', 'tools', 'acp', 'open-workspace.ts', 'serve.ts'],
    others: [],
  },
};

const imports = new Map(files.map((file) => [file, importsBetweenFiles(file)]));
/** By what is loaded. */
const byValue = new Map([...imports].map(([file, { values }]) => [file, values]));
/** By types as well: what a reader may have to look up. */
const withTypes = new Map([...imports].map(([file, { values, types }]) => [file, [...values, ...types]]));

const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 60;
const MAX_FILES_IN_FOLDER = 15;
/** Folders with one file for each entry of a list, which grow by what they are for. */
const LISTS = ['tools', 'cli/commands', 'core/match/strategies', 'core/languages/code'];
const MAX_FILES_IN_LIST = 25;
const MAX_CHAIN = 17;
const MAX_CHAIN_WITH_TYPES = 20;

/** Without comments and strings: what the code itself speaks of. */
function withoutTexts(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '');
}

function importsOf(file: string): string[] {
  const text = textOf(file);
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\brequire\.resolve\(\s*|^import\s+)'([^']+)'/gm);
  return [...found].map((match) => match[1]!);
}

/** Without what is passed on from another file, and once for a function with several signatures. */
function exportedNames(file: string): string[] {
  const entries = parsed(file).module.staticExports.flatMap((statement) => statement.entries);
  const own = entries.filter(({ moduleRequest }) => !moduleRequest).map(({ exportName }) => exportName.name);
  return [...new Set(own.filter((name) => name !== null))];
}

/** `a/b/c.ts` → `a`, `a/b` */
function foldersAbove(file: string): string[] {
  const names = dirname(file).split('/');
  return names[0] === '.' ? [] : names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function isBeingReworded(file: string): boolean {
  return /^core\/indent\//.test(file);
}

function layerOf(file: string): string {
  return file.split('/')[0]!;
}

function isAllowed(file: string, imported: string): boolean {
  const rule = rules[layerOf(file)]!;
  if (!imported.startsWith('.')) return rule.others.some((pattern) => pattern.test(imported));
  return rule.ours.includes(layerOf(targetOf(file, imported)));
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

  test('gives the browser only pure code, and packages for pages', () => {
    const page = join(root, 'page');
    const wrong = filesBelow(page)
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(page, file), 'utf8');
        const imported = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*)'([^']+)'/g)].map(
          (match) => match[1]!,
        );
        return imported
          .filter((name) => !/^(preact|@preact\/signals|refractor|hast)(\/|$)/.test(name))
          .filter(
            (name) =>
              !name.startsWith('.') ||
              /^\.\.\/(src|core)/.test(relative(page, join(page, dirname(file), name))),
          )
          .filter((name) => !/\/src\/core\//.test(name))
          .map((name) => `page/${file} imports ${name}`);
      });
    expect(wrong).toEqual([]);
  });

  test('would notice an import outward', () => {
    expect(isAllowed('core/match/strategies/exact.ts', '../../../ports/files.ts')).toBe(false);
    expect(isAllowed('core/match/strategies/exact.ts', 'node:fs')).toBe(false);
    expect(isAllowed('workspace/workspace.ts', '../adapters/files/local-files.ts')).toBe(false);
    expect(isAllowed('tools/show/view.ts', 'node:fs/promises')).toBe(false);
  });

  test.each([
    [
      'prints only in cli/output/output.ts',
      /\bconsole\.|process\.std(out|err)\.write/,
      ['cli/output/output.ts'],
    ],
    [
      'reads the environment and the arguments only in these files',
      /process\.(env|argv)\b/,
      [
        'cli/environment.ts',
        'cli/launch.ts',
        'cli/start.ts',
        'open-checkpoints.ts',
        'open-policy.ts',
        'open-search.ts',
        'open-terminals.ts',
        'open-web.ts',
      ],
    ],
    [
      'opens no connection to other machines',
      // A socket file between an editor and its server is the one that is opened.
      /(?<![.\w])fetch\(['"`\w]|'node:(https|tls|dgram|http2)'|\bhttp\.(get|request)\(|import \{[^}]*\bconnect\b[^}]*\} from 'node:net'/,
      ['acp/link/editor-link.ts', 'adapters/web/guarded-request.ts'],
    ],
    [
      'signals other processes in one place',
      // A process may signal itself, and a ChildProcess the child that it holds.
      /process\.kill\((?!process\.pid\b)/,
      ['adapters/processes/signals.ts'],
    ],
    [
      'has no clock and no randomness in its core',
      /\b(Date\.now|new Date\(\)|Math\.random|performance\.now)\b/,
      files.filter((file) => !file.startsWith('core/')),
    ],
  ])('%s', (_, pattern, allowed) => {
    const users = files.filter((file) => pattern.test(textOf(file)));
    expect(users.filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test('has file tools that do not depend on the terminals, not even by a type', () => {
    const fileTools = ['edit-file', 'edit-lines', 'edit-text-file', 'edit', 'file-editor', 'file-read'];
    const reached = new Set(fileTools.flatMap((tool) => [...reachedFrom(`tools/${tool}.ts`, withTypes)]));
    expect(reached).toContain('workspace/workspace-files.ts');
    expect([...reached].filter((file) => file.startsWith('terminals/'))).toEqual([]);
    expect(reachedFrom('tools/terminal.ts', withTypes)).toContain('terminals/terminal-session.ts');
  });

  test('imports in no circle', () => {
    expect(circlesIn(withTypes)).toEqual([]);
  });

  test('would notice a circle', () => {
    const circle = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['b.ts']],
    ]);
    expect(circlesIn(circle)).toEqual(['b.ts → c.ts → b.ts']);
  });

  test('knows no catch-all names', () => {
    const isCatchAll = (file: string) => /(^|\/)(utils?|common|helpers?|types|misc)\.(ts|mjs)$/.test(file);
    const all = ['src', 'bench', 'scripts', 'test'].flatMap((folder) => filesBelow(join(root, folder)));
    expect(all.filter(isCatchAll)).toEqual([]);
    expect(
      files.filter((file) =>
        /\b(class|function|const) \w*(Manager|Helper|Service|Impl)\b/.test(textOf(file)),
      ),
    ).toEqual([]);
  });

  test('would notice a long chain', () => {
    const graph = new Map([
      ['a.ts', ['b.ts', 'd.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['d.ts']],
      ['d.ts', []],
    ]);
    expect(longestChain(graph)).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  });

  // What a file loads when it is first needed (`await import`) begins a chain of its own.
  test.each([
    ['loaded', byValue, MAX_CHAIN],
    ['loaded or named as a type', withTypes, MAX_CHAIN_WITH_TYPES],
  ])('has short chains of imports: %s', (_, graph, limit) => {
    const chain = longestChain(graph);
    expect(chain.length, chain.join(' → ')).toBeLessThanOrEqual(limit);
  });

  test('has files and functions that fit a screen, and folders that fit a glance', () => {
    const lines = new Map(files.map((file) => [file, textOf(file).split('\n').length - 1]));
    expect([...lines].filter(([, count]) => count > MAX_LINES)).toEqual([]);
    expect(ninetiethPercentile([...lines.values()])).toBeLessThanOrEqual(160);
    const functions = files.flatMap((file) => functionLengths(file).map((one) => ({ file, ...one })));
    expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
    expect(ninetiethPercentile(functions.map(({ lines }) => lines))).toBeLessThanOrEqual(20);
    const folders = grouped(files, dirname);
    const isTooFull = ([folder, inside]: [string, string[]]) =>
      inside.length > (LISTS.includes(folder) ? MAX_FILES_IN_LIST : MAX_FILES_IN_FOLDER);
    expect([...folders].filter(isTooFull)).toEqual([]);
  });

  test('uses plain words in names and comments', () => {
    const found = files.map((file) => ({ file, words: unplainWords(file) }));
    expect(found.filter(({ file, words }) => words.length > 0 && !isBeingReworded(file))).toEqual([]);
  });

  test('exports each name once', () => {
    const names = files
      // Each command has `run`, and may have `parse` and `help`.
      .filter((file) => !file.startsWith('cli/commands/') || file === 'cli/commands/index.ts')
      .flatMap((file) => exportedNames(file).map((name) => ({ name, file })));
    const double = [...grouped(names, ({ name }) => name)]
      .map(([name, places]) => ({ name, in: places.map(({ file }) => file) }))
      .filter(({ in: places }) => places.length > 1 && !places.every(isBeingReworded));
    expect(double).toEqual([]);
  });

  test('is as docs/architecture.md draws it', () => {
    const folders = new Set(files.flatMap((file) => foldersAbove(file)));
    expect(foldersOnPage().sort()).toEqual([...folders].sort());
    const named = filesOnPage().filter((file) => !file.startsWith('test/'));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });

  test('has only types in its ports, and only named exports in the library', () => {
    const ports = files.filter((file) => file.startsWith('ports/'));
    expect(
      ports.filter((file) => /^(export )?(const|let|function|class|async) /m.test(textOf(file))),
    ).toEqual([]);
    expect(textOf('index.ts')).not.toMatch(/^(?!export (type )?\{| {2}|\}|$)/m);
  });

  test('calls the file of a tool as the tool, and speaks of its parameters nowhere else', () => {
    const named = tools.map(({ name }) => `tools/${name.replaceAll('_', '-')}.ts`);
    expect(files.filter((file) => dirname(file) === 'tools').sort()).toEqual(
      [...named, 'tools/index.ts'].sort(),
    );
    const inner = files.filter((file) => /^(core|ports|adapters|terminals|workspace)\//.test(file));
    const wireNames = /\b(old_str|new_str|old_string|new_string|view_range|insert_line|dry_run|is_input)\b/;
    expect(inner.filter((file) => wireNames.test(withoutTexts(textOf(file))))).toEqual([]);
  });
});
