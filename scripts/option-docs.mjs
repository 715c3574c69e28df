// The options of a workspace for docs/library.md and for the declarations of the library.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from './import-source.mjs';

const TYPES = {
  boolean: 'boolean',
  number: 'number',
  string: 'string',
  encoding: 'string',
  strings: 'readonly string[]',
  toolNames: 'readonly string[]',
  variables: 'Readonly<Record<string, string>>',
  files: 'Files',
  history: 'History',
  locks: 'Locks',
  syntax: 'Syntax',
};

export async function optionRows(root) {
  const options = Object.entries(await workspaceTable(root));
  const rows = options.map(([name, option]) => {
    const more = option.page === undefined ? '' : `; see [${option.page.split('#')[0]}](${option.page})`;
    return `| \`${name}\` | ${described(option)}${more} | ${defaultOf(option)} |`;
  });
  return ['| option | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

const PROJECT = {
  any: 'yes',
  stricter: 'stricter',
  add: 'adds to yours',
  remove: 'fewer than yours',
};

/** The keys of the configuration files, for docs/configuration.md. */
export async function keyRows(root) {
  const { fileOptions } = await importSource(root, 'src/options/all-options.ts');
  const rows = Object.entries(fileOptions).map(
    ([name, option]) =>
      `| \`${name}\` | ${described(option)} | ${defaultOf(option)} | \`--${option.flag}\` | ${PROJECT[option.project] ?? 'no'} |`,
  );
  return ['| key | meaning | default | flag | in a project |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The JSON schemas of the configuration files, as text. */
export async function schemaTexts(root) {
  const { configSchema } = await importSource(root, 'src/options/config-schema.ts');
  const text = (file) => `${JSON.stringify(configSchema(file), undefined, 2)}\n`;
  return { 'docs/config.schema.json': text('user'), 'docs/project.schema.json': text('project') };
}

/** In the source the type is computed from the table; users of the library get it written out, with its comments. */
export async function writeOptionTypes(root) {
  const options = Object.entries(await workspaceTable(root));
  const fields = options.flatMap(([name, option]) => [
    `    /** ${sentence(described(option))} Default: ${defaultOf(option)}. */`,
    `    ${name}?: ${typeOf(option)};`,
  ]);
  const text = `import type { Files } from '../ports/files.js';
import type { History } from '../ports/history.js';
import type { Locks } from '../ports/locks.js';
import type { Syntax } from '../ports/syntax.js';
export type WorkspaceOptions = {
${fields.join('\n')}
};
`;
  writeFileSync(join(root, 'dist', 'types', 'options', 'workspace-options.d.ts'), text);
}

async function workspaceTable(root) {
  return (await importSource(root, 'src/options/workspace-options.ts')).workspaceOptions;
}

function described({ help, choices }) {
  return choices ? `${help} (${choices.map((choice) => `\`${choice}\``).join(', ')})` : help;
}

function typeOf({ type, choices }) {
  if (choices) return choices.map((choice) => `'${choice}'`).join(' | ');
  if (!Object.hasOwn(TYPES, type))
    throw new Error(`scripts/option-docs.mjs has no TypeScript type for ${type}`);
  return TYPES[type];
}

function defaultOf({ default: value, defaultHelp }) {
  if (typeof value === 'number') return value.toLocaleString('en');
  return value === undefined ? (defaultHelp ?? 'none') : `\`${value}\``;
}

function sentence(phrase) {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
