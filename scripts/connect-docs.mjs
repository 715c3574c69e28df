// How the docs start Corvid: by the published package, or from a clone while there is none. The only place that says so.

/** A path in the docs for which readers put their own. */
export const CLONE = '/path/to/corvid';

const CLIENTS =
  'codex` (or `claude-code`, `claude-desktop`, `gemini`, `opencode`, `cursor`, `vscode`, `zed`, `windsurf`)';

/** The words that start Corvid. */
export function launchWords(npm) {
  return npm === null ? ['node', `${CLONE}/dist/corvid.cjs`] : ['npx', '-y', npm];
}

export function libraryInstallation(npm) {
  const what = npm ?? CLONE;
  const note = npm === null ? 'Corvid is not published yet; the path is that of a built clone.\n\n' : '';
  return `${note}\`\`\`sh\nnpm install ${what}\n\`\`\``;
}

/** The part of the README that says how clients are connected. */
export function connecting(npm) {
  const words = launchWords(npm);
  const run = words.join(' ');
  const short =
    npm === null
      ? `\`alias corvid='${run}'\` gives you the command \`corvid\`, which the rest of this page uses.`
      : `\`npm install --global ${npm}\` gives you the command \`corvid\`, which the rest of this page uses.`;
  const first =
    npm === null
      ? [
          `Corvid is not published yet: it runs from a clone, after \`npm ci && npm run build\` there, as \`${run}\`.`,
          "Every client starts this command in your project's folder.",
        ]
      : [`Every client starts the same command, \`${run}\`, in your project's folder.`];
  return [
    ...first,
    `\`${run} install ${CLIENTS} shows what it would change in that client's configuration and asks before it does.`,
    `\`${run} doctor\` checks your setup.`,
    short,
    'Agents also keep their built-in tools; see [how to disable them](docs/clients.md#make-the-agent-use-it).',
    'By hand:',
    '',
    ...(npm === null ? [] : [buttons(words), '']),
    '| client | how |',
    '|---|---|',
    ...rows(words, run),
  ].join('\n');
}

function rows([command, ...args], run) {
  const entry = { command, args };
  const json = (value) =>
    JSON.stringify(value, null, 1)
      .replace(/\n\s*/g, ' ')
      .replace(/([{[]) | ([}\]])/g, '$1$2');
  const cursor = json({ mcpServers: { corvid: entry } });
  const openCode = json({ mcp: { corvid: { type: 'local', command: [command, ...args], enabled: true } } });
  const code = json({ servers: { corvid: { type: 'stdio', ...entry } } });
  const zed = json({ context_servers: { corvid: { source: 'custom', ...entry, env: {} } } });
  const inFolder = json([...args, '--root', '/path/to/project']);
  return [
    ['Claude Code', `\`claude mcp add corvid -- ${run}\``],
    [
      'Codex',
      `\`codex mcp add corvid -- ${run}\`, or in \`config.toml\`: \`[mcp_servers.corvid]\`, \`command = "${command}"\`, \`args = ${json(args)}\``,
    ],
    ['Gemini CLI', `\`gemini mcp add corvid ${run}\`, or as for Cursor in \`.gemini/settings.json\``],
    ['OpenCode', `\`opencode.json\`: \`${openCode}\``],
    ['Cursor', `\`.cursor/mcp.json\`: \`${cursor}\``],
    ['VS Code', `\`.vscode/mcp.json\`: \`${code}\``],
    ['Windsurf', 'as Cursor, in `~/.codeium/windsurf/mcp_config.json`'],
    [
      'Claude Desktop',
      `as Cursor, in \`claude_desktop_config.json\`, with the folder named: \`"args": ${inFolder}\``,
    ],
    ['Zed', `\`settings.json\`: \`${zed}\``],
  ].map(([client, how]) => `| ${client} | ${how} |`);
}

function buttons([command, ...args]) {
  const config = JSON.stringify({ command, args });
  const cursor = encodeURIComponent(Buffer.from(config).toString('base64'));
  return [
    `[Add to Cursor](https://cursor.com/en/install-mcp?name=corvid&config=${cursor}) ·`,
    `[Add to VS Code](https://insiders.vscode.dev/redirect/mcp/install?name=corvid&config=${encodeURIComponent(config)})`,
  ].join('\n');
}
