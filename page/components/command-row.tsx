import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { agentOf, type ShownCall } from '../model/calls.ts';
import { visibleName } from '../model/segments.ts';
import { duration } from '../model/times.ts';
import { selected } from '../state.ts';
import { AgentName, Monogram } from './agent.tsx';
import { Icon } from './icons.tsx';

export const CommandRow = memo(function CommandRow({ one }: { one: ShownCall }): JSX.Element {
  const { key, call } = one;
  const { text, terminal } = call.command!;
  return (
    <article
      id={`call-${key}`}
      tabIndex={-1}
      class={`card command ${selected.value === key ? 'selected' : ''}`}
    >
      <Icon name="prompt" />
      <code class="line">{visibleName(text.split('\n').join(' ⏎ ')) || '(input)'}</code>
      <span class="by">
        <Monogram agent={agentOf(one)} />
        <AgentName agent={agentOf(one)} />
      </span>
      <ExitState one={one} />
      <span class="took">{duration(call.durationMs)}</span>
      <span class="pill">{visibleName(terminal)}</span>
    </article>
  );
});

export function ExitState({ one }: { one: ShownCall }): JSX.Element {
  const { exitCode } = one.call.command!;
  if (exitCode === undefined) return <span class="state running">running</span>;
  return exitCode === 0 ? (
    <span class="state">ok</span>
  ) : (
    <span class="state failed">{`exit ${exitCode}`}</span>
  );
}
