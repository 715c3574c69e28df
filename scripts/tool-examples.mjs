// The examples of docs/tools.md: each is a real call, made when the docs are generated.

const python = `class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(item.price for item in self.items)
`;

const typescript = `import { log } from './log';

export function start(port: number) {
  log('starting', port);
  listen(port, () => log('ready'));
}
`;

const files = { 'shop/cart.py': python, 'src/server.ts': typescript, 'notes.txt': 'one\ntwo\nthree\n' };

/** By tool: what the example shows, the input, and what was done before. */
export const examples = {
  file_editor: [
    ['View some lines', { command: 'view', path: 'shop/cart.py', view_range: [5, 6] }],
    [
      'Replace a unique text',
      {
        command: 'str_replace',
        path: 'shop/cart.py',
        old_str: 'self.items.append(item)',
        new_str: 'self.items.insert(0, item)',
      },
    ],
    [
      'Refused: the text is not unique',
      { command: 'str_replace', path: 'shop/cart.py', old_str: 'self.items', new_str: 'self._items' },
    ],
    ['Insert a line', { command: 'insert', path: 'notes.txt', insert_line: 1, new_str: 'one and a half' }],
    ['Undo it', { command: 'undo_edit', path: 'notes.txt' }],
  ],
  edit_file: [
    [
      'The quote has lost its indentation, and still only one place can be meant',
      {
        path: 'shop/cart.py',
        old_string: 'def total(self):\n    return sum(item.price for item in self.items)',
        new_string:
          'def total(self):\n    prices = [item.price for item in self.items]\n    return sum(prices)',
      },
    ],
    [
      'Refused: a fuzzy match that would break the file',
      {
        path: 'shop/cart.py',
        old_string: 'def add(self, item):\n  self.items.append(item)',
        new_string: 'def add(self, item:\n  self.items.append(item)',
      },
    ],
    [
      'Several edits at once, as a dry run',
      {
        path: 'notes.txt',
        edits: [
          { old_string: 'one', new_string: '1' },
          { old_string: 'three', new_string: '3' },
        ],
        dry_run: true,
      },
    ],
  ],
  edit_text_file: [
    ['One exact replacement', { path: 'notes.txt', old_string: 'two', new_string: '2' }],
    ['Refused: only an exact match counts', { path: 'notes.txt', old_string: 'Three', new_string: '3' }],
  ],
  edit_lines: [
    [
      'Insert lines without counting spaces',
      {
        command: 'insert',
        path: 'shop/cart.py',
        insert_line: 3,
        new_content: 'def __len__(self):\n    return len(self.items)\n',
      },
    ],
    [
      'Refused: the lines are not as expected',
      { command: 'delete', path: 'notes.txt', start_line: 3, expected: 'four' },
    ],
  ],
  file_write: [
    ['Create a file', { path: 'src/log.ts', content: 'export const log = console.log;\n' }],
    ['Refused: the file was not read before', { path: 'notes.txt', content: 'none\n' }],
  ],
  apply_patch: [
    [
      'Change one file and add another',
      {
        patch:
          '*** Begin Patch\n*** Update File: shop/cart.py\n@@ def add(self, item):\n-        self.items.append(item)\n+        self.items.insert(0, item)\n*** Add File: shop/__init__.py\n+from .cart import Cart\n*** End Patch',
      },
    ],
  ],
  file_read: [['Read some lines', { path: 'src/server.ts', start_line: 3, end_line: 4 }]],
  search: [
    ['Find lines, with the lines around them', { pattern: 'self\\.items\\.\\w+', path: 'shop', context: 1 }],
    ['List files by name', { glob: '*.ts' }],
  ],
  edit: [
    [
      'Rewrite every matching call below a folder',
      { pattern: "log('$EVENT', $$$MORE)", rewrite: "log.info('$EVENT', $$$MORE)", path: 'src' },
    ],
    ['No match', { pattern: 'console.log($$$ARGS)', rewrite: 'log($$$ARGS)', path: 'src' }],
  ],
  web_fetch: [['Refused: a private address', { url: 'http://127.0.0.1:8080/' }]],
  terminal: [
    ['The shell keeps its state', { command: 'mkdir build && cd build && count=3' }],
    ['In the next call', { command: 'echo "$count in $PWD"; false' }],
    ['Refused: nothing is running', { command: 'C-c' }],
  ],
};

/** Runs the examples of one tool, if it has any, in a folder of its own; returns the calls and the answers as Markdown. */
export async function runExamples(name, { callTool, openWorkspace, folder, write }) {
  const list = examples[name] ?? [];
  if (list.length === 0) return '';
  for (const [path, content] of Object.entries(files)) await write(`${folder}/project/${path}`, content);
  const root = `${folder}/project`;
  const workspace = openWorkspace({ roots: [root], stateDirectory: `${folder}/state`, web: true });
  const parts = [];
  const facts = new Set();
  for (const [title, input] of list) {
    const given = input.path === undefined ? input : { ...input, path: `${root}/${input.path}` };
    const outcome = await callTool(workspace, name, given);
    for (const fact of Object.keys(outcome.data ?? {})) facts.add(fact);
    const shown = JSON.stringify(
      input.path === undefined ? input : { ...input, path: `/project/${input.path}` },
      undefined,
      1,
    );
    const call = shown.replace(/\n */g, ' ');
    // Which Python there is differs from machine to machine.
    const text = outcome.text.replace(/^\[Python interpreter: .*\n/m, '');
    // The id of a group is random.
    const answer = text
      .replaceAll(root, '/project')
      .replace(/\{"id":"\w+"\}/g, '{"id":"k7mx"}')
      .trimEnd();
    parts.push(`${title}:\n\n\`\`\`\n${name} ${call}\n\`\`\`\n\n\`\`\`\n${answer}\n\`\`\`\n`);
  }
  await workspace.close();
  const names = [...facts].map((fact) => `\`${fact}\``).join(', ');
  return `Facts in \`_meta["corvid/result"]\` of these examples: ${names}.\n\n${parts.join('\n')}`;
}
