import type { Document } from '../text/document/document.ts';
import { assertSafeSplice, encodeNewText } from '../text/document/new-text.ts';
import { type ChangedRegion, spliceEdits, type TextEdit } from './text-edit.ts';

export type EditedDocument = Document & { readonly region: ChangedRegion };

/** The document after these edits, which must be sorted. Bytes outside their spans are copied; only new text is encoded. */
export function applyEdits(document: Document, edits: readonly TextEdit[]): EditedDocument {
  const sorted = edits.map((edit) => toWholeCharacters(edit, document.text));
  refuseOverlaps(sorted, document.text.length);
  const text = spliceEdits(document.text, sorted);
  const splices = toSplices(document, sorted, text);
  const bytes = spliceBytes(document.bytes, splices);
  return { bytes, text, encoding: document.encoding, region: regionOf(splices, document.bytes, bytes) };
}

function regionOf(splices: readonly Splice[], before: Uint8Array, after: Uint8Array): ChangedRegion {
  const start = splices[0]?.start ?? 0;
  const beforeEnd = splices.at(-1)?.end ?? 0;
  return { start, beforeEnd, afterEnd: beforeEnd + after.length - before.length };
}

/** An edit that cuts a surrogate pair, as one made by trimming equal ends may, takes in both of its halves. */
function toWholeCharacters({ span, newText }: TextEdit, text: string): TextEdit {
  const start = cutsPair(text, span.start) ? span.start - 1 : span.start;
  const end = cutsPair(text, span.end) ? span.end + 1 : span.end;
  if (start === span.start && end === span.end) return { span, newText };
  return {
    span: { start, end },
    newText: text.slice(start, span.start) + newText + text.slice(span.end, end),
  };
}

function cutsPair(text: string, offset: number): boolean {
  return offset > 0 && text.codePointAt(offset - 1)! > 0xffff;
}

function refuseOverlaps(sorted: readonly TextEdit[], length: number): void {
  let reached = 0;
  for (const { span } of sorted) {
    if (span.start < reached || span.end < span.start)
      throw new Error(`edit ${span.start}-${span.end} overlaps one that ends at ${reached}`);
    reached = span.end;
  }
  if (reached > length) throw new Error(`edit ends at ${reached}, after the text's end at ${length}`);
}

/** An edit in terms of bytes. */
type Splice = { readonly start: number; readonly end: number; readonly inserted: Uint8Array };

function toSplices(document: Document, sorted: readonly TextEdit[], newText: string): Splice[] {
  const { bytes, encoding } = document;
  const lengthOf = byteCounter(document);
  let reached = { offset: 0, byte: encoding.bom.length };
  let grown = 0;
  return sorted.map((edit) => {
    const { span } = edit;
    const start = reached.byte + lengthOf(reached.offset, span.start);
    const end = start + lengthOf(span.start, span.end);
    if (!encoding.certain) assertSafeSplice(bytes, start, end);
    const place = { text: newText, offset: span.start + grown };
    const known = encoding.certain ? encoding.codec.encode(edit.newText) : undefined;
    const inserted = known ?? encodeNewText(edit.newText, encoding, place);
    reached = { offset: span.end, byte: end };
    grown += edit.newText.length - (span.end - span.start);
    return { start, end, inserted };
  });
}

/** As many bytes as characters means that each has one: no multi-byte character is shorter than its UTF-16. */
function byteCounter({ bytes, text, encoding }: Document) {
  if (bytes.length === text.length + encoding.bom.length) {
    return (start: number, end: number) => end - start;
  }
  const { codec } = encoding;
  return (start: number, end: number) => {
    const part = text.slice(start, end);
    return codec.byteLength?.(part) ?? codec.encode(part)?.length ?? failToEncode(codec.name);
  };
}

function failToEncode(name: string): never {
  throw new Error(`text decoded from ${name} does not encode to ${name}`);
}

function spliceBytes(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const growth = splices.reduce((sum, { start, end, inserted }) => sum + inserted.length - (end - start), 0);
  const result = new Uint8Array(bytes.length + growth);
  let read = 0;
  let written = 0;
  const append = (piece: Uint8Array) => {
    result.set(piece, written);
    written += piece.length;
  };
  for (const { start, end, inserted } of splices) {
    append(bytes.subarray(read, start));
    append(inserted);
    read = end;
  }
  append(bytes.subarray(read));
  return result;
}
