import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import { scoreForm } from '#core/score/metric/judge-metric.ts';
import type { Provider, JudgeRequest } from './provider.ts';
import { CHAT_PROVIDERS, providerById } from './registry.ts';

const KEY = 'sk-canary-0123456789abcdef';
const VERDICT = '{"explanation":"Fine.","score":1}';

afterEach(() => vi.unstubAllGlobals());

/** A request that a judge sent. */
interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly init: RequestInit;
}

/** Has requests answered, and keeps them. */
function answerWith(answer: (signal: AbortSignal) => Response | Promise<Response>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? init.body : '{}';
    sent.push({
      url: String(url),
      headers: new Headers(init.headers),
      body: JSON.parse(body) as Record<string, unknown>,
      init,
    });
    return answer(init.signal ?? new AbortController().signal);
  });
  return sent;
}

const json = (value: unknown): Response => Response.json(value);

let models = 0;
const requestTo = (judge: Provider, more: Partial<JudgeRequest> = {}): JudgeRequest => ({
  baseUrl: judge.baseUrl,
  // what a model has refused is remembered: each test has a model of its own
  model: `model-${String(++models)}`,
  key: KEY,
  system: 'You judge.',
  user: 'Is it good?',
  form: scoreForm([0, 1]),
  temperature: 0,
  withinMs: 5000,
  ...more,
});

const ask = (
  judge: Provider,
  more?: Partial<JudgeRequest>,
  signal = new AbortController().signal,
) => judge.ask(requestTo(judge, more), signal);

async function errorOf(work: Promise<unknown>): Promise<CallError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error(`no CallError but ${String(error)}`);
}

/** How each provider says the same. */
const WIRES: Readonly<
  Record<
    string,
    {
      readonly said: (text: string, isCut?: boolean) => unknown;
      readonly keyHeader: readonly [name: string, value: string];
    }
  >
> = {
  openai: {
    said: (content, isCut = false) => ({
      choices: [{ message: { content }, finish_reason: isCut ? 'length' : 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    }),
    keyHeader: ['authorization', `Bearer ${KEY}`],
  },
  anthropic: {
    said: (text, isCut = false) => ({
      content: [{ type: 'text', text }],
      stop_reason: isCut ? 'max_tokens' : 'end_turn',
      usage: { input_tokens: 100, output_tokens: 20 },
    }),
    keyHeader: ['x-api-key', KEY],
  },
  gemini: {
    said: (text, isCut = false) => ({
      candidates: [
        {
          content: { role: 'model', parts: [{ text }] },
          finishReason: isCut ? 'MAX_TOKENS' : 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    }),
    keyHeader: ['x-goog-api-key', KEY],
  },
};

describe.each(Object.entries(WIRES))('%s', (id, wire) => {
  const judge = providerById(id)!;

  it('gives the answer, what it took, and whether it was cut', async () => {
    answerWith(() => json(wire.said(VERDICT)));
    const usage = { input: 100, output: 20 };
    expect(await ask(judge)).toEqual({ text: VERDICT, usage, isCut: false });
    answerWith(() => json(wire.said('{"explanation":"Fi', true)));
    expect(await ask(judge)).toEqual({ text: '{"explanation":"Fi', usage, isCut: true });
    answerWith(() => json(wire.said('')));
    expect((await ask(judge)).text).toBe('');
  });

  it('sends the key in its header and nowhere else', async () => {
    const sent = answerWith(() => json(wire.said(VERDICT)));
    const { baseUrl } = requestTo(judge);
    await ask(judge);
    const [name, value] = wire.keyHeader;
    expect(sent).toHaveLength(1);
    for (const { url, headers, body } of sent) {
      expect(url.startsWith(`${baseUrl}/`)).toBe(true);
      expect(url).not.toContain('canary');
      expect(headers.get(name)).toBe(value);
      expect(JSON.stringify(body)).not.toContain('canary');
      headers.delete(name);
      expect(JSON.stringify([...headers])).not.toContain('canary');
    }
  });

  it('asks at the address that was given, with or without a slash at its end, what is written', async () => {
    const sent = answerWith(() => json(wire.said(VERDICT)));
    const request = requestTo(judge, { baseUrl: ' http://127.0.0.1:9/here/ ' });
    await judge.ask(request, new AbortController().signal);
    expect(sent[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/here\/[^/]/);
    const { baseUrl, model, system, user, form, temperature } = request;
    const { chat } = CHAT_PROVIDERS.find((provider) => provider.id === id)!;
    const asked = { baseUrl, model, system, user, form, temperature };
    expect(sent[0]?.body).toMatchObject(chat.body(asked));
  });

  it('takes a failure for one, with its reason and how long to wait', async () => {
    const body = { error: { message: 'Please try again in 1.5s.' } };
    answerWith(() => Response.json(body, { status: 429 }));
    const error = await errorOf(ask(judge));
    expect(error).toMatchObject({ failure: 'rate_limited', retryAfterMs: 1500 });
    expect(error.message).toBe('HTTP 429: Please try again in 1.5s.');
    answerWith(() => json({}));
    expect((await errorOf(ask(judge))).failure).toBe('server');
    answerWith(() => new Response('<html>busy</html>'));
    expect((await errorOf(ask(judge))).failure).toBe('server');
  });

  it('tells an address out of reach, a late answer and a call that was ended from each other', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    const unreachable = await errorOf(ask(judge));
    expect(unreachable.failure).toBe('network_or_cors');
    expect(unreachable.message).not.toContain('canary');
    const never = (signal: AbortSignal): Promise<Response> =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    answerWith(never);
    expect((await errorOf(ask(judge, { withinMs: 5 }))).failure).toBe('timeout');
    const ended = new AbortController();
    const asked = ask(judge, {}, ended.signal);
    ended.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('openai', () => {
  const judge = providerById('openai')!;

  it('leaves out what a model does not know, and remembers it', async () => {
    const refusals = ['Unsupported: temperature', 'json_schema is not supported'];
    const sent = answerWith(() => {
      const message = refusals.shift();
      return message === undefined
        ? json(WIRES['openai']?.said(VERDICT))
        : Response.json({ error: { message } }, { status: 400 });
    });
    const request = requestTo(judge);
    const { signal } = new AbortController();
    expect((await judge.ask(request, signal)).text).toBe(VERDICT);
    await judge.ask(request, signal);
    const known = sent.map(({ body }) =>
      ['temperature', 'response_format'].map((part) => part in body),
    );
    expect(known).toEqual([
      [true, true],
      [false, true],
      ...[
        [false, false],
        [false, false],
      ],
    ]);
  });
});

describe('anthropic', () => {
  const judge = providerById('anthropic')!;
  const tool = (input: object) => ({ type: 'tool_use', name: 'give_verdict', input });

  it('reads what the tool of the verdict is called with', async () => {
    const input = { explanation: 'Fine.', score: 1 };
    const content = [{ type: 'text', text: 'Here it is.' }, tool(input)];
    answerWith(() => json({ content, stop_reason: 'tool_use' }));
    expect(await ask(judge)).toEqual({ text: VERDICT, usage: undefined, isCut: false });
  });

  it('gives all that is said, so that two verdicts are seen as two', async () => {
    answerWith(() => json({ content: [tool({ score: 1 }), tool({ score: 0 })] }));
    expect((await ask(judge)).text).toBe('{"score":1}\n{"score":0}');
    const texts = [VERDICT.slice(0, 9), VERDICT.slice(9)];
    answerWith(() => json({ content: texts.map((text) => ({ type: 'text', text })) }));
    expect((await ask(judge)).text).toBe(VERDICT);
  });
});

it('nothing is asked by hand', async () => {
  const sent = answerWith(() => json({}));
  const judge = providerById('by-hand')!;
  expect(await errorOf(ask(judge))).toMatchObject({ failure: 'rejected' });
  expect(sent).toEqual([]);
});
