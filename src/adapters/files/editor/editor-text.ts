import { sameBytes } from '../../../core/text/document/byte-pattern.ts';
import { utf8 } from '../../../core/text/document/utf8.ts';

const BOM = '\uFEFF';

/** The text of a file in the editor, as the bytes that saving it would write. */
export type EditorView = HiddenCharacters & {
  readonly bytes: Uint8Array;
  /** The editor shows what is on disk. */
  readonly isSaved: boolean;
};

/** Characters of the file that the editor does not show and adds again when it saves. */
type HiddenCharacters = { readonly hidesBom: boolean; readonly hidesCarriageReturns: boolean };

/** Undefined for content that is not text in UTF-8, the only kind that editors handle. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  const text = utf8.decodeStrict(bytes);
  return text?.includes('\0') ? undefined : text;
}

/** Adds the byte order mark and the line endings of the disk if the editor hides them. */
export function editorView(shown: string, disk: { bytes: Uint8Array; text: string } | undefined): EditorView {
  const stored = disk?.text ?? '';
  const hidden = {
    hidesBom: stored.startsWith(BOM) && !shown.startsWith(BOM),
    hidesCarriageReturns: stored.includes('\r\n') && !shown.includes('\r'),
  };
  if (disk && shown === withoutHidden(stored, hidden)) return { ...hidden, bytes: disk.bytes, isSaved: true };
  // If the file on disk mixes line endings, the ending that an unsaved line will get is unknown.
  const isAllCrlf = hidden.hidesCarriageReturns && !/(^|[^\r])\n/.test(stored);
  const text = (hidden.hidesBom ? BOM : '') + (isAllCrlf ? shown.replaceAll('\n', '\r\n') : shown);
  return { ...hidden, bytes: utf8.encode(text), isSaved: false };
}

/** New content as the editor would show it; undefined if it is not text in UTF-8. */
export function textFor(content: Uint8Array, hidden: HiddenCharacters): string | undefined {
  const text = utf8Text(content);
  return text === undefined ? undefined : withoutHidden(text, hidden);
}

export function sameContent(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left && right ? sameBytes(left, right) : left === right;
}

function withoutHidden(text: string, { hidesBom, hidesCarriageReturns }: HiddenCharacters): string {
  const visible = hidesBom && text.startsWith(BOM) ? text.slice(1) : text;
  return hidesCarriageReturns ? visible.replaceAll('\r\n', '\n') : visible;
}
