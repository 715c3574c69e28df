import { lfView } from '../text/lf-view.ts';

/** What the caller has been shown of a file, and what it has had done to it. */
export type ShownFile = {
  /** The text as it stood when it was last shown or written here. */
  readonly text: string;
  /** Whether line `index`, from 0, of that text was shown. */
  isShown(index: number): boolean;
  /** Whether this very call has been carried out before. */
  hasDone(oldText: string, newText: string): boolean;
};

/** What follows from it for the text as it stands now. */
export type Evidence = {
  /** Someone else has changed the file since. */
  readonly isStale: boolean;
  /** The text that the caller knows, with LF line ends. */
  readonly known: string;
  /** Whether the caller has seen line `index` exactly as it stands now. */
  wasShown(index: number): boolean;
  hasDone(oldText: string, newText: string): boolean;
};

export function createEvidence(shown: ShownFile, currentText: string): Evidence {
  const isStale = shown.text !== currentText;
  return {
    isStale,
    known: lfView(shown.text).text,
    wasShown: (index) => !isStale && shown.isShown(index),
    hasDone: shown.hasDone,
  };
}
