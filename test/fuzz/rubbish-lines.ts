/** A line for the server's input, and the answer it must give: an id and a code, or nothing. */
export type RubbishLine = {
  readonly line: string | Uint8Array;
  readonly id?: string | number | null;
  readonly code?: number;
};

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

const message = (parts: object) => JSON.stringify({ jsonrpc: '2.0', ...parts });
const request = (id: unknown, method: unknown, params?: unknown) => message({ id, method, params });
const calling = (id: number, params: unknown) => request(id, 'tools/call', params);

const notJson = [
  '{',
  '}}',
  'NaN',
  '\0',
  'undefined',
  "{'a': 1}",
  '{"jsonrpc":"2.0",}',
  '['.repeat(100_000),
  '\ufeff{',
];
const noMessages = ['null', '1', '"x"', 'true', '{}', '[]', '[[]]', `[${request(1, 'ping')}]`, message({})];

export const rubbishLines: readonly RubbishLine[] = [
  ...notJson.map((line) => ({ line, id: null, code: PARSE_ERROR })),
  { line: Uint8Array.of(0xff, 0xfe, 0x7b, 0xc3, 0x28), id: null, code: PARSE_ERROR },
  ...noMessages.map((line) => ({ line, id: null, code: INVALID_REQUEST })),
  ...[{}, null, true, 1.5, [1]].map((id) => ({ line: request(id, 'ping'), id: null, code: INVALID_REQUEST })),
  { line: JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'ping' }), id: 1, code: INVALID_REQUEST },
  { line: JSON.stringify({ id: 2, method: 'ping' }), id: 2, code: INVALID_REQUEST },
  { line: message({ id: 3 }), id: 3, code: INVALID_REQUEST },
  { line: request(4, 5), id: 4, code: INVALID_REQUEST },
  { line: request('a', 'ping', [1]), id: 'a', code: INVALID_REQUEST },
  { line: request(5, 'ping', 'x'), id: 5, code: INVALID_REQUEST },
  { line: request(6, 'ping', { _meta: 5 }), id: 6, code: INVALID_REQUEST },
  { line: request(7, 'no/such/method'), id: 7, code: NOT_FOUND },
  { line: request(8, '__proto__'), id: 8, code: NOT_FOUND },
  { line: request(9, ''), id: 9, code: NOT_FOUND },
  { line: calling(10, undefined), id: 10, code: INVALID_PARAMS },
  { line: calling(11, {}), id: 11, code: INVALID_PARAMS },
  { line: calling(12, { name: 5 }), id: 12, code: INVALID_PARAMS },
  { line: calling(13, { name: 'no_such_tool' }), id: 13, code: INVALID_PARAMS },
  { line: calling(14, { name: '\ud800'.repeat(50_000) }), id: 14, code: INVALID_PARAMS },
  ...[null, 'x', 5, [1]].map((input, i) => ({
    line: calling(15 + i, { name: 'file_read', arguments: input }),
    id: 15 + i,
    code: INVALID_PARAMS,
  })),
  // The SDK's own handlers say it so.
  { line: request(20, 'initialize', {}), id: 20, code: INTERNAL },
  { line: request(21, 'tools/list', { cursor: 5 }), id: 21, code: INTERNAL },
  // What asks for nothing gets nothing.
  ...['', '  ', '\r', '\t \r'].map((line) => ({ line })),
  { line: message({ method: 'no/such/notification' }) },
  { line: message({ method: 'notifications/cancelled' }) },
  { line: message({ method: 'notifications/cancelled', params: { requestId: {} } }) },
  { line: message({ id: 99, result: {} }) },
  { line: message({ id: 99, error: 'x' }) },
];
