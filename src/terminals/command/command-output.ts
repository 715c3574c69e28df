import type { Masker, MaskStream } from '../../core/secrets/masker.ts';
import { type CleanStream, createCleanStream } from '../../core/terminal/output/clean-stream.ts';
import {
  type CutText,
  countLineBreaks,
  cutText,
  halfOf,
  headOf,
  resultSize,
  tailOf,
} from '../../core/terminal/output/cut-output.ts';
import { incompleteEnd } from '../../core/terminal/output/incomplete-end.ts';
import { type NewOutput, OutputBuffer } from '../../core/terminal/output/output-buffer.ts';
import { type RenderedLines, renderLines } from '../../core/terminal/output/rendered-lines.ts';
import { joinedBytes } from '../../core/text/document/byte-pattern.ts';
import { utf8 } from '../../core/text/document/utf8.ts';
import type { OutputFile } from '../../ports/terminals.ts';

export type OutputLimits = {
  /** A longer result is cut. */
  readonly shownCharacters: number;
  /** A file of output does not grow further. */
  readonly fileBytes: number;
};

export type OutputSettings = {
  readonly limits: OutputLimits;
  readonly masker: Masker;
  readonly screenSize: { readonly cols: number; readonly rows: number };
};

export type OutputParts = OutputSettings & { readonly createFile: () => OutputFile };

/** What is shown of an output, and where all of it is. */
export type ShownOutput = {
  readonly text: string;
  readonly isScreen: boolean;
  readonly isTruncated: boolean;
  readonly path: string | undefined;
};

type Ends = Extract<NewOutput, { kind: 'ends' }>;

const RECENT_BYTES = 262_144;
const HEAD_BYTES = 65_536;

/** What one command prints: some of it in memory, all of it in a file if it is long. */
export class CommandOutput {
  readonly #parts: OutputParts;
  readonly #buffer = new OutputBuffer({ recentBytes: RECENT_BYTES, headBytes: HEAD_BYTES });
  readonly #mask: (text: string) => string;
  #whole: WholeOutput | undefined;
  #inAlternateScreen = false;
  /** The beginning of a character or of a sequence that the next bytes complete. */
  #held: Uint8Array = new Uint8Array(0);

  constructor(parts: OutputParts) {
    this.#parts = parts;
    this.#mask = parts.masker.sequence();
  }

  get bytes(): number {
    return this.#buffer.total;
  }

  append(bytes: Uint8Array): void {
    if (!this.#whole && this.#buffer.total + bytes.length > RECENT_BYTES / 2) this.#startFile();
    this.#whole?.write(bytes);
    this.#buffer.append(bytes);
  }

  /** What was not shown yet, as far as it is kept. */
  unseen(): Uint8Array {
    return this.#buffer.unseen();
  }

  /** The last bytes, as many as are kept. */
  recent(): Uint8Array {
    return this.#buffer.recent();
  }

  /** What came since it was last shown; `isFinal` when nothing more will come. */
  async show(isFinal: boolean): Promise<ShownOutput> {
    const fresh = this.#buffer.takeNew();
    if (isFinal) this.#whole?.end();
    return fresh.kind === 'whole' ? this.#showWhole(fresh.bytes, isFinal) : this.#showEnds(fresh, isFinal);
  }

  async #showWhole(fresh: Uint8Array, isFinal: boolean): Promise<ShownOutput> {
    const bytes = this.#completed(fresh, isFinal);
    const rendered = renderLines(utf8.decode(bytes), this.#inAlternateScreen);
    this.#inAlternateScreen = rendered.inAlternateScreen;
    const isScreen = rendered.inAlternateScreen && !isFinal;
    const { head, tail, omitted } = this.#masked(await this.#textOf(rendered, bytes, isScreen));
    if (!omitted) return { text: head, isScreen, isTruncated: false, path: undefined };
    const { path, note } = this.#wholeOutput(isFinal);
    const gap = `[${omitted.characters} characters left out, after ${omitted.headLines} lines. ${note}]`;
    return { text: joined(head, gap, tail), isScreen, isTruncated: true, path };
  }

  /** As much of a text as may be shown. Of a long one only that is looked through for secrets, and some more. */
  #masked(text: string): CutText {
    const size = resultSize(this.#parts.limits.shownCharacters);
    const looked = size.characters + 2 * this.#parts.masker.reach;
    if (text.length <= 2 * looked) return cutText(this.#mask(text), size);
    const head = headOf(this.#mask(text.slice(0, looked)), halfOf(size));
    const tail = tailOf(this.#mask(text.slice(-looked)), halfOf(size));
    const characters = text.length - head.length - tail.length;
    return { head, tail, omitted: { characters, headLines: countLineBreaks(head) } };
  }

  #showEnds({ head, tail, omittedBytes }: Ends, isFinal: boolean): ShownOutput {
    const half = halfOf(resultSize(this.#parts.limits.shownCharacters));
    const first = headOf(this.#mask(this.#lines(this.#completed(head, false))), half);
    const last = tailOf(this.#mask(this.#lines(tail)), half);
    const { path, note, inAlternateScreen } = this.#wholeOutput(isFinal);
    this.#inAlternateScreen = inAlternateScreen;
    const gap = `[About ${omittedBytes} bytes left out, after ${countLineBreaks(first)} lines. ${note}]`;
    return { text: joined(first, gap, last), isScreen: false, isTruncated: true, path };
  }

  #lines(bytes: Uint8Array): string {
    return renderLines(utf8.decode(bytes)).text;
  }

  async #textOf({ text, needsScreen }: RenderedLines, bytes: Uint8Array, isScreen: boolean): Promise<string> {
    if (!isScreen && !needsScreen) return text;
    const { renderScreen } = await import('../../core/terminal/output/screen.ts');
    return renderScreen(utf8.decode(isScreen ? this.#buffer.recent() : bytes), this.#parts.screenSize);
  }

  #completed(fresh: Uint8Array, isFinal: boolean): Uint8Array {
    const bytes =
      this.#held.length > 0 ? joinedBytes([this.#held, fresh], this.#held.length + fresh.length) : fresh;
    const open = isFinal ? 0 : incompleteEnd(bytes);
    this.#held = bytes.slice(bytes.length - open);
    return open === 0 ? bytes : bytes.subarray(0, bytes.length - open);
  }

  #startFile(): WholeOutput {
    this.#whole = new WholeOutput(this.#parts);
    this.#whole.write(this.#buffer.recent());
    return this.#whole;
  }

  #wholeOutput(isFinal: boolean): { path: string | undefined; note: string; inAlternateScreen: boolean } {
    const whole = this.#whole ?? this.#startFile();
    if (isFinal) whole.end();
    const { path, inAlternateScreen } = whole;
    return { path, note: whole.describe(isFinal), inAlternateScreen };
  }
}

/** All that a command prints, as clean and masked text in a file. */
class WholeOutput {
  #file: OutputFile | undefined;
  /** Why there is no more in the file; the command goes on. */
  #failure: string | undefined;
  readonly #clean: CleanStream = createCleanStream();
  readonly #masked: MaskStream | undefined;
  readonly #limit: number;
  /** Written in larger pieces than it comes in. */
  readonly #waiting = new Uint8Array(65_536);
  #waitingBytes = 0;
  #written = 0;
  #isFull = false;
  #hasEnded = false;

  constructor({ createFile, limits, masker }: OutputParts) {
    this.#attempt(() => {
      this.#file = createFile();
    });
    this.#limit = limits.fileBytes;
    this.#masked = masker.isActive ? masker.stream() : undefined;
  }

  get path(): string | undefined {
    return this.#file?.path;
  }

  get inAlternateScreen(): boolean {
    return this.#clean.inAlternateScreen;
  }

  write(bytes: Uint8Array): void {
    if (!this.#isFull) this.#put(this.#clean.push(bytes));
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#isFull) this.#put(this.#clean.end());
    if (this.#masked) this.#store(utf8.encode(this.#masked.end()));
    this.#flush();
    this.#attempt(() => this.#file?.close());
  }

  describe(isFinal: boolean): string {
    this.#flush();
    if (this.#failure !== undefined) return notKept(this.path, this.#failure);
    const size = `${this.#clean.lines} lines, ${this.#written} bytes`;
    if (this.#isFull) return `The first ${this.#limit} bytes of the output are in ${this.path}`;
    return isFinal
      ? `The whole output is in ${this.path} (${size})`
      : `The whole output is in ${this.path} (${size} so far)`;
  }

  #put(bytes: Uint8Array): void {
    this.#store(this.#masked ? utf8.encode(this.#masked.push(utf8.decode(bytes))) : bytes);
  }

  #store(bytes: Uint8Array): void {
    const room = this.#limit - this.#written;
    const fitting = bytes.length <= room ? bytes : bytes.subarray(0, room);
    if (this.#waitingBytes + fitting.length > this.#waiting.length) this.#flush();
    if (fitting.length > this.#waiting.length) this.#toFile(fitting);
    else {
      this.#waiting.set(fitting, this.#waitingBytes);
      this.#waitingBytes += fitting.length;
    }
    this.#written += fitting.length;
    this.#isFull ||= fitting.length < bytes.length;
  }

  #flush(): void {
    if (this.#waitingBytes > 0) this.#toFile(this.#waiting.subarray(0, this.#waitingBytes));
    this.#waitingBytes = 0;
  }

  #toFile(bytes: Uint8Array): void {
    if (this.#failure === undefined) this.#attempt(() => this.#file?.write(bytes));
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#failure ??= error instanceof Error ? error.message : String(error);
    }
  }
}

function notKept(path: string | undefined, reason: string): string {
  const kept = path === undefined ? 'The rest is lost' : `The rest is lost but for the beginning in ${path}`;
  return `${kept}: its file could not be written (${reason}). Make room, or let the command print less`;
}

function joined(head: string, gap: string, tail: string): string {
  return `${head}${head.endsWith('\n') ? '' : '\n'}${gap}\n${tail}`;
}
