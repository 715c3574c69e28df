import { previewFields } from '../cards/card-fields.ts';
import type { ToolCallCards } from '../cards/tool-call-cards.ts';
import { asObject, asText, type JsonObject, type Message, paramsOf, parseMessage } from '../json-rpc.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEditor } from '../sessions/session-editor.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isMessageLine, type LineFilter } from './line-filter.ts';
import {
  type LineAction,
  type LineInterceptor,
  type LongLineAction,
  MAX_LINE_BYTES,
  type Messages,
} from './line-relay.ts';

type Parts = {
  readonly filter: LineFilter;
  readonly sessions: Sessions;
  readonly cards: ToolCallCards;
  readonly editorOf: (session: Session) => SessionEditor;
  /** Called with lines of the agent's stdout that are no messages. */
  readonly onLogLine: (line: Uint8Array) => void;
};

/** Intercepts lines from the agent to the editor. */
export class AgentInterceptor implements LineInterceptor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  onLine(line: Uint8Array): LineAction {
    const { filter, sessions, onLogLine } = this.#parts;
    if (!isMessageLine(line)) {
      onLogLine(line);
      return [];
    }
    const message = filter.mustParseFromAgent(line, sessions.isAwaitingResponse)
      ? parseMessage(line)
      : undefined;
    if (!message) return 'pass';
    if (message.method === 'session/update') return this.#onUpdate(message);
    if (message.method === 'session/request_permission') return this.#onPermissionRequest(message, line);
    this.#endTurn(sessions.onResponse(message));
    return 'pass';
  }

  onLongLine(beginning: Uint8Array): LongLineAction {
    if (isMessageLine(beginning)) return 'pass';
    const notice = `corvid: dropped a line of more than ${MAX_LINE_BYTES} bytes that is no message`;
    this.#parts.onLogLine(Buffer.from(notice));
    return 'drop';
  }

  #endTurn(session: Session | undefined): void {
    if (session?.id !== undefined) this.#parts.cards.endTurn(session.id);
  }

  #onUpdate(message: Message): LineAction {
    const params = paramsOf(message);
    const [sessionId, update] = [asText(params.sessionId), asObject(params.update)];
    if (sessionId === undefined || !update) return 'pass';
    if (update.sessionUpdate === 'state_update' && update.state === 'idle')
      this.#endTurn(this.#parts.sessions.onIdle(sessionId));
    const next = this.#nextUpdate(sessionId, update);
    return next === update ? 'pass' : [{ ...message, params: { ...params, update: next } }];
  }

  #nextUpdate(sessionId: string, update: JsonObject): JsonObject {
    const { cards } = this.#parts;
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
      return cards.onReport(sessionId, update);
    if (update.sessionUpdate !== 'tool_call_content_chunk') return update;
    const toolCallId = cards.cardId(sessionId, String(update.toolCallId)) ?? update.toolCallId;
    return toolCallId === update.toolCallId ? update : { ...update, toolCallId };
  }

  /** In version 2 the call is in `subject`. */
  #onPermissionRequest(message: Message, line: Uint8Array): LineAction {
    const params = paramsOf(message);
    const subject = asObject(params.subject);
    const toolCall = asObject((subject ?? params).toolCall);
    const sessionId = asText(params.sessionId);
    if (!toolCall || sessionId === undefined) return 'pass';
    const enriched = this.#parts.cards.onReport(sessionId, toolCall);
    if (enriched === toolCall) return 'pass';
    const toRequest = (call: JsonObject): Messages => {
      const fields = subject ? { subject: { ...subject, toolCall: call } } : { toolCall: call };
      return [{ ...message, params: { ...params, ...fields } }];
    };
    return this.#previewFields(sessionId, String(toolCall.toolCallId)).then(
      (fields) => toRequest({ ...enriched, ...fields }),
      () => [line],
    );
  }

  /** Shows the user the diff that the call would make. */
  async #previewFields(sessionId: string, toolCallId: string): Promise<JsonObject> {
    const { sessions, cards, editorOf } = this.#parts;
    const { tool, input } = cards.knownReport(sessionId, toolCallId) ?? {};
    const session = sessions.byId(sessionId);
    if (!session || !input || tool?.effect !== 'edit') return {};
    const preview = await editorOf(session).preview(tool.name, input);
    return preview ? previewFields(preview, sessions.version) : {};
  }
}
