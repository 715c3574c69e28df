import { applyPatch } from './apply-patch.ts';
import type { CallableTool } from './call/tool-context.ts';
import { edit } from './edit.ts';
import { editFile } from './edit-file.ts';
import { editLines } from './edit-lines.ts';
import { editTextFile } from './edit-text-file.ts';
import { fileEditor } from './file-editor.ts';
import { fileRead } from './file-read.ts';
import { fileWrite } from './file-write.ts';
import { search } from './search.ts';
import { terminal } from './terminal.ts';
import { undo } from './undo.ts';
import { webFetch } from './web-fetch.ts';
import { webSearch } from './web-search.ts';

/** Every tool, in the order in which clients see them. */
export const tools: readonly CallableTool[] = [
  fileEditor,
  editFile,
  editTextFile,
  editLines,
  fileWrite,
  applyPatch,
  fileRead,
  search,
  edit,
  undo,
  terminal,
  webFetch,
  webSearch,
];
