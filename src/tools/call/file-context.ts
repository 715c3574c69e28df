import type { WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { CallControl } from './define-tool.ts';

/** What a tool for files needs. */
export type FileContext = CallControl & { readonly files: WorkspaceFiles };
