import type { Parsed } from '../../arguments/parse-flags.ts';
import { refuseOperands } from '../../arguments/refuse-operands.ts';

export async function run(parsed: Parsed): Promise<number> {
  if (parsed.values.http === undefined) return (await import('./mcp-stdio.ts')).serve(parsed);
  refuseOperands(parsed);
  return (await import('./mcp-http.ts')).serveHttp(parsed.values);
}
