import { acp } from './acp.mjs';
import { ast } from './ast.mjs';
import { lines } from './lines.mjs';
import { matching } from './matching.mjs';
import { peers } from './peers.mjs';
import { server } from './server.mjs';
import { syntax } from './syntax.mjs';
import { terminal } from './terminal.mjs';

/**
 * How each benchmark's JSON is told, in the order of the report. `sections(data)` gives for each
 * `{ title, about, chart, lines }`: paragraphs, the data of a chart and Markdown.
 */
export const PARTS = [matching, peers, server, terminal, lines, syntax, ast, acp];
