import type { Abilities } from '../../workspace/workspace.ts';
import type { CallControl, Tool } from './define-tool.ts';

/** All that a tool can need. A tool asks for the part that it uses, so that it does not depend on the others. */
export type ToolContext = Abilities & CallControl;

/**
 * @internal
 * A tool that can be called with any workspace.
 */
export type CallableTool = Tool<ToolContext>;
