import type { ComponentChildren, JSX } from 'preact';
import { agentOf, type ShownCall, subjectOf } from '../model/calls.ts';
import { visibleName } from '../model/segments.ts';
import { age, clockTime } from '../model/times.ts';
import { now } from '../state.ts';
import { AgentName, Monogram } from './agent.tsx';

/** Who called which tool for which file, and when. */
export function CardHead({ one, children }: { one: ShownCall; children?: ComponentChildren }): JSX.Element {
  const { call } = one;
  const subject = visibleName(subjectOf(one));
  const cut = subject.lastIndexOf('/') + 1;
  return (
    <header class="card-head">
      <span class="tile" aria-hidden="true">
        {tileOf(subject)}
      </span>
      <div class="what">
        <h2>
          <span class="folder">{subject.slice(0, cut)}</span>
          {subject.slice(cut)}
        </h2>
        <p>
          <Monogram agent={agentOf(one)} />
          <AgentName agent={agentOf(one)} />
          <code>{visibleName(call.tool)}</code>
          <time title={clockTime(call.time)}>{age(call.time, now.value)}</time>
          {call.match?.notes.map((note) => (
            <span key={note} class="pill note">
              {visibleName(note)}
            </span>
          ))}
        </p>
      </div>
      <div class="acts">{children}</div>
    </header>
  );
}

const MAX_TILE = 4;

function tileOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const at = file.lastIndexOf('.');
  return (at > 0 ? file.slice(at + 1) : file.slice(0, 2)).slice(0, MAX_TILE).toUpperCase();
}
