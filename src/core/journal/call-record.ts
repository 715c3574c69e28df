/** A finished call of a tool, as the journal keeps it: facts for people, with secrets masked. */
export type CallRecord = {
  /** Unique in the journal of its process. */
  readonly id: number;
  /** When the call began, in milliseconds since 1970. */
  readonly time: number;
  readonly durationMs: number;
  readonly tool: string;
  readonly effect: string;
  /** Of a tool with several commands: which. */
  readonly action?: string;
  readonly client?: string;
  readonly path?: string;
  /** Every file that the call changed. */
  readonly changed?: readonly string[];
  readonly isDryRun?: true;
  /** How a quoted text was found, and what was guessed. */
  readonly match?: RecordedMatch;
  readonly syntax?: string;
  readonly diff?: RecordedDiff;
  readonly command?: RecordedCommand;
  readonly refusal?: RecordedRefusal;
  /** The group of changes that `undo` takes back. */
  readonly group?: string;
  /** Of an undo: the groups that it took back, or made again if it is a redo. */
  readonly undid?: readonly string[];
  readonly isRedo?: true;
};

export type RecordedMatch = {
  readonly strategy: string;
  readonly similarity: number;
  readonly notes: readonly string[];
};

export type RecordedDiff = {
  readonly text: string;
  readonly isCut: boolean;
  readonly added: number;
  readonly removed: number;
};

export type RecordedCommand = {
  readonly text: string;
  readonly terminal: string;
  readonly outputLength: number;
  /** Absent while it is running. */
  readonly exitCode?: number;
};

export type RecordedRefusal = {
  readonly name: string;
  readonly message: string;
  /** What the caller quoted, and the nearest text of the file. */
  readonly quoted?: string;
  readonly nearest?: NearestPlace;
};

export type NearestPlace = {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly similarity: number;
  readonly text?: string;
};

/** The first line of a journal: which process wrote it, and what it may do. */
export type JournalProcess = {
  readonly pid: number;
  readonly startedAt: number;
  readonly version: string;
  readonly folder: string;
  /** Absent if every folder is allowed. */
  readonly roots?: readonly string[];
  readonly isReadOnly: boolean;
};

/** A call, and the process that it was made in. */
export type JournalCall = { readonly process: JournalProcess; readonly call: CallRecord };

export type JournalLine = { readonly process: JournalProcess } | { readonly call: CallRecord };

/** Undefined for a line that is torn, or that another version wrote in another form. */
export function parseJournalLine(line: string): JournalLine | undefined {
  try {
    const value = JSON.parse(line) as JournalLine;
    const isProcess = 'process' in value && typeof value.process.pid === 'number';
    const isCall = 'call' in value && typeof value.call.tool === 'string' && isTime(value.call);
    return isProcess || isCall ? value : undefined;
  } catch {
    return undefined;
  }
}

function isTime({ time, durationMs, id }: CallRecord): boolean {
  return [time, durationMs, id].every(Number.isFinite);
}
