import { call, file, type HostileInput, MB, numbered } from './hostile-input.ts';

/** A call whose arguments are made beforehand and written as they stand: the client's own work must not count. */
function message(name: string, args: () => string, isQuick?: true): HostileInput {
  let line = '';
  return {
    name,
    ...(isQuick && { isQuick }),
    async prepare() {
      line = `{"jsonrpc":"2.0","id":"hostile","method":"tools/call","params":${args()}}\n`;
    },
    async attack({ client }) {
      const { _process } = client.transport as unknown as { _process: { stdin: NodeJS.WritableStream } };
      await new Promise<void>((resolve) => _process.stdin.write(line, () => resolve()));
      // Answered after the message, since both go through one pipe.
      await client.ping({ timeout: 60_000 });
    },
  };
}

const argumentsOf = (tool: string, json: string) => `{"name":"${tool}","arguments":${json}}`;
const names = (count: number, prefix: string) =>
  `{${Array.from({ length: count }, (_, i) => `"${prefix}${i}":1`).join(',')}}`;

export const callArguments: HostileInput[] = [
  message('arguments with a million names (11 MB)', () => argumentsOf('file_read', names(MB, 'k')), true),
  message('arguments with 2.5 million names', () => argumentsOf('file_read', names(2.5 * MB, 'k'))),
  message('arguments with a million names that begin with an underscore', () =>
    argumentsOf('file_read', names(MB, '_k')),
  ),
  message('arguments with 90,000 names that begin with an underscore', () =>
    argumentsOf('file_read', names(90_000, '_k')),
  ),
  message('a list of 19 million numbers', () =>
    argumentsOf('file_editor', `{"path":"x","command":"view","view_range":[${'1,'.repeat(19 * MB)}1]}`),
  ),
  message('a list of 90,000 numbers', () =>
    argumentsOf('file_editor', `{"path":"x","command":"view","view_range":[${'1,'.repeat(90_000)}1]}`),
  ),
  message('lists nested 2 million deep', () =>
    argumentsOf(
      'file_editor',
      `{"path":"x","command":"view","view_range":${'['.repeat(2 * MB)}${']'.repeat(2 * MB)}}`,
    ),
  ),
  message('lists nested 90,000 deep', () =>
    argumentsOf(
      'file_editor',
      `{"path":"x","command":"view","view_range":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
    ),
  ),
  message('a list as a string of 9 MB of JSON', () =>
    argumentsOf('edit_file', JSON.stringify({ path: 'x', edits: `[${'{"a":1},'.repeat(MB)}1]` })),
  ),
  message('a list of 30,000 edits', () =>
    argumentsOf(
      'edit_file',
      JSON.stringify({ path: 'x', edits: Array(30_000).fill({ old_string: 'a', new_string: 'b' }) }),
    ),
  ),
  message('a path of 30 MB', () => argumentsOf('file_read', `{"path":"${'/a'.repeat(15 * MB)}"}`)),
  message('a path of a million `..`', () => argumentsOf('file_read', `{"path":"/${'../'.repeat(MB)}"}`)),
  message('the name of a tool with 30 MB', () => argumentsOf('x'.repeat(30 * MB), '{}')),
  message('the name of a parameter with 30 MB', () =>
    argumentsOf('file_read', `{"${'p'.repeat(30 * MB)}":1}`),
  ),
  message('a wrong type of 30 MB', () =>
    argumentsOf('file_read', `{"path":[{"a":"${'x'.repeat(30 * MB)}"}]}`),
  ),
  message('a message of 150 MB', () => argumentsOf('file_read', `{"path":"${'x'.repeat(150 * MB)}"}`)),
  message('a message of 39 MB of escaped control characters', () =>
    argumentsOf('file_read', `{"path":"${'\\u0001'.repeat(6.5 * MB)}"}`),
  ),
  message('a message of 39 MB of escaped quotation marks', () =>
    argumentsOf('file_read', `{"path":"${'\\"'.repeat(19.5 * MB)}"}`),
  ),
  message('a message of 39 MB with one character that is not Latin', () =>
    argumentsOf('file_read', `{"path":"${'x'.repeat(39 * MB)}€"}`),
  ),
  message('a message of 39 MB that is no JSON', () => '['.repeat(39 * MB)),
  {
    name: 'line numbers beyond all lines',
    prepare: file('a.txt', () => numbered(10)),
    attack: call('edit_lines', 'a.txt', {
      command: 'replace',
      start_line: 2 ** 52,
      end_line: 2 ** 53 - 1,
      new_content: 'x',
    }),
  },
];
