import { PassThrough, type Readable, Writable } from 'node:stream';
import { type Message, messageError } from './acp-schema.ts';

export type Card = Record<string, unknown> & {
  readonly toolCallId: string;
  readonly statuses: string[];
  readonly kind?: string;
  readonly status?: string;
  readonly title?: string;
  readonly locations?: { path: string; line?: number }[];
  readonly content?: Record<string, unknown>[];
  readonly rawInput?: Record<string, unknown>;
  readonly rawOutput?: Record<string, unknown>;
};

type Fields = Record<string, unknown>;

const RANK: Record<string, number> = { pending: 0, in_progress: 1, completed: 2, failed: 2 };
/** Longer lines are not recorded. */
const MAX_LINE_LENGTH = 1_000_000;

/** Records what a client receives, with errors against the schema, and the cards as an editor would show them. */
export class MessageRecord {
  readonly messages: Message[] = [];
  readonly invalid: string[] = [];
  /** Updates that contradict earlier ones. */
  readonly mistakes: string[] = [];
  readonly permissions: Fields[] = [];
  readonly #cards = new Map<string, Card>();
  /** The methods of the client's requests by id. */
  readonly #requested = new Map<string | number, string>();

  cards(sessionId?: string): Card[] {
    const cards = [...this.#cards].filter(([key]) => !sessionId || key.startsWith(`${sessionId} `));
    return cards.map(([, card]) => card);
  }

  /** Records what is read from the agent. */
  tapInput(input: Readable): Readable {
    const tap = new PassThrough();
    let rest = '';
    tap.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const message of messagesIn(lines)) this.#receive(message);
    });
    return input.pipe(tap);
  }

  /** Records the requests that are sent to the agent, so that the responses can be checked. */
  tapOutput(output: Writable): WritableStream<Uint8Array> {
    const writer = Writable.toWeb(output).getWriter();
    return new WritableStream({
      write: (chunk) => {
        for (const { id, method } of messagesIn(new TextDecoder().decode(chunk).split('\n')))
          if (id !== undefined && method) this.#requested.set(id, method);
        return writer.write(chunk);
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    });
  }

  #receive(message: Message): void {
    this.messages.push(message);
    const error = messageError(message, this.#requested);
    if (error) this.invalid.push(error);
    const { sessionId, update, toolCall } = (message.params ?? {}) as Record<string, Fields>;
    if (message.method === 'session/request_permission') this.#apply(String(sessionId), toolCall!, true);
    const kind = update?.sessionUpdate;
    if (kind === 'tool_call' || kind === 'tool_call_update')
      this.#apply(String(sessionId), update!, kind === 'tool_call');
  }

  #apply(sessionId: string, update: Fields, mayCreate: boolean): void {
    const key = `${sessionId} ${update.toolCallId}`;
    const known = this.#cards.get(key);
    if (!known && !mayCreate) this.mistakes.push(`an update for the unknown card ${key}`);
    if (known && update.sessionUpdate === 'tool_call') this.mistakes.push(`the card ${key} is created twice`);
    const status = update.status as string | undefined;
    const statuses = [...(known?.statuses ?? []), ...(status ? [status] : [])];
    const last = known?.statuses.at(-1);
    if (last && status && RANK[status]! < RANK[last]!)
      this.mistakes.push(`${key} goes back from ${last} to ${status}`);
    this.#cards.set(key, { ...known, ...update, statuses } as Card);
  }
}

function messagesIn(lines: readonly string[]): Message[] {
  return lines
    .filter((line) => line.length < MAX_LINE_LENGTH && line.trim())
    .map((line) => JSON.parse(line) as Message);
}
