import type { Cards } from './cards.ts';
import { type Concerns, isNoise } from './concerns.ts';
import { asObject, asText, type JsonObject, type Message, paramsOf, parseMessage } from './json-rpc.ts';
import { type Judge, MAX_LINE_BYTES, type Replacement, type Verdict } from './pump.ts';
import type { SessionDesk } from './session-desk.ts';
import type { Session, Sessions } from './sessions.ts';
import { diffContent } from './updates.ts';

type Parts = {
  readonly concerns: Concerns;
  readonly sessions: Sessions;
  readonly cards: Cards;
  readonly deskOf: (session: Session) => SessionDesk;
  /** Told what an agent prints beside the protocol. */
  readonly onNoise: (line: Uint8Array) => void;
};

/** What becomes of each line that the agent says. */
export function judgeOfAgent({ concerns, sessions, cards, deskOf, onNoise }: Parts): Judge {
  function turnEnds(session: Session | undefined): void {
    if (session?.id !== undefined) cards.flush(session.id);
  }

  function reported(message: Message): Verdict {
    const params = paramsOf(message);
    const [sessionId, update] = [asText(params.sessionId), asObject(params.update)];
    if (sessionId === undefined || !update) return 'pass';
    if (update.sessionUpdate === 'state_update' && update.state === 'idle')
      turnEnds(sessions.idle(sessionId));
    const next = nextUpdate(sessionId, update);
    return next === update ? 'pass' : [{ ...message, params: { ...params, update: next } }];
  }

  function nextUpdate(sessionId: string, update: JsonObject): JsonObject {
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
      return cards.reported(sessionId, update);
    if (update.sessionUpdate !== 'tool_call_content_chunk') return update;
    const toolCallId = cards.idOf(sessionId, String(update.toolCallId)) ?? update.toolCallId;
    return toolCallId === update.toolCallId ? update : { ...update, toolCallId };
  }

  /** In version 2 the call stands one level deeper. */
  function permission(message: Message, line: Uint8Array): Verdict {
    const params = paramsOf(message);
    const subject = asObject(params.subject);
    const toolCall = asObject((subject ?? params).toolCall);
    const sessionId = asText(params.sessionId);
    if (!toolCall || sessionId === undefined) return 'pass';
    const told = cards.reported(sessionId, toolCall);
    if (told === toolCall) return 'pass';
    const asked = (toolCall: JsonObject): Replacement => [
      {
        ...message,
        params: { ...params, ...(subject ? { subject: { ...subject, toolCall } } : { toolCall }) },
      },
    ];
    return withPreview(sessionId, toolCall, told).then(asked, () => [line]);
  }

  /** What the user is asked about: the change that the call would make. */
  async function withPreview(sessionId: string, given: JsonObject, told: JsonObject): Promise<JsonObject> {
    const { tool, input } = cards.known(sessionId, String(given.toolCallId)) ?? {};
    const session = sessions.byId(sessionId);
    if (!session || !input || tool?.effect !== 'edit') return told;
    const preview = await deskOf(session).preview.of(tool.name, input);
    if (!preview || preview.diffs.length === 0) return told;
    const locations = preview.diffs.map(({ path, line }) => ({ path, line }));
    return { ...told, locations, content: diffContent(preview.diffs, sessions.version) };
  }

  return {
    line(line) {
      if (isNoise(line)) {
        onNoise(line);
        return [];
      }
      const message = concerns.ofAgent(line, sessions.isAwaiting) ? parseMessage(line) : undefined;
      if (!message) return 'pass';
      if (message.method === 'session/update') return reported(message);
      if (message.method === 'session/request_permission') return permission(message, line);
      turnEnds(sessions.answered(message));
      return 'pass';
    },
    longLine([first]) {
      if (!isNoise(first!)) return 'pass';
      onNoise(Buffer.from(`corvid: left out a line of more than ${MAX_LINE_BYTES} bytes that is no message`));
      return 'drop';
    },
  };
}
