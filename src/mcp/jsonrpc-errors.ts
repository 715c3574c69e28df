import type { JSONRPCMessage, Result, Server, Transport } from '@modelcontextprotocol/server';
import type { ToolFailure } from '../tools/call/outcome.ts';
import { ERROR_META } from './content.ts';

/** Sends failed calls as JSON-RPC errors with their codes (`--errors jsonrpc`). */
export function withJsonRpcErrors(transport: Transport): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(asError(message), options);
  return transport;
}

/** The same for a server whose transport is created later. */
export function answeringJsonRpcErrors(server: Server): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport) => connect(withJsonRpcErrors(transport));
  return server;
}

function asError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message)) return message;
  const failure = message.result._meta?.[ERROR_META] as Partial<ToolFailure> | undefined;
  if (!failure) return message;
  const { code, message: text = textIn(message.result), name, data } = failure;
  return { jsonrpc: '2.0', id: message.id, error: { code: code!, message: text, data: { name, ...data } } };
}

/** For a client that gets the message only there. */
function textIn(result: Result): string {
  const [first] = (result.content ?? []) as readonly { readonly text?: string }[];
  return first?.text ?? '';
}
