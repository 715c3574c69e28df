import type { CallHandle, Cards } from './cards.ts';
import type { Guest } from './editor-door.ts';
import { asObject, asText, type JsonObject } from './json-rpc.ts';
import type { SessionDesk } from './session-desk.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Peer } from './socket-peer.ts';
import type { CardOutcome, CardTool } from './updates.ts';

export type GuestParts = {
  readonly sessions: Sessions;
  readonly cards: Cards;
  readonly tools: readonly CardTool[];
  readonly deskOf: (session: Session) => SessionDesk;
};

/** The MCP servers that agents have started for us, and the calls that they work on. */
export function createGuests({ sessions, cards, tools, deskOf }: GuestParts) {
  const cancellers = new Set<(sessionId: string) => void>();

  function welcome(ticket: string, peer: Peer): Guest | undefined {
    const home = sessions.byTicket(ticket);
    if (!home) return undefined;
    const running = new Map<unknown, CallHandle>();
    const sessionOf = (call: unknown) => sessions.byId(running.get(call)?.sessionId()) ?? home;
    const cancel = (sessionId: string) => {
      const calls = [...running].filter(([, handle]) => handle.sessionId() === sessionId).map(([id]) => id);
      if (calls.length > 0) peer.notify('cancel', { calls });
    };
    const begin = async (id: unknown, call: JsonObject): Promise<void> => {
      const tool = tools.find(({ name }) => name === call.tool);
      if (!tool) return;
      const [input, meta] = [asObject(call.input) ?? {}, asObject(call.meta) ?? {}];
      // An agent may run one server for all its sessions, so the ticket that it shows comes last.
      // As things stand now: when one of two turns has ended, the other is not the only one that was active.
      const told = sessions.byId(asText(meta.sessionId)) ?? sessions.onlyActive();
      const likely = told ?? home;
      const isGuess = !told && sessions.sharesServers;
      const handle = cards.begun({ tool, input, meta, isGuess, sessionId: () => likely.id });
      running.set(id, handle);
      const session = sessionOf(id);
      if (session.isCancelled) peer.notify('cancel', { calls: [id] });
      if (tool.effect === 'read') return;
      const preview = tool.effect === 'edit' ? await deskOf(session).preview.of(tool.name, input) : undefined;
      handle.placed(preview?.diffs[0]?.line);
    };
    cancellers.add(cancel);
    return {
      facts: { files: sessions.editorHasFiles },
      handlers: {
        begin: ({ call, ...told }) => begin(call, told),
        end({ call, ...outcome }) {
          const desk = deskOf(sessionOf(call));
          running.get(call)?.ended(desk.inEditorsWords(outcome as unknown as CardOutcome));
          running.delete(call);
        },
        read: async ({ call, path }) => ({
          content: await deskOf(sessionOf(call)).editor.readTextFile(String(path)),
        }),
        write: ({ call, path, content }) =>
          deskOf(sessionOf(call)).editor.writeTextFile(String(path), String(content)),
      },
      leave: () => void cancellers.delete(cancel),
    };
  }

  return {
    welcome,
    /** Stops the calls of a session: not every agent tells its MCP servers that the user has cancelled. */
    cancel(sessionId: string): void {
      for (const cancel of cancellers) cancel(sessionId);
    },
  };
}

export type Guests = ReturnType<typeof createGuests>;
