import { UsageError } from '../errors/usage-error.ts';
import type { Parsed } from './parse-flags.ts';

/** `corvid mcp` takes flags only. */
export function refuseOperands({ positionals }: Parsed): void {
  if (positionals.length > 0)
    throw new UsageError(`mcp takes no '${positionals[0]}'; folders are given with --root`);
}
