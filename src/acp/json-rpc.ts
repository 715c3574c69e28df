export type JsonObject = Readonly<Record<string, unknown>>;
export type RequestId = string | number;

/** A JSON-RPC message of any kind; which one follows from what is there. */
export type Message = JsonObject & {
  readonly id?: RequestId | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
};

/** Undefined for a line that is no message. */
export function parseMessage(line: Uint8Array): Message | undefined {
  try {
    return asObject(JSON.parse(new TextDecoder().decode(line))) as Message | undefined;
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function paramsOf(message: Message): JsonObject {
  return asObject(message.params) ?? {};
}

/** What can be told of an error that someone else sent. */
export function errorText(error: unknown): string {
  const { message, data } = asObject(error) ?? {};
  const detail = asText(data) ?? asText(asObject(data)?.details);
  return [asText(message) ?? 'it gave no reason', detail].filter(Boolean).join(': ');
}
