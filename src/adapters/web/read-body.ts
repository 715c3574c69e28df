import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decompressors: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const acceptedEncodings = 'gzip, deflate, br';

export type Body = { readonly bytes: Uint8Array; readonly isCut: boolean };

/** The body, decompressed, up to a limit of bytes; the rest is not read. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  const decompress = decompressors[response.headers['content-encoding']?.trim().toLowerCase() ?? ''];
  const stream = (decompress ? response.pipe(decompress()) : response) as Readable;
  response.once('error', (error) => stream.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}
