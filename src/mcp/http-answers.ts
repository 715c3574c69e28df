import { surveyJson, tooManyValues } from '../core/text/stream/json-survey.ts';

const INVALID_REQUEST = -32600;
const PARSE_ERROR = -32700;

/** Refuses a request in the format of JSON-RPC, for programs and for people with curl. */
export function refused(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = INVALID_REQUEST,
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers });
}

export function notJson(reason: string): Response {
  return refused(400, `Parse error: ${reason}`, {}, PARSE_ERROR);
}

export function plainText(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

export function wrongMethod(method: string, path: string, allowed: string): Response {
  return refused(405, `${method} is not for ${path}: use ${allowed}.`, { allow: allowed });
}

/** The body of a request as JSON, or the answer to one that is too long or no JSON. */
export async function readJson(
  request: Request,
  maxBytes: number,
): Promise<{ readonly value: unknown } | { readonly refusal: Response }> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) return { refusal: tooLong(announced, maxBytes) };
  const { bytes, length } = await readUpTo(maxBytes, request.body);
  if (length > maxBytes) return { refusal: tooLong(length, maxBytes) };
  const tooMany = tooManyValues(surveyJson(bytes));
  if (tooMany !== undefined) return { refusal: refused(413, `Invalid request: ${tooMany}`) };
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch (error) {
    return { refusal: notJson((error as Error).message) };
  }
}

/** What is too long is left unread and not cancelled: that would cut the client off before it has its answer. */
async function readUpTo(maxBytes: number, body: ReadableStream<Uint8Array> | null) {
  // In one piece from the start: a body that comes byte by byte takes no more memory than another.
  let bytes = Buffer.alloc(0);
  let length = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const at = length;
    length += next.value.length;
    if (length > maxBytes) break;
    if (length > bytes.length) bytes = grown(bytes, at, Math.max(length, Math.min(2 * length, maxBytes)));
    bytes.set(next.value, at);
  }
  return { bytes: bytes.subarray(0, length), length };
}

function grown(bytes: Buffer, used: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(size);
  bytes.copy(larger, 0, 0, used);
  return larger;
}

function tooLong(bytes: number, maxBytes: number): Response {
  const message = `Body of ${bytes} bytes or more is too long: at most ${maxBytes} are taken.`;
  return refused(413, message);
}
