import type { ToolDescription } from '../call/tool-description.ts';

type Parameter = {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
};

/** The part of a reference page about one tool, in Markdown: what it does, and a table of its parameters. */
export function toolReference({ name, title, description, effect, inputSchema }: ToolDescription): string {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, Parameter>>;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([parameter, schema]) => {
    const type = schema.enum ? schema.enum.map((value) => `\`${value}\``).join(', ') : (schema.type ?? 'any');
    const mark = required.includes(parameter) ? '' : '?';
    return `| \`${parameter}\`${mark} | ${type} | ${schema.description ?? ''} |`;
  });
  return [
    `## \`${name}\`\n`,
    `${title} (${effect}). ${description}\n`,
    '| parameter | type | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
