/** Every failure an agent can meet, with its code. The first six codes are a published contract. */
export const errorCodes = {
  FILE_NOT_FOUND: -32001,
  PERMISSION_DENIED: -32002,
  BINARY_FILE: -32004,
  STRING_NOT_FOUND: -32010,
  MULTIPLE_MATCHES: -32011,
  INVALID_PARAMS: -32600,
  INTERNAL_ERROR: -32603,
  // Ours lie outside JSON-RPC's reserved range, as the protocol asks.
  FILE_EXISTS: -31001,
  OUTSIDE_ROOTS: -31002,
  FILE_TOO_LARGE: -31003,
  FILE_CHANGED: -31004,
  NOT_A_FILE: -31005,
  ENCODING: -31006,
  NO_HISTORY: -31007,
  NO_SPACE: -31008,
  BUSY: -31009,
  IO_ERROR: -31010,
  CANCELLED: -31011,
  STALE_LINES: -31012,
  SYNTAX_ERROR: -31013,
  NOTHING_RUNNING: -31014,
  TERMINAL_UNAVAILABLE: -31015,
  PATH_DENIED: -31016,
  PATH_PROTECTED: -31017,
  SECRET_MASKED: -31019,
  WEB_REFUSED: -31020,
  WEB_FAILED: -31021,
  WEB_SEARCH_UNAVAILABLE: -31022,
  SEARCH_UNAVAILABLE: -31023,
  HEAD_MOVED: -31024,
  TOOL_FAILED: -31040,
} as const;

export type ErrorName = keyof typeof errorCodes;

/** An expected failure. Its message and hint say what happened, with which value, and what to do next. */
export class ToolError extends Error {
  override readonly name: ErrorName;
  readonly code: number;
  readonly details: Record<string, unknown>;
  /** What to do next, where the message itself is a contract and cannot say it. */
  readonly hint: string | undefined;
  /** The text of the file that is nearest to a quote, for people to compare; the message already shows it to models. */
  nearestText?: string;

  constructor(name: ErrorName, message: string, details: Record<string, unknown> = {}, hint?: string) {
    super(message);
    this.hint = hint;
    this.name = name;
    this.code = errorCodes[name];
    this.details = details;
  }
}

export function fileNotFound(path: string): ToolError {
  return new ToolError('FILE_NOT_FOUND', `File not found: ${path}`, { path });
}

/** After `Workspace.close`, by its files and its terminals alike. */
export function closedError(): ToolError {
  return new ToolError(
    'CANCELLED',
    'The workspace is closed: nothing was done.',
    {},
    'Open another with openWorkspace.',
  );
}
