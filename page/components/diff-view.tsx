import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { type DiffFile, type DiffHunk, type DiffRow, diffFiles, splitRows } from '../model/diff-rows.ts';
import type { Token } from '../model/segments.ts';
import { visibleName } from '../model/segments.ts';
import { isSplit } from '../state.ts';
import { CodeLine } from './code-line.tsx';
import { Icon } from './icons.tsx';

/** More rows are shown on request. */
const MAX_ROWS = 400;

type Colours = ReadonlyMap<DiffRow, readonly Token[]>;

export function DiffView({ diff, path }: { diff: string; path: string }): JSX.Element {
  const files = useMemo(() => diffFiles(diff), [diff]);
  const colours = useColours(files, path);
  const isWhole = useSignal(false);
  const total = files.reduce(
    (sum, { hunks }) => sum + hunks.reduce((rows, one) => rows + one.rows.length, 0),
    0,
  );
  let left = isWhole.value ? Number.POSITIVE_INFINITY : MAX_ROWS;
  return (
    <div class={isSplit.value ? 'diff split' : 'diff'}>
      {files.map((file) => (
        <div key={file.name}>
          {files.length > 1 && <h3 class="file-name">{visibleName(file.name)}</h3>}
          {file.hunks.map((hunk) => {
            const rows = hunk.rows.slice(0, Math.max(0, left));
            left -= hunk.rows.length;
            return rows.length > 0 && <Hunk key={hunk} hunk={{ ...hunk, rows }} colours={colours} />;
          })}
        </div>
      ))}
      {total > MAX_ROWS && !isWhole.value && (
        <button type="button" class="show-more" onClick={() => (isWhole.value = true)}>
          {`Show all ${total.toLocaleString('en')} lines`}
        </button>
      )}
    </div>
  );
}

function Hunk({ hunk, colours }: { hunk: DiffHunk; colours: Colours }): JSX.Element {
  return (
    <>
      {hunk.skipped > 0 && (
        <div class="skipped">
          <Icon name="gap" /> {`${hunk.skipped} unchanged ${hunk.skipped === 1 ? 'line' : 'lines'}`}
        </div>
      )}
      {isSplit.value ? (
        <div class="rows">
          {splitRows(hunk.rows).map(({ left, right }) => (
            <div key={left ?? right} class="pair">
              <Side row={left} number={left?.oldLine} colours={colours} />
              <Side row={right} number={right?.newLine} colours={colours} />
            </div>
          ))}
        </div>
      ) : (
        <div class="rows">
          {hunk.rows.map((row) => (
            <div key={row} class={`row ${row.kind}`}>
              <span class="number old">{row.oldLine}</span>
              <span class="number new">{row.newLine}</span>
              <Sign row={row} />
              <CodeLine text={row.text} tokens={colours.get(row)} marks={row.marks} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+' };

function Sign({ row }: { row: DiffRow }): JSX.Element {
  return <span class="sign">{SIGNS[row.kind]}</span>;
}

type SideProps = { row: DiffRow | undefined; number: number | undefined; colours: Colours };

function Side({ row, number, colours }: SideProps): JSX.Element {
  if (!row) return <div class="row absent" />;
  return (
    <div class={`row ${row.kind}`}>
      <span class="number">{number}</span>
      <Sign row={row} />
      <CodeLine text={row.text} tokens={colours.get(row)} marks={row.marks} />
    </div>
  );
}

/** Colours come when the grammars are loaded; the diff is shown before that. */
function useColours(files: readonly DiffFile[], path: string): Colours {
  const colours = useSignal<Colours>(new Map());
  useEffect(() => {
    let isShown = true;
    void import('../highlight.ts').then(({ highlightLines }) => {
      if (!isShown) return;
      const found = new Map<DiffRow, readonly Token[]>();
      for (const { name, hunks } of files) {
        for (const { rows } of hunks) {
          for (const side of ['removed', 'added'] as const) {
            const lines = rows.filter(({ kind }) => kind === 'same' || kind === side);
            const tokens = highlightLines(
              files.length > 1 ? name : path,
              lines.map(({ text }) => text),
            );
            for (const [i, row] of lines.entries()) found.set(row, tokens[i]!);
          }
        }
      }
      colours.value = found;
    });
    return () => {
      isShown = false;
    };
  }, [files, path]);
  return colours.value;
}
