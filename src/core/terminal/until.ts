/** What a call waits for besides the end of the command. */
export type Until =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'port'; readonly port: number };

const PATTERN = /^\/(.+)\/([imsu]*)$/s;
const PORT = /^(?:port[ :]?\s*|:)(\d{1,5})$/i;
const MAX_PORT = 65_535;

/** A text, `/a regular expression/` or `port 3000`. */
export function parseUntil(wish: string): Until {
  const [, source, flags = ''] = PATTERN.exec(wish) ?? [];
  if (source !== undefined) return { kind: 'pattern', source, flags };
  const port = Number(PORT.exec(wish)?.[1]);
  return port > 0 && port <= MAX_PORT ? { kind: 'port', port } : { kind: 'text', text: wish };
}

export function describeUntil(until: Until): string {
  if (until.kind === 'port') return `port ${until.port} listens`;
  if (until.kind === 'text') return `the output contains ${JSON.stringify(until.text)}`;
  return `the output matches /${until.source}/${until.flags}`;
}
