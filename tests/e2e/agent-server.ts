import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as agents of many kinds report it. */
interface Call {
  readonly name: string;
  readonly arguments: unknown;
}

const SET = (input: string): Call => ({ name: 'set_device', arguments: { about: input } });

/** What the server does about a row whose prompt holds `fault:<name>`. */
const FAULTS: Readonly<Record<string, (reply: Reply) => void>> = {
  'status-500': (reply) => reply.send(500, '{"error":{"message":"out of order"}}'),
  'status-401': (reply) => reply.send(401, JSON.stringify({ detail: `bad key ${reply.key}` })),
  'status-429': (reply) => reply.send(429, '{"detail":"slow down"}'),
  'status-422': (reply) => reply.send(422, '{"detail":"no such field"}'),
  dropped: (reply) => reply.drop(),
  'broken-event': (reply) => reply.stream(['{"output":"a"}'], 'data: {"output":'),
  'endless-stream': (reply) => reply.streamForEver(),
  'huge-answer': (reply) => reply.sendMuch(50_000_000),
  'not-json': (reply) => reply.send(200, '<html>hello</html>', 'text/html'),
  'empty-answer': (reply) => reply.send(200, ''),
  'wrong-shape': (reply) => reply.send(200, '{"made":[{"a":1},{"b":2}]}'),
  'arguments-text': (reply) =>
    reply.chat([{ name: 'set_device', arguments: '{"id": 2, "on": fals' }], 'Done.'),
  silent: () => undefined,
  redirect: (reply) => reply.redirect('/elsewhere'),
  'redirect-away': (reply) => reply.redirect(reply.elsewhere),
  'no-cors': (reply) => reply.sendWithoutCors(),
};

/** The faults the server knows. */
export const AGENT_FAULTS = Object.keys(FAULTS);

interface Reply {
  readonly key: string;
  /** Address of another host. */
  readonly elsewhere: string;
  send(status: number, body: string, type?: string): void;
  chat(calls: readonly Call[], content: string): void;
  stream(events: readonly string[], end?: string): void;
  streamForEver(): void;
  sendMuch(bytes: number): void;
  sendWithoutCors(): void;
  redirect(to: string): void;
  drop(): void;
}

/** An agent on loopback that answers in several shapes and misbehaves on request. */
export interface AgentServer {
  readonly url: string;
  /** The prompt of every call, in the order they came. */
  readonly prompts: string[];
  /** Addresses asked, with their query. */
  readonly paths: string[];
  /** Values of the `x-agent-key` header. */
  readonly keys: string[];
  /** Requests that reached another host, which calls were sent on to. */
  readonly strayed: string[];
  /** Calls that are answered; later ones wait until it is raised. */
  mostAnswers: number;
  stop(): void;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-private-network': 'true',
};

/** Starts the agent on a free port; `/chat`, `/events` and `/plain` answer in different shapes. */
export async function startAgent(): Promise<AgentServer> {
  const agent = {
    url: '',
    prompts: [] as string[],
    paths: [] as string[],
    keys: [] as string[],
    strayed: [] as string[],
    mostAnswers: Infinity,
  };
  const stranger = createServer((request, response) => {
    agent.strayed.push(request.url ?? '');
    response.writeHead(200, CORS).end('{}');
  });
  const elsewhere = await listen(stranger);
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      const allowed = request.headers['access-control-request-headers'] ?? '*';
      response.writeHead(204, { ...CORS, 'access-control-allow-headers': allowed }).end();
      return;
    }
    agent.paths.push(request.url ?? '');
    agent.keys.push(String(request.headers['x-agent-key'] ?? ''));
    void readBody(request).then((body) => {
      const prompt = typeof body['input'] === 'string' ? body['input'] : '';
      agent.prompts.push(prompt);
      const reply = replyTo(request, response, `${elsewhere}/elsewhere`);
      const fault = FAULTS[/fault:([a-z0-9-]+)/.exec(prompt)?.[1] ?? ''];
      const turn = agent.prompts.length;
      const timer = setInterval(() => {
        if (turn > agent.mostAnswers) return;
        clearInterval(timer);
        if (fault) fault(reply);
        else answer(request.url ?? '', prompt, reply);
      }, 5);
      response.on('close', () => clearInterval(timer));
    });
  });
  agent.url = await listen(server);
  return Object.assign(agent, {
    stop: () => {
      for (const each of [server, stranger]) {
        each.closeAllConnections();
        each.close();
      }
    },
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function answer(path: string, prompt: string, reply: Reply): void {
  const call = SET(prompt);
  if (path.startsWith('/events')) {
    reply.stream([
      JSON.stringify({ text: 'Do' }),
      JSON.stringify({ steps: [{ tool: call.name, args: call.arguments }] }),
      JSON.stringify({ text: 'ne.' }),
    ]);
  } else if (path.startsWith('/plain')) {
    reply.send(200, JSON.stringify({ a: { said: 'Done.', did: [call, call] }, other: [call] }));
  } else reply.chat([{ ...call, arguments: JSON.stringify(call.arguments) }], 'Done.');
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function replyTo(request: IncomingMessage, response: ServerResponse, elsewhere: string): Reply {
  const head = (type: string) => ({ ...CORS, 'content-type': type });
  const reply: Reply = {
    elsewhere,
    key: String(request.headers['x-agent-key'] ?? ''),
    send: (status, body, type = 'application/json') => {
      response.writeHead(status, head(type)).end(body);
    },
    chat: (calls, content) => {
      const toolCalls = calls.map((call, index) => ({
        id: `call_${String(index)}`,
        type: 'function',
        function: call,
      }));
      const messages = [
        { role: 'assistant', content: null, tool_calls: toolCalls },
        ...toolCalls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
        { role: 'assistant', content },
      ];
      const usage = { prompt_tokens: 30, completion_tokens: 12 };
      reply.send(200, JSON.stringify({ messages, usage }));
    },
    stream: (events, end = '') => {
      response.writeHead(200, head('text/event-stream'));
      for (const event of events) response.write(`data: ${event}\n\n`);
      response.end(end);
    },
    streamForEver: () => {
      response.writeHead(200, head('text/event-stream'));
      const timer = setInterval(() => response.write('data: {"text":"more"}\n\n'), 20);
      response.on('close', () => clearInterval(timer));
    },
    sendMuch: (bytes) => {
      response.writeHead(200, head('application/json'));
      const part = 'x'.repeat(1_000_000);
      let sent = 0;
      response.write('{"text":"');
      const more = (): void => {
        while (sent < bytes && !response.destroyed) {
          sent += part.length;
          if (!response.write(part)) {
            response.once('drain', more);
            return;
          }
        }
        response.end('"}');
      };
      more();
    },
    sendWithoutCors: () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    redirect: (to) => {
      response.writeHead(307, { ...CORS, location: to }).end();
    },
    drop: () => {
      response.writeHead(200, { ...head('application/json'), 'content-length': '1000' });
      response.write('{"output":');
      setTimeout(() => response.destroy(), 10);
    },
  };
  return reply;
}
