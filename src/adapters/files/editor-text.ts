import { isUtf8 } from 'node:buffer';
import { sameBytes } from '../../core/text/byte-pattern.ts';

const BOM = '\uFEFF';

/** A file as an editor shows it, beside the bytes that this text stands for. */
export type EditorView = {
  readonly bytes: Uint8Array;
  /** The editor keeps the byte order mark, or the returns of CRLF, to itself. */
  readonly hidesBom: boolean;
  readonly hidesReturns: boolean;
  /** What it shows is what the disk holds. */
  readonly isSaved: boolean;
};

/** Undefined for what is not text in UTF-8, which is all that an editor takes and gives. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.includes('\0') ? undefined : text;
}

/**
 * Text from an editor as bytes: with the byte order mark and the line endings of the disk if the editor hides them,
 * so that saving what it shows and reading the disk come to the same.
 */
export function viewOf(shown: string, disk: { bytes: Uint8Array; text: string } | undefined): EditorView {
  const stored = disk?.text ?? '';
  const hidesBom = stored.startsWith(BOM) && !shown.startsWith(BOM);
  const hidesReturns = stored.includes('\r\n') && !shown.includes('\r');
  const expected = hideIn(stored, { hidesBom, hidesReturns });
  if (disk && shown === expected) return { bytes: disk.bytes, hidesBom, hidesReturns, isSaved: true };
  // Where the disk mixes line endings nobody can say which of them an unsaved line will get.
  const isAllCrlf = hidesReturns && !/(^|[^\r])\n/.test(stored);
  const text = (hidesBom ? BOM : '') + (isAllCrlf ? shown.replaceAll('\n', '\r\n') : shown);
  return { bytes: Buffer.from(text, 'utf8'), hidesBom, hidesReturns, isSaved: false };
}

/** New content as the editor would show it; undefined if it is not text in UTF-8. */
export function textFor(
  content: Uint8Array,
  view: Omit<EditorView, 'bytes' | 'isSaved'>,
): string | undefined {
  const text = utf8Text(content);
  return text === undefined ? undefined : hideIn(text, view);
}

export function sameContent(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left && right ? sameBytes(left, right) : left === right;
}

function hideIn(text: string, { hidesBom, hidesReturns }: { hidesBom: boolean; hidesReturns: boolean }) {
  const visible = hidesBom && text.startsWith(BOM) ? text.slice(1) : text;
  return hidesReturns ? visible.replaceAll('\r\n', '\n') : visible;
}
