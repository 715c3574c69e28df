/** The media type without parameters, and the charset that it names. */
export function mediaTypeOf(contentType: string | undefined): {
  mediaType: string;
  charset: string | undefined;
} {
  const [mediaType = '', ...parameters] = (contentType ?? 'text/plain').split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(one)?.[1]).find(Boolean);
  return { mediaType: mediaType.trim().toLowerCase(), charset };
}

export function isHtml(mediaType: string): boolean {
  return mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
}

export function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') ||
    /[/+](json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-sh|sql)$/.test(mediaType)
  );
}

const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i;
const META_BYTES = 2_048;

/** Text in the encoding that the header or the page names, else UTF-8. Bytes that do not fit become U+FFFD. */
export function decodePage(bytes: Uint8Array, charset: string | undefined, mediaType: string): string {
  const named = charset ?? (isHtml(mediaType) ? metaCharset(bytes) : undefined);
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function metaCharset(bytes: Uint8Array): string | undefined {
  return META_CHARSET.exec(new TextDecoder('latin1').decode(bytes.subarray(0, META_BYTES)))?.[1];
}
