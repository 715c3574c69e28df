/** Real shells in real terminals. */
export type Terminals = {
  /** Starts a shell. Its files stay in the terminal's own folder, where the next shell of that name finds them. */
  open(request: ShellRequest, events: ShellEvents): Promise<Shell>;
  /** Ends every process of every shell and removes every file. */
  close(): Promise<void>;
};

export type ShellRequest = {
  /** Of the terminal. */
  readonly name: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The text of the file that the shell starts with. */
  readonly startFile: (folders: ShellFolders) => string;
};

/** The folders through which a server and a shell reach each other. */
export type ShellFolders = {
  /** Written by the server alone. */
  readonly inbox: string;
  /** Written by the shell alone; the next shell of the same terminal finds it as it was left. */
  readonly own: string;
  /** Whether a person can look at the terminal. */
  readonly isWatched: boolean;
};

export type ShellEvents = {
  /** The bytes are good until the call returns. */
  bytes(chunk: Uint8Array): void;
  ended(exitCode: number): void;
};

export type Shell = {
  /** Puts the text of a command where the shell reads it. */
  submit(number: number, command: string): void;
  /** Types, as a keyboard would. */
  type(text: string): void;
  /** Types to a program of the shell; what it leaves unread is not for the shell. */
  typeInput(text: string): void;
  foreground(): Promise<Foreground>;
  /** Types to a program as `typeInput` does, and waits until it has had time to read that. */
  typeAndWait(text: string): Promise<void>;
  /** Whether the terminal itself answers most questions of programs, such as where the cursor is. */
  readonly answersPrograms: boolean;
  /** Whether a process that the shell has named still runs. */
  isRunning(pid: number): boolean;
  /** Who listens on a TCP port, where the programs of the shell would. */
  listeners(port: number): Promise<readonly Listener[]>;
  /** Sends SIGINT to whatever runs in the foreground. */
  interrupt(): void;
  /** A private file for output that is too long to show. It stays until the terminals are closed or many others follow. */
  createOutputFile(): OutputFile;
  /** Ends the shell and every process that it started. */
  end(): Promise<void>;
};

/** What the system knows of the program in the foreground. */
export type Foreground = {
  /** `line`: it waits for a line. `keys`: it takes single keys and rests. */
  readonly waitsFor: 'line' | 'keys' | 'nothing';
  /** Whether it is the shell itself. */
  readonly isShell: boolean;
  /** Whether C-c reaches it as a signal; undefined if it was not checked. */
  readonly takesSignals: boolean | undefined;
  /** Whether it is given whole lines, and not single keys; undefined if it is not known. */
  readonly takesLines: boolean | undefined;
};

export type Listener = {
  /** The same for the same socket. */
  readonly socket: string;
  /** Whether a process of the shell has it. */
  readonly isOwn: boolean;
};

/** A regular expression whose time is limited. */
export type TimedPattern = {
  isIn(text: string): boolean;
  /** Its time is over: it finds nothing any more. */
  readonly isGivenUp: boolean;
};

export type OutputFile = {
  readonly path: string;
  write(bytes: Uint8Array): void;
  close(): void;
  /** Whether the path still leads to it, and to no link that a program has put there. */
  isInPlace(): boolean;
};
