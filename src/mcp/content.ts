import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolFailure, ToolOutcome } from '../tools/call/outcome.ts';
import { textOf } from '../tools/call/outcome-text.ts';

const RESULT_META = 'corvid/result';
export const ERROR_META = 'corvid/error';

/** Shows the model the whole JSON of a failed call, `_meta` included. */
const SHOWS_META = /^gemini-cli/;

/** The result for a client: text for the model, and the same facts for programs in `_meta` or as structured content. */
export function toContent(outcome: ToolOutcome, client = ''): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: textOf(outcome) }];
  if (!outcome.ok)
    return { isError: true, content, _meta: { [ERROR_META]: errorFacts(outcome.error, client) } };
  const { data, image, isStructured } = outcome;
  if (image) content.push({ type: 'image', data: base64(image.bytes), mimeType: image.mediaType });
  return { content, _meta: { [RESULT_META]: data }, ...(isStructured && { structuredContent: data }) };
}

/** Without what the text says, for a client that would show it twice. */
function errorFacts(error: ToolFailure, client: string): Partial<ToolFailure> {
  if (!SHOWS_META.test(client)) return error;
  const { code, name, data } = error;
  const { hint: _, ...facts } = data;
  return { code, name, data: facts };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
