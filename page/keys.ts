import { copyPatch } from './components/edit-card.tsx';
import { kindOf } from './model/calls.ts';
import { isDark, isHelpOpen, isSplit, select, selected, shown, takeBack, undone } from './state.ts';

/** The keys and what they do, for the list that `?` shows. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['j / k', 'next, previous'],
  ['/', 'filter'],
  ['s', 'side by side'],
  ['d', 'light or dark'],
  ['u', 'undo or redo the selected edit'],
  ['c', 'copy its patch'],
  ['Esc', 'leave the filter or this list'],
  ['?', 'show this list'],
];

const actions: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  s: () => {
    isSplit.value = !isSplit.value;
  },
  d: () => {
    isDark.value = !isDark.value;
  },
  u: () => {
    const one = selectedEdit();
    if (one) void takeBack(one, undone.value.has(one.key));
  },
  c: () => {
    const one = selectedEdit();
    if (one) void copyPatch(one);
  },
  '?': () => {
    isHelpOpen.value = !isHelpOpen.value;
  },
  '/': () => document.getElementById('filter')?.focus(),
};

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') leave(event.target);
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function leave(target: EventTarget | null): void {
  isHelpOpen.value = false;
  if (target instanceof HTMLInputElement) target.blur();
}

function step(by: number): void {
  const list = shown.value;
  const at = list.findIndex(({ key }) => key === selected.value);
  const next = list[at === -1 ? 0 : Math.min(list.length - 1, Math.max(0, at + by))];
  if (next) select(next.key);
}

function selectedEdit() {
  return shown.value.find((one) => one.key === selected.value && kindOf(one) === 'edit');
}
