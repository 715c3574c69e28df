import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { agentOf, type ShownCall, subjectOf } from '../model/calls.ts';
import { answer, answers, canAct, pending, selected, takeBack, undone } from '../state.ts';
import { CardHead } from './card-head.tsx';
import { DiffView } from './diff-view.tsx';
import { Icon } from './icons.tsx';

export const EditCard = memo(function EditCard({ one }: { one: ShownCall }): JSX.Element {
  const { call, key } = one;
  const isUndone = undone.value.has(key);
  const diff = call.diff!;
  return (
    <article
      id={`call-${key}`}
      tabIndex={-1}
      class={`card ${isUndone ? 'undone' : ''} ${selected.value === key ? 'selected' : ''}`}
      aria-label={`${subjectOf(one)}, by ${agentOf(one)}`}
    >
      <CardHead one={one}>
        {isUndone && <span class="pill">Taken back</span>}
        <Counts added={diff.added} removed={diff.removed} />
        <button
          type="button"
          class="quiet"
          aria-label="Copy patch"
          title="Copy patch"
          onClick={() => copyPatch(one)}
        >
          <Icon name="copy" />
        </button>
        {call.group !== undefined && !one.process.isReadOnly && <UndoButton one={one} isUndone={isUndone} />}
      </CardHead>
      <Answer of={key} />
      <DiffView diff={diff.text} path={call.path ?? ''} />
      {diff.isCut && <p class="foot">The change is larger than is shown.</p>}
      {call.syntax === 'warning' && (
        <p class="foot warning">This edit brought a syntax error into the file.</p>
      )}
    </article>
  );
});

function UndoButton({ one, isUndone }: { one: ShownCall; isUndone: boolean }): JSX.Element {
  return (
    <button
      type="button"
      disabled={!canAct.value || pending.value.has(one.key)}
      onClick={() => void takeBack(one, isUndone)}
    >
      <Icon name={isUndone ? 'redo' : 'undo'} /> {isUndone ? 'Redo' : 'Undo'}
    </button>
  );
}

/** What the last act on this card led to. */
function Answer({ of }: { of: string }): JSX.Element | null {
  const given = answers.value.get(of);
  if (!given) return null;
  return (
    <p role="status" class={given.isRefused ? 'answer refused' : 'answer'}>
      {given.text}
    </p>
  );
}

const SQUARES = 5;

/** Lines added and removed, and their share as five squares. */
export function Counts({ added, removed }: { added: number; removed: number }): JSX.Element {
  const filled = Math.min(SQUARES, added + removed);
  const green = added + removed === 0 ? 0 : Math.round((filled * added) / (added + removed));
  return (
    <span class="counts">
      <b class="added">+{added}</b> <b class="removed">−{removed}</b>
      <span class="squares" aria-hidden="true">
        {Array.from({ length: SQUARES }, (_, i) => (
          <i key={i} class={i < green ? 'added' : i < filled ? 'removed' : ''} />
        ))}
      </span>
    </span>
  );
}

export async function copyPatch({ key, call }: ShownCall): Promise<void> {
  try {
    await navigator.clipboard.writeText(call.diff!.text);
    answer(key, 'The patch is on the clipboard.', false);
  } catch {
    answer(key, 'The browser does not allow this page to use the clipboard.', true);
  }
}
