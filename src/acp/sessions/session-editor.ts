import { editorFiles, type WorkspaceOptions } from '../../open-workspace.ts';
import type { EditorConnection } from '../../ports/editor.ts';
import type { CardOutcome } from '../cards/card-outcome.ts';
import { asObject, type JsonObject } from '../json-rpc.ts';
import type { ClientRequests } from '../relay/client-requests.ts';
import { EditPreview } from './edit-preview.ts';
import { createEditorPaths } from './editor-paths.ts';
import type { Session } from './session.ts';

export type SessionEditorParts = {
  readonly requests: ClientRequests;
  readonly editorHasFiles: () => boolean;
  readonly workspace: WorkspaceOptions;
};

/** The editor of one session: its files, previews of edits in them, and paths as it spells them. */
export class SessionEditor implements EditorConnection {
  readonly #session: Session;
  readonly #requests: ClientRequests;
  readonly #toEditorPath: (real: string) => string;
  readonly #preview: EditPreview;

  constructor(session: Session, { requests, editorHasFiles, workspace }: SessionEditorParts) {
    this.#session = session;
    this.#requests = requests;
    this.#toEditorPath = createEditorPaths(session.roots);
    const files = editorFiles(this, { isAvailable: async () => editorHasFiles() });
    this.#preview = new EditPreview({ roots: session.roots, ...workspace, files });
  }

  async readTextFile(path: string): Promise<string> {
    const content = asObject(await this.#request('fs/read_text_file', path))?.content;
    if (typeof content !== 'string') throw new Error('its response contains no text');
    return content;
  }

  async writeTextFile(path: string, content: string): Promise<void> {
    await this.#request('fs/write_text_file', path, { content });
  }

  /** What an edit would do; undefined if it would be refused, or that is not known in time. */
  async preview(tool: string, input: JsonObject): Promise<CardOutcome | undefined> {
    const outcome = await this.#preview.run(tool, input);
    return outcome && this.withEditorPaths(outcome);
  }

  withEditorPaths(outcome: CardOutcome): CardOutcome {
    const diffs = outcome.diffs.map((diff) => ({ ...diff, path: this.#toEditorPath(diff.path) }));
    return { ...outcome, diffs };
  }

  async #request(method: string, path: string, more: JsonObject = {}): Promise<unknown> {
    const { id: sessionId } = this.#session;
    if (sessionId === undefined) throw new Error('the session is not open yet');
    return this.#requests.request(method, { sessionId, path: this.#toEditorPath(path), ...more });
  }
}

/** Returns a function that keeps one editor for each session. */
export function createSessionEditors(parts: SessionEditorParts): (session: Session) => SessionEditor {
  const editors = new WeakMap<Session, SessionEditor>();
  return (session) => {
    const editor = editors.get(session) ?? new SessionEditor(session, parts);
    editors.set(session, editor);
    return editor;
  };
}
