import type { CallRecord, JournalProcess } from '../../src/core/journal/call-record.ts';

export type ShownCall = { readonly key: string; readonly process: JournalProcess; readonly call: CallRecord };

export type Kind = 'edit' | 'refused' | 'command';

export function shownCall(process: JournalProcess, call: CallRecord): ShownCall {
  return { key: `${process.pid}-${process.startedAt}-${call.id}`, process, call };
}

/** Undefined for a call that changed nothing, as a read, and for an undo, which marks the card of what it took back. */
export function kindOf({ call }: ShownCall): Kind | undefined {
  if (call.refusal) return 'refused';
  if (call.undid) return undefined;
  if (call.effect === 'run') return 'command';
  return call.diff && !call.isDryRun ? 'edit' : undefined;
}

export function agentOf({ call }: ShownCall): string {
  return call.client ?? 'unknown client';
}

const AGENTS: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-ai': 'Claude',
  codex: 'Codex',
  'codex-mcp-client': 'Codex',
  'gemini-cli': 'Gemini CLI',
  'gemini-cli-mcp-client': 'Gemini CLI',
  opencode: 'OpenCode',
  cursor: 'Cursor',
  'cursor-vscode': 'Cursor',
  'Visual Studio Code': 'VS Code',
  Zed: 'Zed',
};

/** As people know the client. */
export function agentTitle(agent: string): string {
  return Object.hasOwn(AGENTS, agent) ? AGENTS[agent]! : agent;
}

/** A hue that a name always gets. */
export function hueOf(agent: string): number {
  let hash = 7;
  for (const character of agent) hash = (hash * 31 + character.codePointAt(0)!) % 3600;
  return hash % 360;
}

/** What the call was about: a path below the server's folder, or a command. */
export function subjectOf({ call, process }: ShownCall): string {
  if (call.effect === 'run') return call.command?.text.split('\n', 1)[0] || '(input)';
  const path = call.path ?? call.changed?.[0] ?? call.tool;
  const folder = process.folder === '/' ? '/' : `${process.folder}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

export type Filter = {
  readonly text: string;
  readonly kind: Kind | undefined;
  readonly hiddenAgents: ReadonlySet<string>;
};

export function filteredCalls(
  calls: readonly ShownCall[],
  { text, kind, hiddenAgents }: Filter,
): ShownCall[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((one) => {
    if (kind !== undefined && kindOf(one) !== kind) return false;
    if (hiddenAgents.has(agentOf(one))) return false;
    const searched = `${subjectOf(one)} ${one.call.tool} ${agentTitle(agentOf(one))}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

export type Totals = {
  readonly edits: number;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
};

export function totalsOf(calls: readonly ShownCall[]): Totals {
  const edits = calls.filter((one) => kindOf(one) === 'edit');
  const files = new Set(edits.flatMap(({ call }) => call.changed ?? []));
  const sum = (of: 'added' | 'removed') =>
    edits.reduce((total, { call }) => total + (call.diff?.[of] ?? 0), 0);
  return { edits: edits.length, files: files.size, added: sum('added'), removed: sum('removed') };
}

/** Calls after one another by the same agent. */
export function groupedByAgent(calls: readonly ShownCall[]): { agent: string; calls: ShownCall[] }[] {
  const groups: { agent: string; calls: ShownCall[] }[] = [];
  for (const one of calls) {
    const agent = agentOf(one);
    const last = groups.at(-1);
    if (last?.agent === agent) last.calls.push(one);
    else groups.push({ agent, calls: [one] });
  }
  return groups;
}

/** Which edits were taken back since: by an undo of their group, or of their file. */
export function undoneKeys(calls: readonly ShownCall[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { call } of calls) {
    if (call.refusal || call.isDryRun) continue;
    for (const group of call.undid ?? []) markGroup(calls, group, undone, call.isRedo !== true);
  }
  return undone;
}

function markGroup(calls: readonly ShownCall[], group: string, undone: Set<string>, isUndone: boolean): void {
  for (const { key, call } of calls) {
    if (call.group !== group) continue;
    if (isUndone) undone.add(key);
    else undone.delete(key);
  }
}
