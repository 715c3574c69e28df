import type { Guidance, Tool } from '../tools/call/define-tool.ts';

const opening: readonly Guidance[] = [
  { text: 'Corvid reads and edits files exactly.', withEffect: 'edit' },
  'All paths are absolute.',
  { text: 'Read before you edit.', withEffect: 'edit' },
];

const aboutEdits: readonly Guidance[] = [
  {
    text: '- If an edit is refused, nothing was changed: the message says why and shows the text to quote. Copy it and call again. Do not rewrite the whole file.',
    withEffect: 'edit',
  },
  { text: '- "already has this change": there is nothing left to do.', withEffect: 'edit' },
  {
    text: '- "Edit would create syntax error": nothing was written, correct the new text. A warning about syntax: the edit was written.',
    withEffect: 'edit',
  },
  {
    text: 'Encoding, line endings and every byte that you do not edit stay as they are.',
    withEffect: 'edit',
  },
];

/**
 * What a model reads about the tools as a whole; clients show at most 2,000 characters of it. Each tool brings its own
 * sentences, and the others name no tool, so that none is mentioned that is not on offer.
 */
export function instructionsFor(tools: readonly Tool[]): string {
  const said = new Set<string>();
  const applicable = (guidance: readonly Guidance[]) =>
    guidance
      .filter((one) => applies(one, tools))
      .map((one) => (typeof one === 'string' ? one : one.text))
      .filter((text) => !said.has(text) && said.add(text));
  const lines = [
    applicable(opening).join(' '),
    ...tools.flatMap(({ name, guidance }) => {
      const sentences = applicable(guidance);
      return sentences.length > 0 ? [`- ${name}: ${sentences.join(' ')}`] : [];
    }),
    ...applicable(aboutEdits),
  ];
  return lines.join('\n');
}

function applies(guidance: Guidance, tools: readonly Tool[]): boolean {
  if (typeof guidance === 'string') return true;
  const { withEffect, withTool } = guidance;
  return tools.some(({ name, effect }) => (withTool ?? name) === name && (withEffect ?? effect) === effect);
}
