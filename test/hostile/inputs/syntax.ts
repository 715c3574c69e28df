import { call, file, type HostileInput, MB } from './hostile-input.ts';

export const syntax: HostileInput[] = [
  ...(
    [
      [
        'json',
        '1.4 MB of JSON keys',
        () => `{${Array.from({ length: 100_000 }, (_, i) => `"key${i}":1`).join(',\n')}\n`,
      ],
      ['json', '1.4 MB of opening brackets', () => '['.repeat(1.4 * MB)],
      ['jsonc', '1.4 MB of commas', () => `[${',\n'.repeat(0.7 * MB)}`],
      ['yaml', 'aliases that multiply', () => yamlBomb()],
      ['yaml', '1.4 MB nested by `- `', () => '- '.repeat(0.7 * MB)],
      ['yaml', '1.4 MB of `[`', () => '['.repeat(1.4 * MB)],
      ['yaml', '1.4 MB of `? `', () => '? '.repeat(0.7 * MB)],
      ['toml', '1.4 MB of dotted keys', () => `${'a.'.repeat(0.7 * MB)}b = 1\n`],
      ['toml', '1.4 MB of `[`', () => `a = ${'['.repeat(1.4 * MB)}\n`],
      ['ts', '1.4 MB of `(`', () => '('.repeat(1.4 * MB)],
      ['py', '1.4 MB of `(`', () => '('.repeat(1.4 * MB)],
      ['c', '1.4 MB of `{`', () => '{'.repeat(1.4 * MB)],
      ['html', '1.4 MB of `<a>`', () => '<a>'.repeat(0.45 * MB)],
      ['sh', '1.4 MB of `$(`', () => '$('.repeat(0.7 * MB)],
      ['rb', '1.4 MB of `#{`', () => `"${'#{"'.repeat(0.45 * MB)}`],
      [
        'json',
        '9.9 MB of keys',
        () => `{${Array.from({ length: 600_000 }, (_, i) => `"key${i}":1`).join(',')}}`,
      ],
    ] as const
  ).map(
    ([extension, what, content]): HostileInput => ({
      name: `syntax check of ${extension}: ${what}`,
      prepare: file(`a.${extension}`, content),
      attack: call('file_editor', `a.${extension}`, { command: 'insert', insert_line: 0, new_str: '\n' }),
    }),
  ),
];

function yamlBomb(): string {
  const levels = Array.from({ length: 30 }, (_, i) => {
    const before = i === 0 ? '"x"' : `*a${i - 1}`;
    return `a${i}: &a${i} [${Array(10).fill(before).join(',')}]\n`;
  });
  return levels.join('');
}
