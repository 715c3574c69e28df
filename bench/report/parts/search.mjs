import { number, table, time, times } from '../../markdown.mjs';

/** The tool beside the command that it runs. */
export const search = {
  id: 'search',
  title: 'Search',
  sections: ({ tree, rows }) => [
    {
      title: 'Search',
      about: [
        `\`search\` over ${number(tree.files)} files of JavaScript (${(tree.bytes / 1e6).toFixed(1)} MB), beside the \`rg\` command with the same program, by turns. The tool also reads the lines that it shows under the rules for paths and secrets. × is the time of the call divided by that of the command.`,
      ],
      lines: table(
        ['search for, ms', '`rg`', '`search`'],
        rows.map(({ name, command, corvid, ratio }) => [
          name,
          time(command.wall.median),
          `${time(corvid.wall.median)} · ${times(ratio)}`,
        ]),
      ),
    },
  ],
};
