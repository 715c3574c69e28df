import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolOutcome } from '../tools/call/outcome.ts';
import { textOf } from '../tools/call/outcome-text.ts';

const RESULT_META = 'corvid/result';
export const ERROR_META = 'corvid/error';

/** The result for a client: text for the model, and the same facts for programs in `_meta` or as structured content. */
export function toContent(outcome: ToolOutcome): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: textOf(outcome) }];
  if (!outcome.ok) return { isError: true, content, _meta: { [ERROR_META]: outcome.error } };
  const { data, image, isStructured } = outcome;
  if (image) content.push({ type: 'image', data: base64(image.bytes), mimeType: image.mediaType });
  return { content, _meta: { [RESULT_META]: data }, ...(isStructured && { structuredContent: data }) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
