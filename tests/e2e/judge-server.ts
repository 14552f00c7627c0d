import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server answers about a row whose prompt holds `fault:<name>`. */
const FAULTS: Readonly<Record<string, (asked: number, reply: Reply) => void>> = {
  // well in the end
  slow: (_asked, reply) => setTimeout(() => reply.verdict(), 100),
  'limited-once': (asked, reply) =>
    asked === 1 ? reply.error(429, 'slow down', { 'retry-after': '0.01' }) : reply.verdict(),
  'limited-once-unexposed': (asked, reply) =>
    asked === 1 ? reply.error(429, 'Please try again in 15ms.') : reply.verdict(),
  'failing-once': (asked, reply) =>
    asked === 1 ? reply.error(500, 'oops, try again in 5ms') : reply.verdict(),
  'dropped-once': (asked, reply) => (asked === 1 ? reply.drop() : reply.verdict()),
  'silent-once': (asked, reply) => (asked === 1 ? undefined : reply.verdict()),
  'not-json-once': (asked, reply) =>
    asked === 1 ? reply.raw('<html>busy</html>') : reply.verdict(),
  repaired: (asked, reply) => reply.verdict(asked === 1 ? 'I would say 1.' : undefined),
  // errors of their rows
  failing: (_asked, reply) => reply.error(503, 'overloaded, try again in 1ms'),
  refused: (_asked, reply) => reply.verdict('', 'content_filter'),
  truncated: (_asked, reply) => reply.verdict('{"explanation":"The agent', 'length'),
  'out-of-rubric': (_asked, reply) => reply.verdict('{"explanation":"great","score":9}'),
  contradicting: (_asked, reply) => reply.verdict('{"score":1} no, {"score":0}'),
  prose: (_asked, reply) => reply.verdict('Sorry, I cannot grade this.'),
  'sent-on': (_asked, reply) => reply.sendOn(),
  unauthorised: (_asked, reply) => reply.error(401, `bad key ${reply.key}`),
};

interface Reply {
  readonly key: string;
  verdict(text?: string, finish?: string): void;
  raw(text: string): void;
  error(status: number, message: string, headers?: Readonly<Record<string, string>>): void;
  drop(): void;
  /** Sends the question on to {@link JudgeServer.elsewhere}. */
  sendOn(): void;
}

/** A judge on loopback that speaks the three formats and misbehaves on request. */
export interface JudgeServer {
  readonly url: string;
  /** The user text of every question, in the order they came. */
  readonly questions: string[];
  /** Addresses asked, with their query. */
  readonly paths: string[];
  /** The most questions that waited for their answers at the same time. */
  mostAtOnce: number;
  /** How often a page asked for leave to ask. */
  preflights: number;
  /** Another host, which questions are sent on to; empty where there is none. */
  elsewhere: string;
  /** Questions that are answered; later ones wait until it is raised. */
  mostAnswers: number;
  stop(): void;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  // as providers do; without it leave is asked for anew every five seconds
  'access-control-max-age': '7200',
  // an Authorization header is not covered by the star
  'access-control-allow-private-network': 'true',
};

/** Starts the server on a free port. */
export async function startJudge(): Promise<JudgeServer> {
  const counts = new Map<string, number>();
  const judge = {
    url: '',
    questions: [] as string[],
    paths: [] as string[],
    mostAtOnce: 0,
    preflights: 0,
    elsewhere: '',
    mostAnswers: Infinity,
  };
  let open = 0;
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      judge.preflights++;
      response.writeHead(204, { ...CORS, 'access-control-allow-headers': allowed(request) }).end();
      return;
    }
    judge.paths.push(request.url ?? '');
    void readBody(request).then((body) => {
      const { user, score, choice } = questionOf(body, counts);
      judge.questions.push(user);
      judge.mostAtOnce = Math.max(judge.mostAtOnce, ++open);
      response.on('close', () => open--);
      const asked = (counts.get(user) ?? 0) + 1;
      counts.set(user, asked);
      const fault = FAULTS[/fault:([a-z-]+)/.exec(user)?.[1] ?? ''];
      const verdict =
        choice === undefined
          ? { explanation: `It scores ${String(score)}.`, score }
          : { explanation: `It is ${choice}.`, choice };
      const reply = replyTo(request, response, verdict, judge.elsewhere);
      const turn = judge.questions.length;
      const answer = (): void => {
        if (fault) fault(firstAsked(counts, user), reply);
        else reply.verdict();
      };
      if (turn <= judge.mostAnswers) {
        answer();
        return;
      }
      const timer = setInterval(() => {
        if (turn > judge.mostAnswers) return;
        clearInterval(timer);
        answer();
      }, 2);
      response.on('close', () => clearInterval(timer));
    });
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  judge.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return Object.assign(judge, {
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** A question asked again with a note about the first answer is the same row. */
function firstAsked(counts: ReadonlyMap<string, number>, user: string): number {
  const start = user.split('\n\n# Note')[0] ?? user;
  return [...counts].reduce((sum, [text, n]) => sum + (text.startsWith(start) ? n : 0), 0);
}

function allowed(request: IncomingMessage): string {
  return request.headers['access-control-request-headers'] ?? '*';
}

/** What of the formats' requests is looked at. */
interface Question {
  readonly contents?: readonly { readonly parts: readonly { readonly text: string }[] }[];
  readonly messages?: readonly { readonly content: string }[];
}

async function readBody(request: IncomingMessage): Promise<Question> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Question);
}

/**
 * Finds the question in any of the formats. Every row whose prompt says “wrong” scores 0, and one
 * that says “swaying” 1 and 0 in turn; of two
 * responses the one that says “good” is better, and in a row that says “biased” the first.
 */
function questionOf(
  body: Question,
  counts: ReadonlyMap<string, number>,
): { user: string; score: number; choice?: string } {
  const user = body.contents?.[0]?.parts[0]?.text ?? body.messages?.at(-1)?.content ?? '';
  const isSwayed = user.includes('swaying') && (counts.get(user) ?? 0) % 2 === 1;
  const score = user.includes('wrong') || isSwayed ? 0 : 1;
  const [, first, second] =
    /(?:### Response A\n|A answered: )([^]*)(?:### Response B\n|B answered: )([^]*)/.exec(user) ??
    [];
  if (first === undefined || second === undefined) return { user, score };
  if (user.includes('biased')) return { user, score, choice: 'A' };
  const isGood = [first, second].map((text) => text.includes('good'));
  return { user, score, choice: isGood[0] === isGood[1] ? 'SAME' : isGood[0] ? 'A' : 'B' };
}

function replyTo(
  request: IncomingMessage,
  response: ServerResponse,
  verdict: object,
  elsewhere: string,
): Reply {
  const send = (status: number, body: string, headers = {}): void => {
    response.writeHead(status, { ...CORS, 'content-type': 'application/json', ...headers });
    response.end(body);
  };
  const path = request.url ?? '';
  const { authorization = '', 'x-api-key': anthropic, 'x-goog-api-key': google } = request.headers;
  return {
    key: String(anthropic ?? google ?? authorization),
    raw: (text) => send(200, text),
    sendOn: () => send(307, '', { location: elsewhere + path }),
    error: (status, message, headers) =>
      send(status, JSON.stringify({ error: { message } }), headers),
    drop: () => {
      response.writeHead(200, { ...CORS, 'content-length': '1000' });
      response.write('{"choices":[');
      setTimeout(() => response.destroy(), 10);
    },
    verdict: (text = JSON.stringify(verdict), finish) => {
      if (path.includes(':generateContent')) send(200, JSON.stringify(gemini(text)));
      else if (path.endsWith('/v1/messages')) send(200, JSON.stringify(messages(text)));
      else send(200, JSON.stringify(chat(text, finish)));
    },
  };
}

const chat = (content: string, finish = 'stop') => ({
  choices: [{ message: { content }, finish_reason: finish }],
  usage: { prompt_tokens: 100, completion_tokens: 20 },
});

const gemini = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
});

const messages = (text: string) => ({
  content: [{ type: 'tool_use', name: 'give_verdict', input: JSON.parse(text) as unknown }],
  stop_reason: 'tool_use',
  usage: { input_tokens: 100, output_tokens: 20 },
});

/** Every fault, with whether its row gets a verdict in the end. */
export const FAULT_NAMES = Object.keys(FAULTS);
export const MENDED = FAULT_NAMES.slice(0, FAULT_NAMES.indexOf('failing'));
