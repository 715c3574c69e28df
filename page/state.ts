import { computed, signal } from '@preact/signals';
import { act, type ConnectionState, type FeedEvent } from './connection.ts';
import {
  agentOf,
  filteredCalls,
  type Kind,
  kindOf,
  type ShownCall,
  shownCall,
  undoneKeys,
} from './model/calls.ts';

export const MAX_CALLS = 500;

export const connection = signal<ConnectionState>('connecting');
/** Oldest first. */
export const calls = signal<readonly ShownCall[]>([]);
export const now = signal(Date.now());
export const problem = signal('');

export const filterText = signal('');
export const kind = signal<Kind | undefined>(undefined);
export const hiddenAgents = signal<ReadonlySet<string>>(new Set());
export const selected = signal<string | undefined>(undefined);
export const isSplit = signal(false);
export const isDark = signal(matchMedia('(prefers-color-scheme: dark)').matches);
/** On a phone, one of these is shown at a time. */
export const tab = signal<'activity' | 'timeline'>('activity');
export const isHelpOpen = signal(false);
/** Calls that came while the reader was not at the top. */
export const unseen = signal(0);

/** What an act on a call led to, shown on its card. */
export const answers = signal<ReadonlyMap<string, { readonly text: string; readonly isRefused: boolean }>>(
  new Map(),
);
export const pending = signal<ReadonlySet<string>>(new Set());

/** Newest first, without calls that changed nothing. */
export const shown = computed(() => {
  const filter = { text: filterText.value, kind: kind.value, hiddenAgents: hiddenAgents.value };
  return filteredCalls(calls.value, filter)
    .filter((one) => kindOf(one) !== undefined)
    .toReversed();
});

export const hasCalls = computed(() => calls.value.some((one) => kindOf(one) !== undefined));
export const agents = computed(() => [
  ...new Set(calls.value.filter((one) => kindOf(one) !== undefined).map(agentOf)),
]);
export const undone = computed(() => undoneKeys(calls.value));
export const canAct = computed(() => connection.value === 'live');

export function receive(event: FeedEvent): void {
  if (event.type === 'problem') {
    problem.value = event.message;
    return;
  }
  const added = event.calls.map(({ process, call }) => shownCall(process, call));
  // After a lost connection all calls come again.
  const known = event.isStart ? [] : calls.value;
  calls.value = [...known, ...added].slice(-MAX_CALLS);
  if (!event.isStart && scrollY > 80) unseen.value += added.filter((one) => kindOf(one) !== undefined).length;
  now.value = Date.now();
}

/** Takes back, or makes again, what a call changed. */
export async function takeBack(one: ShownCall, redo: boolean): Promise<void> {
  if (!canAct.value || pending.value.has(one.key)) return;
  pending.value = new Set([...pending.value, one.key]);
  try {
    const process = `${one.process.pid}-${one.process.startedAt}`;
    const { message } = await act('undo', { process, id: one.call.id, redo });
    answer(one.key, String(message), false);
  } catch (error) {
    answer(one.key, (error as Error).message, true);
  } finally {
    pending.value = new Set([...pending.value].filter((key) => key !== one.key));
  }
}

export function answer(key: string, text: string, isRefused: boolean): void {
  answers.value = new Map(answers.value).set(key, { text, isRefused });
}

export function toggleAgent(agent: string): void {
  const hidden = new Set(hiddenAgents.value);
  if (!hidden.delete(agent)) hidden.add(agent);
  hiddenAgents.value = hidden;
}

export function showAll(): void {
  filterText.value = '';
  kind.value = undefined;
  hiddenAgents.value = new Set();
}

/** Marks a call and brings its card into view. */
export function select(key: string): void {
  selected.value = key;
  tab.value = 'activity';
  requestAnimationFrame(() => {
    const card = document.getElementById(`call-${key}`);
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
  });
}
