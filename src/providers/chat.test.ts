import { describe, expect, it } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { usageOf, type Chat, type ChatApi } from './chat.ts';
import { gemini } from './gemini/gemini.ts';
import { openai } from './openai/openai.ts';
import { CHAT_PROVIDERS } from './registry.ts';

const ASKED: Omit<Chat, 'messages'> = {
  ...{ baseUrl: 'http://host/', model: 'm', system: 'Be brief.' },
  tools: [
    {
      name: 'switch',
      description: 'Switches.',
      parameters: { type: 'object', properties: { on: { type: 'boolean' } } },
    },
    { name: 'wait', description: '', parameters: { type: 'object', properties: {} } },
  ],
};
const CALL = { id: 'c1', name: 'switch', input: { on: false } };

/** The same two answers as each provider writes them, with its reasons to stop. */
const ANSWERS: Readonly<
  Record<string, readonly [called: (finish?: string) => JsonValue, end: JsonValue]>
> = {
  openai: [
    (finish_reason = 'tool_calls') => ({
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'Well.',
            tool_calls: [{ id: 'c1', function: { name: 'switch', arguments: '{"on":false}' } }],
          },
          finish_reason,
        },
      ],
    }),
    { choices: [{ message: { role: 'assistant', content: 'Done.' } }] },
  ],
  anthropic: [
    (stop_reason = 'tool_use') => ({
      content: [
        { type: 'text', text: 'Well.' },
        { type: 'tool_use', id: 'c1', name: 'switch', input: { on: false } },
      ],
      stop_reason,
    }),
    { content: [{ type: 'text', text: 'Done.' }] },
  ],
  gemini: [
    (finishReason = 'STOP') => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Hmm.', thought: true },
              { text: 'Well.' },
              { functionCall: { id: 'c1', name: 'switch', args: { on: false } } },
            ],
          },
          finishReason,
        },
      ],
    }),
    { candidates: [{ content: { parts: [{ text: 'Done.' }] } }] },
  ],
};

const bodyOf = (api: ChatApi, asked = ASKED) =>
  api.body({ ...asked, messages: [api.open('Lamp off')] });

describe.each(CHAT_PROVIDERS)('$id', ({ id, chat }) => {
  const [called, end] = ANSWERS[id]!;

  it('reads what a model wrote and the calls it makes', () => {
    expect(chat.read(called())).toMatchObject({ text: 'Well.', calls: [CALL], cut: '' });
    expect(chat.read(end)).toMatchObject({ text: 'Done.', calls: [], cut: '' });
  });

  it('finds nothing in an answer of another shape', () => {
    for (const nothing of [null, {}, [], 'text', { error: { message: 'no' } }]) {
      expect(() => chat.read(nothing)).toThrow(CallError);
    }
  });

  it('has the key in its headers, and the path of its address', () => {
    expect(JSON.stringify(chat.headers('{secret}'))).toContain('{secret}');
    expect(chat.path('m')).toMatch(/^v1|^chat/);
  });

  it('writes nothing of tools and of an instruction where there are none', () => {
    const body = bodyOf(chat, { ...ASKED, system: ' ', tools: [] });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('system');
    expect(body).not.toHaveProperty('systemInstruction');
    expect(JSON.stringify(body)).not.toContain('"role":"system"');
  });
});

it.each([
  ['openai', 'cut', ['length', 'model_length', 'error']],
  ['openai', 'blocked', ['content_filter']],
  ['anthropic', 'cut', ['max_tokens', 'model_context_window_exceeded', 'pause_turn']],
  ['anthropic', 'blocked', ['refusal']],
  ['gemini', 'cut', ['MAX_TOKENS', 'OTHER', 'MALFORMED_FUNCTION_CALL']],
  ['gemini', 'blocked', ['SAFETY', 'PROHIBITED_CONTENT']],
] as const)('%s: an answer is %s by its reason to stop', (id, what, reasons) => {
  const { chat } = CHAT_PROVIDERS.find((provider) => provider.id === id)!;
  for (const reason of reasons) {
    const read = () => chat.read(ANSWERS[id]![0](reason));
    if (what === 'cut') expect(read()).toMatchObject({ cut: reason });
    else expect(read).toThrow(expect.objectContaining({ failure: 'blocked', message: reason }));
  }
});

it('asks OpenAI and gives results back under the ids of their calls', () => {
  expect(bodyOf(openai.chat)).toMatchObject({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Lamp off' },
    ],
    tools: [
      { type: 'function', function: { name: 'switch', description: 'Switches.' } },
      { type: 'function', function: { name: 'wait' } },
    ],
  });
  expect(
    openai.chat.results([
      [CALL, { ok: true }],
      [CALL, 'done'],
    ]),
  ).toEqual([
    { role: 'tool', tool_call_id: 'c1', content: '{"ok":true}' },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ]);
});

it('has no input for a call of OpenAI whose arguments are not JSON', () => {
  const tool_calls = [{ id: 'c', function: { name: 'switch', arguments: '{"on": fals' } }];
  const { calls } = openai.chat.read({ choices: [{ message: { tool_calls } }] });
  expect(calls).toEqual([{ id: 'c', name: 'switch', input: undefined }]);
});

it('withholds what OpenAI’s model refuses', () => {
  const message = { content: null, refusal: 'I will not.' };
  expect(() => openai.chat.read({ choices: [{ message }] })).toThrow(
    expect.objectContaining({ failure: 'blocked', message: 'I will not.' }),
  );
});

it('asks Anthropic and gives all results back in one message', () => {
  expect(bodyOf(anthropic.chat)).toMatchObject({
    model: 'm',
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Lamp off' }],
    tools: [{ name: 'switch', input_schema: { type: 'object' } }, { name: 'wait' }],
  });
  expect(
    anthropic.chat.results([
      [CALL, { ok: true }],
      [CALL, 'done'],
    ]),
  ).toEqual([
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: '{"ok":true}' },
        { type: 'tool_result', tool_use_id: 'c1', content: 'done' },
      ],
    },
  ]);
});

it('asks Gemini, which takes no parameters without properties and only objects for results', () => {
  const body = bodyOf(gemini.chat);
  expect(body).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'Lamp off' }] }],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
  });
  expect(body['tools']).toEqual([
    {
      functionDeclarations: [
        {
          name: 'switch',
          description: 'Switches.',
          parameters: { type: 'object', properties: { on: { type: 'boolean' } } },
        },
        { name: 'wait' },
      ],
    },
  ]);
  expect(
    gemini.chat.results([
      [CALL, { ok: true }],
      [CALL, 'done'],
    ]),
  ).toEqual([
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'switch', response: { ok: true } } },
        { functionResponse: { name: 'switch', response: { result: 'done' } } },
      ],
    },
  ]);
});

it('finds Gemini’s models under any name they may be entered by', () => {
  const path = 'v1beta/models/gemini-2.5-flash:generateContent';
  expect(gemini.chat.path('gemini-2.5-flash')).toBe(path);
  expect(gemini.chat.path('models/gemini-2.5-flash')).toBe(path);
  expect(gemini.chat.path('tunedModels/a b')).toBe('v1beta/tunedModels/a%20b:generateContent');
});

it('counts tokens only where both numbers are there', () => {
  expect(usageOf({ a: 1, b: 2 }, 'a', 'b')).toEqual({ input: 1, output: 2 });
  expect(usageOf({ a: 1 }, 'a', 'b')).toBeUndefined();
  expect(usageOf(undefined, 'a', 'b')).toBeUndefined();
});
