import { fileNotFound } from '../../core/errors.ts';
import type { Charsets } from '../../core/text/document/charsets.ts';
import type { Document, Encoding } from '../../core/text/document/document.ts';
import { decodeDocument, detectEncoding } from '../../core/text/document/encodings.ts';
import type { FileInfo, Files } from '../../ports/files.ts';
import type { WorkspacePath } from '../paths/workspace-path.ts';
import { binaryError, notAFileError, tooLargeError } from '../workspace-errors.ts';

type Parts = {
  readonly files: Files;
  readonly charsets: Charsets;
  readonly limits: { readonly fileBytes: number };
  /** The encoding of files whose bytes do not determine it. */
  readonly encoding: string | undefined;
};

/** What is known about a file as long as its size and modification time stay the same. */
export type FileFacts = {
  guess?: Promise<string | undefined>;
  encoding?: Encoding;
  totalLines?: number;
  /** All bytes, as long as they are in use elsewhere: many large files would fill the memory. */
  bytes?: WeakRef<Uint8Array>;
};

type KnownFile = { readonly size: number; readonly modifiedMs: number; readonly facts: FileFacts };

const MAX_KNOWN_FILES = 500;

/** Reads whole files as documents, within the size limit, and remembers the facts about them. */
export class Documents {
  readonly #parts: Parts;
  readonly #known = new Map<string, KnownFile>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws if there is no file at the path. */
  async info({ given, real }: WorkspacePath): Promise<FileInfo> {
    const found = await this.#parts.files.info(real);
    if (!found) throw fileNotFound(given);
    if (found.kind === 'file') return found;
    throw notAFileError(given, found.kind);
  }

  factsOf({ real }: WorkspacePath, { size, modifiedMs }: FileInfo): FileFacts {
    const known = this.#known.get(real);
    if (known && known.size === size && known.modifiedMs === modifiedMs) return known.facts;
    const facts: FileFacts = {};
    this.#known.delete(real);
    this.#known.set(real, { size, modifiedMs, facts });
    if (this.#known.size > MAX_KNOWN_FILES) this.#known.delete(this.#known.keys().next().value!);
    return facts;
  }

  async bytes(path: WorkspacePath): Promise<Uint8Array> {
    return this.#read(path, await this.info(path));
  }

  async open(path: WorkspacePath): Promise<Document> {
    const info = await this.info(path);
    const charsets = guessingOnce(this.#parts.charsets, this.factsOf(path, info));
    return this.#decode(path, await this.#read(path, info), charsets);
  }

  /** As a document also what is not text: its text is empty then. */
  async openAny(path: WorkspacePath): Promise<Document> {
    const bytes = await this.bytes(path);
    const decoded = this.#decode(path, bytes, this.#parts.charsets);
    return decoded.catch(() => ({ ...this.empty(), bytes }));
  }

  /** The text of these bytes; empty if there are none or they are not text. */
  async textOf(path: WorkspacePath, bytes: Uint8Array | undefined): Promise<string> {
    const decoded = bytes && this.#decode(path, bytes, this.#parts.charsets).catch(() => undefined);
    return (await decoded)?.text ?? '';
  }

  /** A new file before it has any content. */
  empty(): Document {
    const encoding = { codec: this.#parts.charsets.utf8, bom: new Uint8Array(), certain: true };
    return decodeDocument(new Uint8Array(), encoding);
  }

  refuseTooLarge(path: string, size: number): void {
    const limit = this.#parts.limits.fileBytes;
    if (size > limit) throw tooLargeError(path, size, limit);
  }

  #read(path: WorkspacePath, { size }: FileInfo): Promise<Uint8Array> {
    this.refuseTooLarge(path.given, size);
    return this.#parts.files.read(path.real);
  }

  async #decode(path: WorkspacePath, bytes: Uint8Array, charsets: Charsets): Promise<Document> {
    const encoding = await detectEncoding(bytes, charsets, this.#parts.encoding);
    if (!encoding) throw binaryError(path.given);
    return decodeDocument(bytes, encoding);
  }
}

/** Guesses the encoding of a file once. Whether its bytes fit the guess is still checked each time. */
export function guessingOnce(charsets: Charsets, facts: FileFacts): Charsets {
  return {
    ...charsets,
    guess(bytes) {
      facts.guess ??= charsets.guess(bytes);
      return facts.guess;
    },
  };
}
