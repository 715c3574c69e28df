export type JsonObject = Readonly<Record<string, unknown>>;
export type RequestId = string | number;

/** A JSON-RPC message; its fields show whether it is a request, a notification or a response. */
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

/** The message and the details of an error in a response. */
export function errorText(error: unknown): string {
  const { message, data } = asObject(error) ?? {};
  const detail = asText(data) ?? asText(asObject(data)?.details);
  return [asText(message) ?? 'no reason given', detail].filter(Boolean).join(': ');
}
