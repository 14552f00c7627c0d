import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import { scoreForm } from '#core/judge/verdict-form.ts';
import type { Provider, JudgeRequest } from './provider.ts';
import { PROVIDERS, providerById } from './registry.ts';

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
      readonly refusal: unknown;
    }
  >
> = {
  openai: {
    said: (content, isCut = false) => ({
      choices: [{ message: { content }, finish_reason: isCut ? 'length' : 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    }),
    keyHeader: ['authorization', `Bearer ${KEY}`],
    refusal: { choices: [{ message: { refusal: 'I will not.' } }] },
  },
  anthropic: {
    said: (text, isCut = false) => ({
      content: [{ type: 'text', text }],
      stop_reason: isCut ? 'max_tokens' : 'end_turn',
      usage: { input_tokens: 100, output_tokens: 20 },
    }),
    keyHeader: ['x-api-key', KEY],
    refusal: { content: [], stop_reason: 'refusal' },
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
    refusal: { candidates: [{ finishReason: 'SAFETY' }] },
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

  it('asks at the address that was given, with or without a slash at its end', async () => {
    const sent = answerWith(() => json(wire.said(VERDICT)));
    await ask(judge, { baseUrl: ' http://127.0.0.1:9/here/ ' });
    expect(sent[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/here\/[^/]/);
  });

  it.each([
    [401, 'auth'],
    [403, 'auth'],
    [404, 'rejected'],
    [408, 'timeout'],
    [429, 'rate_limited'],
    [500, 'server'],
    [503, 'server'],
  ])('takes the status %i for “%s”', async (status, failure) => {
    answerWith(() => Response.json({ error: { message: 'because' } }, { status }));
    const error = await errorOf(ask(judge));
    expect(error.failure).toBe(failure);
    expect(error.message).toContain(String(status));
    expect(error.message).toContain('because');
    expect(error.message).not.toContain('canary');
  });

  it('hears how long to wait from what the provider says', async () => {
    const body = { error: { message: 'Please try again in 1.5s.' } };
    answerWith(() => Response.json(body, { status: 429 }));
    expect((await errorOf(ask(judge))).retryAfterMs).toBe(1500);
  });

  it('takes an answer of another shape for a failure of the provider', async () => {
    answerWith(() => json({}));
    expect((await errorOf(ask(judge))).failure).toBe('server');
  });

  it('takes a page instead of JSON for a failure of the provider', async () => {
    answerWith(
      () => new Response('<html>busy</html>', { headers: { 'content-type': 'text/html' } }),
    );
    expect((await errorOf(ask(judge))).failure).toBe('server');
  });

  it('gives an empty answer as it is', async () => {
    answerWith(() => json(wire.said('')));
    expect((await ask(judge)).text).toBe('');
  });

  it('tells a refusal to answer from an answer', async () => {
    answerWith(() => json(wire.refusal));
    expect((await errorOf(ask(judge))).failure).toBe('blocked');
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

  it('asks for the shape of a verdict, the explanation before the score', async () => {
    const sent = answerWith(() => json(WIRES['openai']?.said(VERDICT)));
    const request = requestTo(judge);
    await judge.ask(request, new AbortController().signal);
    expect(sent[0]?.url).toBe('https://api.openai.com/v1/chat/completions');
    expect(sent[0]?.body).toMatchObject({
      model: request.model,
      temperature: 0,
      max_completion_tokens: 2048,
      messages: [
        { role: 'system', content: 'You judge.' },
        { role: 'user', content: 'Is it good?' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: {
          strict: true,
          schema: {
            properties: { score: { type: 'number', enum: [0, 1] } },
            required: ['explanation', 'score'],
            additionalProperties: false,
          },
        },
      },
    });
    expect(JSON.stringify(sent[0]?.body)).toMatch(/"explanation".*"score"/);
  });

  it('sends no header for a key that there is none of', async () => {
    const sent = answerWith(() => json(WIRES['openai']?.said(VERDICT)));
    await ask(judge, { key: '', baseUrl: 'http://localhost:11434/v1' });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    expect(sent[0]?.body).toHaveProperty('max_tokens');
  });

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

  it('tells that an answer was withheld', async () => {
    answerWith(() =>
      json({ choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }),
    );
    expect((await errorOf(ask(judge))).failure).toBe('blocked');
  });
});

describe('anthropic', () => {
  it('has the model call a tool of the verdict’s shape, and reads its input', async () => {
    const sent = answerWith(() =>
      json({
        content: [
          { type: 'text', text: 'Here it is.' },
          { type: 'tool_use', name: 'give_verdict', input: { explanation: 'Fine.', score: 1 } },
        ],
        stop_reason: 'tool_use',
      }),
    );
    const { text, usage } = await ask(providerById('anthropic')!);
    expect(text).toBe(VERDICT);
    expect(usage).toBeUndefined();
    expect(sent[0]?.url).toBe('https://api.anthropic.com/v1/messages');
    expect(sent[0]?.headers.get('anthropic-dangerous-direct-browser-access')).toBe('true');
    expect(sent[0]?.headers.get('anthropic-version')).toBe('2023-06-01');
    expect(sent[0]?.body).toMatchObject({
      system: 'You judge.',
      messages: [{ role: 'user', content: 'Is it good?' }],
      max_tokens: 2048,
      tool_choice: { type: 'tool', name: 'give_verdict' },
      tools: [{ input_schema: { properties: { score: { enum: [0, 1] } } } }],
    });
  });
});

describe('gemini', () => {
  const judge = providerById('gemini')!;

  it('asks for the shape of a verdict with its order, scores as texts', async () => {
    const sent = answerWith(() => json(WIRES['gemini']?.said(VERDICT)));
    const request = requestTo(judge);
    await judge.ask(request, new AbortController().signal);
    expect(sent[0]?.url).toBe(
      `https://generativelanguage.googleapis.com/v1beta/models/${request.model}:generateContent`,
    );
    expect(sent[0]?.body).toMatchObject({
      systemInstruction: { parts: [{ text: 'You judge.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Is it good?' }] }],
      generationConfig: {
        temperature: 0,
        responseMimeType: 'application/json',
        responseSchema: {
          properties: { score: { type: 'string', enum: ['0', '1'] } },
          propertyOrdering: ['explanation', 'score'],
        },
      },
    });
  });

  it('leaves out what the model thought', async () => {
    const parts = [{ text: 'Hmm.', thought: true }, { text: VERDICT }];
    answerWith(() => json({ candidates: [{ content: { parts }, finishReason: 'STOP' }] }));
    expect((await ask(judge)).text).toBe(VERDICT);
  });

  it('tells a prompt that was blocked', async () => {
    answerWith(() => json({ promptFeedback: { blockReason: 'SAFETY' } }));
    expect(await errorOf(ask(judge))).toMatchObject({ failure: 'blocked', message: 'SAFETY' });
  });

  it('hears how long to wait from the details of a refusal', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.5s' }];
    answerWith(() =>
      Response.json({ error: { code: 429, message: 'quota', details } }, { status: 429 }),
    );
    expect(await errorOf(ask(judge))).toMatchObject({
      failure: 'rate_limited',
      retryAfterMs: 2500,
    });
  });
});

it('nothing is asked by hand', async () => {
  const sent = answerWith(() => json({}));
  const judge = providerById('by-hand')!;
  expect(await errorOf(ask(judge))).toMatchObject({ failure: 'rejected' });
  expect(sent).toEqual([]);
});

it('every judge is found by its id, and none by an unknown one', () => {
  expect(new Set(PROVIDERS.map(({ id }) => id)).size).toBe(PROVIDERS.length);
  for (const judge of PROVIDERS) expect(providerById(judge.id)).toBe(judge);
  expect(providerById('none')).toBeUndefined();
});
