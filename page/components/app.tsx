import type { ComponentChildren, JSX } from 'preact';
import { KEYS } from '../keys.ts';
import { kindOf, type ShownCall } from '../model/calls.ts';
import { connection, hasCalls, isHelpOpen, problem, showAll, shown, tab, unseen } from '../state.ts';
import { CommandRow } from './command-row.tsx';
import { EditCard } from './edit-card.tsx';
import { Icon, Raven } from './icons.tsx';
import { RefusalCard } from './refusal-card.tsx';
import { Timeline } from './timeline.tsx';
import { TopBar } from './top-bar.tsx';

export function App(): JSX.Element {
  return (
    <div class={`page on-${tab.value} ${hasCalls.value ? '' : 'is-empty'}`}>
      <TopBar />
      {hasCalls.value && <Timeline />}
      <main>
        {problem.value !== '' && <p class="answer refused">{problem.value}</p>}
        <Content />
      </main>
      {unseen.value > 0 && (
        <button type="button" class="new-calls" onClick={() => scrollTo({ top: 0 })}>
          {`${unseen.value} new`}
        </button>
      )}
      <PhoneTabs />
      {isHelpOpen.value && <KeyHelp />}
    </div>
  );
}

function Content(): JSX.Element {
  if (connection.value === 'denied')
    return (
      <Notice title="This page is not connected">
        Open the address that <code>corvid watch</code> prints in your terminal.
      </Notice>
    );
  if (!hasCalls.value)
    return (
      <Notice title="Nothing yet">
        Edits and commands of every agent that uses Corvid appear here. To connect one:{' '}
        <code>corvid install codex</code>
      </Notice>
    );
  if (shown.value.length === 0)
    return (
      <Notice title="No call fits the filter">
        <button type="button" onClick={showAll}>
          Show all
        </button>
      </Notice>
    );
  return (
    <>
      {shown.value.map((one) => (
        <Card key={one.key} one={one} />
      ))}
    </>
  );
}

function Card({ one }: { one: ShownCall }): JSX.Element | null {
  switch (kindOf(one)) {
    case 'edit':
      return <EditCard one={one} />;
    case 'refused':
      return <RefusalCard one={one} />;
    case 'command':
      return <CommandRow one={one} />;
    default:
      return null;
  }
}

function Notice({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="notice">
      <Raven />
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

function PhoneTabs(): JSX.Element {
  const show = (value: typeof tab.value) => () => {
    tab.value = value;
  };
  return (
    <nav class="tabs" aria-label="Views">
      <button type="button" aria-pressed={tab.value === 'activity'} onClick={show('activity')}>
        <Icon name="pencil" /> Activity
      </button>
      <button type="button" aria-pressed={tab.value === 'timeline'} onClick={show('timeline')}>
        <Icon name="list" /> Timeline
      </button>
    </nav>
  );
}

function KeyHelp(): JSX.Element {
  return (
    <dialog open class="keys" aria-label="Keys">
      <dl>
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
