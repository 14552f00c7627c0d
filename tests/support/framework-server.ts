import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

/** A call that the agents on this server make for a prompt. */
export interface ScriptedCall {
  readonly tool_name: string;
  readonly tool_input: unknown;
}

/** A server with an agent behind the interface of each framework. */
export interface FrameworkServer {
  readonly url: string;
  /** Requests in order of arrival. */
  readonly requests: { readonly path: string; readonly body: Json }[];
  stop(): void;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-private-network': 'true',
};

/**
 * Starts agents that make the scripted calls for a prompt and then answer “Done: prompt”. `/adk`,
 * `/graph` and `/engine` follow the frameworks' protocols; a model makes the first call; `/a2a` has
 * only a card.
 */
export async function startFrameworks(
  callsFor: (prompt: string) => readonly ScriptedCall[],
): Promise<FrameworkServer> {
  const requests: { path: string; body: Json }[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      const allowed = request.headers['access-control-request-headers'] ?? '*';
      response.writeHead(204, { ...CORS, 'access-control-allow-headers': allowed }).end();
      return;
    }
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = (text === '' ? {} : JSON.parse(text)) as Json;
      requests.push({ path, body });
      const way = Object.keys(WAYS).find((begin) => path.startsWith(begin));
      const answer = way === undefined ? undefined : WAYS[way]!(path, body, { callsFor, url });
      if (answer === undefined) {
        response.writeHead(404, CORS).end('{"detail":"Not Found"}');
      } else if (Array.isArray(answer)) {
        response.writeHead(200, { ...CORS, 'content-type': 'text/event-stream' });
        for (const event of answer) response.write(`data: ${JSON.stringify(event)}\n\n`);
        response.end();
      } else {
        response.writeHead(200, { ...CORS, 'content-type': 'application/json' });
        const lines = at(answer, 'lines') as readonly Json[] | undefined;
        for (const line of lines ?? []) response.write(`${JSON.stringify(line)}\n`);
        response.end(lines ? '' : JSON.stringify('list' in answer ? answer['list'] : answer));
      }
    });
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Stage {
  readonly callsFor: (prompt: string) => readonly ScriptedCall[];
  readonly url: string;
}

/** Writes an answer: a list becomes events, `{list}` a JSON list, `{lines}` lines of JSON. */
type Way = (path: string, body: Json, stage: Stage) => Json | readonly Json[] | undefined;

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value);

/** Every event has an id of its own. */
let events = 0;

function eventOf(parts: readonly Json[], role = 'model'): Json {
  return {
    content: { role, parts },
    author: 'home',
    invocationId: 'e-1',
    id: `x-${String(++events)}`,
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 },
  };
}

function eventsOf(prompt: string, calls: readonly ScriptedCall[]): readonly Json[] {
  return [
    ...calls.flatMap(({ tool_name: name, tool_input: args }, index) => [
      eventOf([{ functionCall: { id: `c${String(index)}`, name, args } }]),
      eventOf(
        [{ functionResponse: { id: `c${String(index)}`, name, response: { ok: true } } }],
        'user',
      ),
    ]),
    eventOf([{ text: `Done: ${prompt}` }]),
  ];
}

const WAYS: Readonly<Record<string, Way>> = {
  '/adk/': (path, body, { callsFor }) => {
    if (path.endsWith('/sessions'))
      return { id: 's-1', appName: 'home', userId: 'user', events: [] };
    const prompt = String(at(body, 'newMessage', 'parts', 0, 'text'));
    const told = eventsOf(prompt, callsFor(prompt));
    if (!path.endsWith('/run_sse')) return { list: told };
    return [{ ...eventOf([{ text: 'Do' }]), partial: true }, ...told];
  },
  '/engine/': (path, body, { callsFor }) => {
    if (path.endsWith(':streamQuery?alt=sse')) {
      const prompt = String(at(body, 'input', 'message'));
      return { lines: eventsOf(prompt, callsFor(prompt)) };
    }
    const prompt = String(at(body, 'input', 'input'));
    const steps = callsFor(prompt).map(({ tool_name: tool, tool_input }) => [
      { lc: 1, type: 'constructor', kwargs: { tool, tool_input, log: '' } },
      'ok',
    ]);
    return {
      output: {
        input: prompt,
        output: `Done: ${prompt}`,
        intermediate_steps: steps,
      },
    };
  },
  '/graph/runs/wait': (_path, body, { callsFor }) => {
    const prompt = String(at(body, 'input', 'messages', 0, 'content'));
    if (prompt === 'break') return { __error__: { error: 'ValueError', message: 'it broke' } };
    return { messages: messagesOf(prompt, callsFor(prompt)) };
  },
  '/a2a/': (path, _body, { url }) =>
    path.endsWith('/agent.json') ? { name: 'Home', url: `${url}/a2a/rpc` } : undefined,
  '/v1/chat/completions': (_path, body, { callsFor }) => {
    const [call] = callsFor(String(at(body, 'messages', 0, 'content')));
    const made = call && { name: call.tool_name, arguments: JSON.stringify(call.tool_input) };
    const tool_calls = made ? [{ id: 'c0', type: 'function', function: made }] : [];
    return {
      choices: [{ message: { role: 'assistant', content: null, tool_calls } }],
      usage: { prompt_tokens: 10, completion_tokens: 4 },
    };
  },
};

function messagesOf(prompt: string, calls: readonly ScriptedCall[]): readonly Json[] {
  return [
    { type: 'human', content: prompt },
    ...calls.flatMap(({ tool_name: name, tool_input: args }, index) => [
      {
        type: 'ai',
        content: '',
        tool_calls: [{ name, args, id: `c${String(index)}`, type: 'tool_call' }],
      },
      { type: 'tool', name, content: 'ok', tool_call_id: `c${String(index)}` },
    ]),
    { type: 'ai', content: `Done: ${prompt}`, tool_calls: [] },
  ];
}
