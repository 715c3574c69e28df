import { callArguments } from './call-arguments.ts';
import { edits } from './edits.ts';
import type { HostileInput } from './hostile-input.ts';
import { lineEdits } from './line-edits.ts';
import { projectFiles } from './project-files.ts';
import { quotations } from './quotations.ts';
import { syntax } from './syntax.ts';

export const hostileInputs: Readonly<Record<string, readonly HostileInput[]>> = {
  'files of a project': projectFiles,
  edits,
  'edits by line number': lineEdits,
  arguments: callArguments,
  'the syntax check': syntax,
  'the search for a quotation': quotations,
};
