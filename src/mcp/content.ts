import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallOutcome } from '../tools/call/call-tool.ts';

const RESULT_META = 'corvid/result';
export const ERROR_META = 'corvid/error';

/** What a client gets: text for the model, the same facts for programs in `_meta` or as structured content. */
export function toContent(outcome: CallOutcome, isStructured = false): CallToolResult {
  if (!outcome.ok) {
    return {
      isError: true,
      content: [{ type: 'text', text: outcome.text }],
      _meta: { [ERROR_META]: outcome.error },
    };
  }
  const { text, data, image } = outcome;
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (image) content.push({ type: 'image', data: base64(image.bytes), mimeType: image.mediaType });
  if (!data) return { content };
  return { content, _meta: { [RESULT_META]: data }, ...(isStructured && { structuredContent: data }) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
