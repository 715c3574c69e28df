import type { JSX } from 'preact';
import type { Span } from '../../src/core/text/span.ts';
import { hiddenCharacters, segmentsOf, type Token } from '../model/segments.ts';

type Props = { text: string; tokens?: readonly Token[] | undefined; marks?: readonly Span[] | undefined };

/** A line of code as text nodes: nothing of a file is ever read as HTML. */
export function CodeLine({ text, tokens = [], marks = [] }: Props): JSX.Element {
  const hidden = hiddenCharacters(text);
  return (
    <span class="code">
      {segmentsOf(text, tokens, marks).map(({ text, style, isMarked, oddity }, i) => {
        const names = [style && `t-${style}`, isMarked && 'mark', oddity && 'oddity']
          .filter(Boolean)
          .join(' ');
        return names === '' ? (
          text
        ) : (
          <span key={i} class={names}>
            {oddity ?? text}
          </span>
        );
      })}
      {hidden > 0 && <span class="more">{`… ${hidden.toLocaleString('en')} more characters`}</span>}
    </span>
  );
}
