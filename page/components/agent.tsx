import type { JSX } from 'preact';
import { agentTitle, hueOf } from '../model/calls.ts';
import { visibleName } from '../model/segments.ts';

/** The first letter of an agent on a colour that it always has. */
export function Monogram({ agent }: { agent: string }): JSX.Element {
  const letter = [...agentTitle(agent)][0]?.toUpperCase() ?? '?';
  return (
    <span class="monogram" aria-hidden="true" style={{ '--hue': String(hueOf(agent)) }}>
      {visibleName(letter)}
    </span>
  );
}

export function AgentName({ agent }: { agent: string }): JSX.Element {
  return <span class="agent-name">{visibleName(agentTitle(agent))}</span>;
}
