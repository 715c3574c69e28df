import { OutputBuffer } from '../core/terminal/output/output-buffer.ts';
import { renderLines } from '../core/terminal/output/rendered-lines.ts';
import { withoutTyping } from '../core/terminal/shell/shell-script.ts';
import { utf8 } from '../core/text/document/utf8.ts';

export type BackgroundOutput = {
  append(bytes: Uint8Array): void;
  isEmpty(): boolean;
  /** What background jobs printed since the last call, without the line that was typed and the shell's prompt. */
  take(prompt: string): string;
  /** The last line of what the next `take` gives. */
  lastLine(): string;
};

const KEPT_BYTES = 16_384;

/** What background jobs print between commands. */
export function createBackgroundOutput(): BackgroundOutput {
  const buffer = new OutputBuffer({ recentBytes: KEPT_BYTES, headBytes: KEPT_BYTES / 2 });
  let seen = 0;
  return {
    append: (bytes) => buffer.append(bytes),
    isEmpty: () => buffer.total === seen,
    take(prompt) {
      seen = buffer.total;
      const fresh = buffer.takeNew();
      const parts = fresh.kind === 'whole' ? [fresh.bytes] : [fresh.head, fresh.tail];
      return parts.map((bytes) => cleaned(utf8.decode(bytes), prompt)).join('\n[…]\n');
    },
    lastLine: () => lastLineOf(buffer.unseen()),
  };
}

const LAST_BYTES = 1_024;

/** The last line with text in it, without what is typed for the shell. */
export function lastLineOf(bytes: Uint8Array): string {
  const text = cleaned(utf8.decode(bytes.subarray(-LAST_BYTES)), '');
  return text.slice(text.lastIndexOf('\n') + 1).trim();
}

function cleaned(text: string, prompt: string): string {
  const own = withoutTyping(text);
  const { text: clean } = renderLines(prompt === '' ? own : own.replaceAll(prompt, ''));
  return clean.trimEnd().replace(/^\n+/, '');
}
