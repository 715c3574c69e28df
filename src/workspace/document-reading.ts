import { fileNotFound, ToolError } from '../core/errors.ts';
import type { Charsets } from '../core/text/document/charsets.ts';
import { type Document, decodeDocument } from '../core/text/document/document.ts';
import { detectEncoding } from '../core/text/document/encodings.ts';
import type { FileInfo, Files } from '../ports/files.ts';
import { createFileMemory, type FileFacts, rememberingGuess } from './file-memory.ts';
import type { WorkspacePath } from './path-rules.ts';
import { binaryError, tooLargeError } from './workspace-errors.ts';

type Parts = {
  readonly files: Files;
  readonly charsets: Charsets;
  readonly limits: { readonly fileBytes: number };
  /** The encoding of files whose bytes do not tell. */
  readonly encoding: string | undefined;
};

/** Reads whole files as documents, within the limits and with a memory of what their bytes are. */
export type Documents = {
  /** Throws if nothing, or something else than a file, is there. */
  info(path: WorkspacePath): Promise<FileInfo>;
  /** What is known of a file for as long as it stays as it is. */
  factsOf(path: WorkspacePath, info: FileInfo): FileFacts;
  bytes(path: WorkspacePath): Promise<Uint8Array>;
  open(path: WorkspacePath): Promise<Document>;
  /** The text of such bytes; nothing if they are none or no text. */
  textOf(path: WorkspacePath, bytes: Uint8Array | undefined): Promise<string>;
  /** What a new file is before it has any content. */
  empty(): Document;
  refuseTooLarge(path: string, size: number): void;
};

export function createDocuments(parts: Parts): Documents {
  const memory = createFileMemory();

  async function info({ given, real }: WorkspacePath): Promise<FileInfo> {
    const found = await parts.files.info(real);
    if (!found) throw fileNotFound(given);
    if (found.kind === 'file') return found;
    const what = found.kind === 'directory' ? 'a directory' : 'not a regular file';
    throw new ToolError('NOT_A_FILE', `Not a file: ${given} is ${what}. Give the path of a file.`, {
      path: given,
    });
  }

  function refuseTooLarge(path: string, size: number): void {
    const limit = parts.limits.fileBytes;
    if (size > limit) throw tooLargeError(path, size, limit);
  }

  function read(path: WorkspacePath, { size }: FileInfo): Promise<Uint8Array> {
    refuseTooLarge(path.given, size);
    return parts.files.read(path.real);
  }

  async function decode(path: WorkspacePath, bytes: Uint8Array, charsets: Charsets): Promise<Document> {
    const encoding = await detectEncoding(bytes, charsets, parts.encoding);
    if (!encoding) throw binaryError(path.given);
    return decodeDocument(bytes, encoding);
  }

  const factsOf = (path: WorkspacePath, found: FileInfo) => memory(path.real, found);
  return {
    info,
    factsOf,
    refuseTooLarge,
    bytes: async (path) => read(path, await info(path)),
    async open(path) {
      const found = await info(path);
      return decode(path, await read(path, found), rememberingGuess(parts.charsets, factsOf(path, found)));
    },
    async textOf(path, bytes) {
      const document = bytes && (await decode(path, bytes, parts.charsets).catch(() => undefined));
      return document?.text ?? '';
    },
    empty() {
      const encoding = { codec: parts.charsets.utf8, bom: new Uint8Array(), certain: true };
      return decodeDocument(new Uint8Array(), encoding);
    },
  };
}
