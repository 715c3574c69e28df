import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { NearestPlace } from '../../src/core/journal/call-record.ts';
import type { ShownCall } from '../model/calls.ts';
import { quoteComparison } from '../model/quote-comparison.ts';
import { selected } from '../state.ts';
import { CardHead } from './card-head.tsx';
import { CodeLine } from './code-line.tsx';

/** Why a call was refused; for a quote that was not found, what the file has beside what was quoted. */
export const RefusalCard = memo(function RefusalCard({ one }: { one: ShownCall }): JSX.Element {
  const { key, call } = one;
  const { message, quoted, nearest } = call.refusal!;
  const lines = message.split('\n');
  const isCompared = quoted !== undefined && nearest?.text !== undefined;
  return (
    <article
      id={`call-${key}`}
      tabIndex={-1}
      class={`card refusal ${selected.value === key ? 'selected' : ''}`}
    >
      <CardHead one={one}>
        <span class="pill failed">Refused</span>
      </CardHead>
      {isCompared ? (
        <>
          <p class="reason">
            <b>The quoted text is not in the file.</b> {nearnessOf(nearest)} Nothing was changed.
          </p>
          <Comparison quoted={quoted} nearest={nearest} />
        </>
      ) : (
        <Message lines={lines} />
      )}
    </article>
  );
});

function nearnessOf({ similarity }: NearestPlace): string {
  return `The nearest place is ${Math.floor(similarity * 100)} % alike.`;
}

function Message({ lines }: { lines: readonly string[] }): JSX.Element {
  return (
    <div class="message">
      {lines.map((line, i) => (
        <CodeLine key={i} text={line} />
      ))}
    </div>
  );
}

function Comparison({ quoted, nearest }: { quoted: string; nearest: NearestPlace }): JSX.Element {
  const { inFile, inQuote } = quoteComparison(nearest.text ?? '', quoted);
  return (
    <div class="comparison">
      <section>
        <h3>
          The file has <small>{`lines ${nearest.firstLine}–${nearest.lastLine}`}</small>
        </h3>
        {inFile.map(({ text, marks }, i) => (
          <div key={i} class="row added-words">
            <span class="number">{nearest.firstLine + i}</span>
            <CodeLine text={text} marks={marks} />
          </div>
        ))}
      </section>
      <section>
        <h3>The agent quoted</h3>
        {inQuote.map(({ text, marks }, i) => (
          <div key={i} class="row removed-words">
            <CodeLine text={text} marks={marks} />
          </div>
        ))}
      </section>
    </div>
  );
}
