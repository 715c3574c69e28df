import type { JSX } from 'preact';
import { barsOf } from '../model/bars.ts';
import { groupedByAgent, type Kind, kindOf, type ShownCall, subjectOf, totalsOf } from '../model/calls.ts';
import { visibleName } from '../model/segments.ts';
import { clockTime } from '../model/times.ts';
import { calls, kind, now, select, selected, shown, undone } from '../state.ts';
import { AgentName, Monogram } from './agent.tsx';
import { ExitState } from './command-row.tsx';
import { Icon } from './icons.tsx';

const KINDS: readonly (readonly [Kind | undefined, string])[] = [
  [undefined, 'All'],
  ['edit', 'Edits'],
  ['refused', 'Refused'],
  ['command', 'Commands'],
];

export function Timeline(): JSX.Element {
  return (
    <nav class="timeline" aria-label="Timeline">
      <div class="kinds">
        {KINDS.map(([value, title]) => (
          <button
            key={title}
            type="button"
            aria-pressed={kind.value === value}
            onClick={() => {
              kind.value = value;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <Strip />
      <div class="groups">
        {groupedByAgent(shown.value).map(({ agent, calls }) => (
          <section key={calls[0]!.key}>
            <h2>
              <Monogram agent={agent} />
              <AgentName agent={agent} />
            </h2>
            <ol>
              {calls.map((one) => (
                <TimelineRow key={one.key} one={one} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <Totals />
    </nav>
  );
}

/** The whole time at a glance; a bar leads to its card. */
function Strip(): JSX.Element | null {
  const [first] = shown.value.slice(-1);
  if (!first) return null;
  return (
    <div class="strip">
      <div class="bars" aria-hidden="true">
        {barsOf(shown.value.toReversed(), now.value).map((bar, i) => (
          <button
            key={i}
            type="button"
            tabIndex={-1}
            class={bar?.kind}
            disabled={!bar}
            onClick={() => bar && select(bar.key)}
          >
            <i style={{ height: `${Math.round((bar?.height ?? 0) * 100)}%` }} />
          </button>
        ))}
      </div>
      <p>
        <span>{clockTime(first.call.time).slice(0, 5)}</span> <span>now</span>
      </p>
    </div>
  );
}

function TimelineRow({ one }: { one: ShownCall }): JSX.Element {
  const { key, call } = one;
  const subject = visibleName(subjectOf(one));
  const name = call.effect === 'run' ? subject : subject.slice(subject.lastIndexOf('/') + 1);
  return (
    <li class={`is-${kindOf(one)} ${undone.value.has(key) ? 'is-undone' : ''}`}>
      <button type="button" aria-current={selected.value === key} onClick={() => select(key)}>
        <Icon name={iconOf(one)} />
        <span class="name">{name}</span>
        <Outcome one={one} />
        <time>{clockTime(call.time)}</time>
      </button>
    </li>
  );
}

function Outcome({ one }: { one: ShownCall }): JSX.Element {
  const { call } = one;
  if (call.refusal) return <span class="state failed">refused</span>;
  if (call.effect === 'run') return <ExitState one={one} />;
  return (
    <span class="counts">
      <b class="added">+{call.diff?.added}</b> <b class="removed">−{call.diff?.removed}</b>
    </span>
  );
}

function iconOf(one: ShownCall): 'cross' | 'prompt' | 'plus' | 'pencil' {
  if (one.call.refusal) return 'cross';
  if (one.call.effect === 'run') return 'prompt';
  return one.call.diff?.removed === 0 ? 'plus' : 'pencil';
}

function Totals(): JSX.Element {
  const { edits, files, added, removed } = totalsOf(calls.value);
  return (
    <footer class="totals">
      <span>{`${edits} ${edits === 1 ? 'edit' : 'edits'}`}</span>
      <span>{`${files} ${files === 1 ? 'file' : 'files'}`}</span>
      <b class="added">+{added}</b>
      <b class="removed">−{removed}</b>
    </footer>
  );
}
