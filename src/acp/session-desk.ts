import { editorFiles, type WorkspaceOptions } from '../open-workspace.ts';
import type { EditorConnection } from '../ports/editor.ts';
import type { ClientRequests } from './client-requests.ts';
import { createEditorPaths } from './editor-paths.ts';
import { asObject } from './json-rpc.ts';
import { createPreview, type Preview } from './preview.ts';
import type { Session } from './sessions.ts';
import type { CardOutcome } from './updates.ts';

/** What a session's calls need of its editor. */
export type SessionDesk = {
  readonly editor: EditorConnection;
  readonly preview: Preview;
  /** The outcome with paths as the editor writes them. */
  inEditorsWords(outcome: CardOutcome): CardOutcome;
};

export type DeskParts = {
  readonly requests: ClientRequests;
  readonly editorHasFiles: () => boolean;
  readonly workspace: WorkspaceOptions;
};

export function createDesks(parts: DeskParts): (session: Session) => SessionDesk {
  const desks = new WeakMap<Session, SessionDesk>();
  return (session) => {
    const desk = desks.get(session) ?? createDesk(session, parts);
    desks.set(session, desk);
    return desk;
  };
}

function createDesk(session: Session, { requests, editorHasFiles, workspace }: DeskParts): SessionDesk {
  const toEditor = createEditorPaths(session.roots);
  const ask = (method: string, path: string, more: object) => {
    if (session.id === undefined) throw new Error('the session is not open yet');
    return requests.request(method, { sessionId: session.id, path: toEditor(path), ...more });
  };
  const editor: EditorConnection = {
    async readTextFile(path) {
      const content = asObject(await ask('fs/read_text_file', path, {}))?.content;
      if (typeof content !== 'string') throw new Error('its answer holds no text');
      return content;
    },
    async writeTextFile(path, content) {
      await ask('fs/write_text_file', path, { content });
    },
  };
  const inEditorsWords = (outcome: CardOutcome) => ({
    ...outcome,
    diffs: outcome.diffs.map((diff) => ({ ...diff, path: toEditor(diff.path) })),
  });
  const files = editorFiles(editor, { isAvailable: async () => editorHasFiles() });
  const preview = createPreview({ roots: session.roots, ...workspace, files });
  return {
    editor,
    inEditorsWords,
    preview: {
      async of(tool, input) {
        const outcome = await preview.of(tool, input);
        return outcome && inEditorsWords(outcome);
      },
    },
  };
}
