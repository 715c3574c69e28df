import type { Language } from '../../core/languages/index.ts';
import type { SourceFile } from '../../workspace/source-tree.ts';

export type LoadedFile = SourceFile & { readonly text: string };

/** Text sent to a parser at once: more would leave other parsers idle, less would add overhead. */
const BATCH_CHARACTERS = 300_000;
/** Limits memory: the characters in batches that are being parsed, or one batch. */
const MAX_PENDING_CHARACTERS = 32 * BATCH_CHARACTERS;

type SentBatch = { readonly sending: Promise<void>; readonly size: number };

/** Collects files of one language and sends a batch when it is large enough. */
export class FileBatches {
  readonly #send: (batch: readonly LoadedFile[]) => Promise<void>;
  readonly #collected = new Map<Language, LoadedFile[]>();
  readonly #sent: SentBatch[] = [];
  #pendingCharacters = 0;

  constructor(send: (batch: readonly LoadedFile[]) => Promise<void>) {
    this.#send = send;
  }

  async add(file: LoadedFile): Promise<void> {
    const batch = [...(this.#collected.get(file.language) ?? []), file];
    const isEnough = sizeOf(batch) >= BATCH_CHARACTERS;
    this.#collected.set(file.language, isEnough ? [] : batch);
    if (isEnough) await this.#sendBatch(batch);
  }

  async finish(): Promise<void> {
    for (const batch of this.#collected.values()) if (batch.length > 0) await this.#sendBatch(batch);
    await Promise.all(this.#sent.map(({ sending }) => sending));
  }

  async #sendBatch(batch: readonly LoadedFile[]): Promise<void> {
    const sending = this.#send(batch);
    // Awaited later; handled here so that Node does not report an unhandled rejection.
    sending.catch(() => {});
    const size = sizeOf(batch);
    this.#sent.push({ sending, size });
    this.#pendingCharacters += size;
    while (this.#pendingCharacters > MAX_PENDING_CHARACTERS) {
      const oldest = this.#sent.shift()!;
      await oldest.sending;
      this.#pendingCharacters -= oldest.size;
    }
  }
}

function sizeOf(batch: readonly LoadedFile[]): number {
  return batch.reduce((sum, { text }) => sum + text.length, 0);
}
