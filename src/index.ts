export { type ReportedCall, type ToolCallUpdate, toolCallBegun, toolCallEnded } from './acp/library.ts';
export type { Change, TextEdit } from './core/edit/text-edit.ts';
export { type ErrorName, errorCodes, ToolError } from './core/errors.ts';
export type { Document } from './core/text/document/document.ts';
export { type EditorOptions, editorFiles, openWorkspace, type WorkspaceOptions } from './open-workspace.ts';
export type { EditorConnection } from './ports/editor.ts';
export type { DirectoryEntry, FileInfo, Files, StagedFile } from './ports/files.ts';
export type { History, HistoryEntry, HistoryEvent, NewHistoryEntry, NextUndo } from './ports/history.ts';
export type { Locks } from './ports/locks.ts';
export type { Syntax, SyntaxCheck, SyntaxRequest } from './ports/syntax.ts';
export { type HttpTransport, type RunningServer, type ServeOptions, serve, startServer } from './serve.ts';
export type { Effect } from './tools/call/effects.ts';
export {
  type CallOptions,
  type CallOutcome,
  type CallRefusal,
  type CallSuccess,
  callTool,
  listTools,
  type ToolDescription,
} from './tools/call/library.ts';
export type { InputSchema } from './tools/own/input-schema.ts';
export { defineOwnTool as defineTool, type OwnContext, type OwnTool } from './tools/own/own-tool.ts';
export { toolReference } from './tools/show/tool-reference.ts';
export type { Planner } from './workspace/plan.ts';
export type { Edited, Undone, Workspace } from './workspace/workspace.ts';
