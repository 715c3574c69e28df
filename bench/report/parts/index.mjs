import { acp } from './acp.mjs';
import { ast } from './ast.mjs';
import { lines } from './lines.mjs';
import { matching } from './matching.mjs';
import { peers } from './peers.mjs';
import { search } from './search.mjs';
import { server } from './server.mjs';
import { syntax } from './syntax.mjs';
import { terminal } from './terminal.mjs';

/** The parts of the report, in order. `sections(data)` returns `{ title, about, lines }` for each: paragraphs and Markdown. */
export const PARTS = [matching, peers, server, terminal, search, lines, syntax, ast, acp];
