// The client of the SDK, for `demo` and `doctor`: the build puts it into a separate file.
export { type CallToolResult, Client } from '@modelcontextprotocol/client';
export { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
