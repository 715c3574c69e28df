// What the registry of MCP servers is given: node scripts/server-json.mjs > server.json. Nothing while nothing is published.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Why nothing can be published under the names of packaging/published.json; undefined if it can. */
export function whyUnpublished({ npm, mcpName }, { name, private: isPrivate }) {
  if (npm === null || mcpName === null)
    return 'packaging/published.json names no npm package and no MCP name of ours: nothing may be published';
  if (npm !== name) return `packaging/published.json says ${npm}, package.json says ${name}`;
  return isPrivate ? 'package.json is private: nothing may be published' : undefined;
}

export function serverJson({ npm, mcpName }, version) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Corvid',
    description: 'Exact file edits with undo for coding agents: any encoding, every byte kept.',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: npm,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          {
            type: 'named',
            name: '--root',
            description: 'Folder that the tools may touch. Default: the working directory.',
            format: 'filepath',
            isRepeated: true,
          },
          {
            type: 'named',
            name: '--toolset',
            description: 'Which tools are offered.',
            default: 'full',
            choices: [
              'full',
              'editor',
              'read-only',
              'claude',
              'codex',
              'gemini',
              'lines',
              'exact',
              'opencode',
            ],
          },
        ],
      },
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [published, own] = [readJson('packaging/published.json'), readJson('package.json')];
  const reason = whyUnpublished(published, own);
  if (reason !== undefined) {
    console.error(reason);
    process.exit(1);
  }
  console.log(JSON.stringify(serverJson(published, own.version), null, 2));
}
