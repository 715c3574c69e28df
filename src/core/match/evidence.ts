import { lfView } from '../text/lf-view.ts';

/** What the caller has been shown of a file, and what it has had done to it. */
export type ShownFile = {
  /** The text as it was when it was last shown or written here. */
  text(): string;
  /** Whether line `index`, from 0, of that text was shown. */
  isShown(index: number): boolean;
  /** What this very call brought to the file when it was carried out before; undefined if it was not. */
  linesInsertedBy(oldText: string, newText: string): readonly string[] | undefined;
};

/** What follows from it for the text as it is now. */
export type Evidence = {
  /** The file was changed since, by other means. */
  isStale(): boolean;
  /** The text that the caller knows, with LF line ends. */
  known(): string;
  /** Whether the caller has seen line `index` exactly as it is now. */
  wasShown(index: number): boolean;
  linesInsertedBy: ShownFile['linesInsertedBy'];
};

export function createEvidence(shown: ShownFile, currentText: string): Evidence {
  let stale: boolean | undefined;
  const isStale = () => {
    stale ??= shown.text() !== currentText;
    return stale;
  };
  return {
    isStale,
    known: () => lfView(shown.text()).text,
    wasShown: (index) => !isStale() && shown.isShown(index),
    linesInsertedBy: shown.linesInsertedBy,
  };
}
