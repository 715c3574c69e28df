import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

// The tools that the conformance suite expects of any server, added to Corvid's own server.

type Fixture = (context: ServerContext) => Promise<object> | object;

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const codec = createRequestStateCodec<string>({ key: 'k'.repeat(32) });

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const;
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const asking = (message: string, property: string, type: 'string' | 'boolean') => {
  const schema = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const };
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: schema }, required: [property] },
  });
};
const sampling = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  });

/** Requests input until every response is there and is an object. */
function after(requests: InputRequests, done: () => CallToolResult): Fixture {
  return async ({ mcpReq }) => {
    const answers = (mcpReq.inputResponses ?? {}) as Record<string, unknown>;
    const isThere = (key: string) => typeof answers[key] === 'object' && answers[key] !== null;
    if (Object.keys(requests).every(isThere)) return done();
    return inputRequired({ inputRequests: requests });
  };
}

/** The same with state, sealed by the server, that the client sends back. */
function withState(rounds: readonly InputRequests[], done: CallToolResult): Fixture {
  return async (context) => {
    const state = context.mcpReq.requestState<string>();
    const round = state === undefined ? 0 : Number(await unsealed(state, context));
    const requests = rounds[round];
    if (!requests) return done;
    return inputRequired({
      inputRequests: requests,
      requestState: await codec.mint(String(round + 1), context),
    });
  };
}

function unsealed(state: string, context: ServerContext): Promise<string> {
  return codec.verify(state, context).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The state is not the one that was sent');
  });
}

const fixtures: Record<string, Fixture> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      await pause();
    }
    return text('done');
  },
  test_logging_tool: () => text('nothing is logged over the wire'),
  test_streaming_elicitation: after({ name: asking('Your name?', 'name', 'string') }, () => text('done')),
  test_missing_capability: () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_input_required_result_elicitation: after(
    { user_name: asking('What is your name?', 'name', 'string') },
    () => text('Hello'),
  ),
  test_input_required_result_sampling: after(
    { capital_question: sampling('What is the capital of France?') },
    () => text('Paris'),
  ),
  test_input_required_result_list_roots: after({ client_roots: inputRequired.listRoots() }, () =>
    text('roots'),
  ),
  test_input_required_result_request_state: withState(
    [{ confirm: asking('Please confirm', 'ok', 'boolean') }],
    text('state-ok'),
  ),
  test_input_required_result_tampered_state: withState(
    [{ confirm: asking('Please confirm', 'ok', 'boolean') }],
    text('state-ok'),
  ),
  test_input_required_result_multiple_inputs: withState(
    [
      {
        user_name: asking('What is your name?', 'name', 'string'),
        greeting: sampling('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
    ],
    text('done'),
  ),
  test_input_required_result_multi_round: withState(
    [
      { step1: asking('Step 1: What is your name?', 'name', 'string') },
      { step2: asking('Step 2: What is your favorite color?', 'color', 'string') },
    ],
    text('done'),
  ),
  test_input_required_result_capabilities: after({ only: sampling('Anything?') }, () => text('done')),
};

type Handler = (request: { params: { name: string } }, context: ServerContext) => Promise<object>;

/** Adds the fixtures to the tools of a server. */
export function withFixtures(server: Server): Server {
  const handlers = Reflect.get(server, '_requestHandlers') as Map<string, Handler>;
  const [list, call] = [handlers.get('tools/list')!, handlers.get('tools/call')!];
  handlers.set('tools/list', async (request, context) => {
    const { tools } = (await list(request, context)) as { tools: object[] };
    const more = Object.keys(fixtures).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: { type: 'object' },
    }));
    return { tools: [...tools, ...more] };
  });
  handlers.set('tools/call', async (request, context) => {
    const fixture = fixtures[request.params.name];
    return fixture ? fixture(context) : call(request, context);
  });
  return server;
}
