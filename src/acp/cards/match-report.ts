import { asObject, type JsonObject } from '../json-rpc.ts';
import type { AgentReport } from './agent-report.ts';
import type { CardTool } from './card-fields.ts';

/** How certain it is that a report is about a call. */
export const CONFIDENCE = { none: 0, sameName: 1, sameInput: 2, sameId: 3 } as const;

/** Added if the report is from the session of the call. */
export const SAME_SESSION = 0.5;

/** The end of a cut text may be dots or half a word. */
const UNCERTAIN_END = 20;
const MIN_INPUT_TEXT = 10;

export function matchConfidence(
  report: AgentReport,
  call: { readonly tool: CardTool; readonly input: JsonObject; readonly meta: JsonObject },
): number {
  if (Object.values(call.meta).includes(report.toolCallId)) return CONFIDENCE.sameId;
  if (report.tool && report.tool.name !== call.tool.name) return CONFIDENCE.none;
  if (report.input)
    return canonical(report.input) === canonical(call.input) ? CONFIDENCE.sameInput : CONFIDENCE.none;
  if (report.inputText !== undefined)
    return isBeginningOf(report.inputText, call.input) ? CONFIDENCE.sameInput : CONFIDENCE.none;
  return report.tool ? CONFIDENCE.sameName : CONFIDENCE.none;
}

/** The item with the highest confidence; undefined if several have only the name in common. */
export function bestMatch<T>(items: readonly T[], confidence: (item: T) => number): T | undefined {
  const candidates = items
    .map((item) => ({ item, level: confidence(item) }))
    .filter(({ level }) => level > CONFIDENCE.none);
  const highest = Math.max(...candidates.map(({ level }) => level));
  const best = candidates.filter(({ level }) => level === highest);
  return best.length === 1 || highest >= CONFIDENCE.sameInput ? best[0]?.item : undefined;
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const object = asObject(value);
  if (!object) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join()}}`;
}

function isBeginningOf(text: string, input: JsonObject): boolean {
  const known = text.replace(/\s+/g, '').slice(0, -UNCERTAIN_END);
  return known.length > MIN_INPUT_TEXT && JSON.stringify(input).replace(/\s+/g, '').startsWith(known);
}
