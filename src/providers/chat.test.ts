import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { CHOICE_FORM, scoreForm } from '#core/judge/verdict-form.ts';
import { usageOf } from './chat.ts';
import type { Chat } from './provider.ts';
import { gemini } from './gemini/gemini.ts';
import { openai } from './openai/openai.ts';
import { CHAT_PROVIDERS } from './registry.ts';

const ASKED: Omit<Chat, 'messages'> = {
  baseUrl: 'http://host/',
  model: 'm',
  system: 'Be brief.',
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

const ofOpenai = (message: JsonValue, finish_reason?: string): JsonValue => ({
  choices: [{ message, ...(finish_reason === undefined ? {} : { finish_reason }) }],
});
const ofGemini = (parts: JsonValue, finishReason?: string): JsonValue => ({
  candidates: [{ content: { parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
});

interface Answers {
  /** Says “Well.” and makes the call, with a reason to stop. */
  readonly called: (finish?: string) => JsonValue;
  /** Says “Done.”, without any reason. */
  readonly end: JsonValue;
  readonly whole: readonly string[];
  readonly cut: readonly string[];
  readonly blocked: readonly string[];
}

/** The same answers as each provider writes them, and its reasons to stop. */
const ANSWERS: Readonly<Record<string, Answers>> = {
  openai: {
    called: (finish) => {
      const call = { id: 'c1', function: { name: 'switch', arguments: '{"on":false}' } };
      return ofOpenai({ role: 'assistant', content: 'Well.', tool_calls: [call] }, finish);
    },
    end: ofOpenai({ role: 'assistant', content: 'Done.' }),
    whole: ['stop', 'tool_calls', 'eos', 'eos_token', 'stop_sequence'],
    cut: ['length', 'model_length', 'max_tokens', 'MAX_TOKENS', 'abort', 'error'],
    blocked: ['content_filter'],
  },
  anthropic: {
    called: (stop_reason = 'tool_use') => ({
      content: [
        { type: 'text', text: 'Well.' },
        { type: 'tool_use', id: 'c1', name: 'switch', input: { on: false } },
      ],
      stop_reason,
    }),
    end: { content: [{ type: 'text', text: 'Done.' }] },
    whole: ['end_turn', 'tool_use', 'stop_sequence'],
    cut: ['max_tokens', 'model_context_window_exceeded', 'pause_turn'],
    blocked: ['refusal'],
  },
  gemini: {
    called: (finish) => {
      const call = { functionCall: { id: 'c1', name: 'switch', args: { on: false } } };
      return ofGemini([{ text: 'Hmm.', thought: true }, { text: 'Well.' }, call], finish);
    },
    end: ofGemini([{ text: 'Done.' }]),
    whole: ['STOP', 'FINISH_REASON_UNSPECIFIED'],
    cut: ['MAX_TOKENS', 'OTHER', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL'],
    blocked: ['SAFETY', 'PROHIBITED_CONTENT'],
  },
};

const isBlocked = (message: string): unknown =>
  expect.objectContaining({ failure: 'blocked', message });

describe.each(CHAT_PROVIDERS)('$id', ({ id, chat }) => {
  const { called, end, whole, cut, blocked } = ANSWERS[id]!;

  it('reads what a model wrote, the calls it makes, and why it stopped', () => {
    expect(chat.read(end)).toMatchObject({ text: 'Done.', calls: [], cut: '' });
    for (const reason of [undefined, ...whole])
      expect(chat.read(called(reason))).toMatchObject({ text: 'Well.', calls: [CALL], cut: '' });
    for (const reason of cut) expect(chat.read(called(reason))).toMatchObject({ cut: reason });
    for (const reason of blocked)
      expect(() => chat.read(called(reason))).toThrow(isBlocked(reason));
  });

  it('finds nothing in an answer of another shape', () => {
    for (const nothing of [null, {}, [], 'text', { error: { message: 'no' } }])
      expect(() => chat.read(nothing)).toThrow(CallError);
  });
});

it('writes requests as each provider wants them', async () => {
  const written = CHAT_PROVIDERS.map(({ id, baseUrl, chat }) => {
    const bodyOf = (part: Partial<Chat>) =>
      chat.body({ ...ASKED, messages: [chat.open('Lamp off')], ...part });
    const scores = { form: scoreForm([0, 1]), temperature: 0 };
    const choices = { form: CHOICE_FORM, temperature: 0.5 };
    return {
      id,
      headers: [chat.headers('{secret}'), chat.headers('')],
      path: chat.path('m'),
      'with tools': bodyOf({}),
      'without tools and instruction': bodyOf({ system: ' ', tools: [] }),
      'for a score, at its own address': bodyOf({ tools: [], baseUrl, verdict: scores }),
      'for a choice, elsewhere': bodyOf({ tools: [], verdict: choices }),
      results: chat.results([
        [CALL, { ok: true }],
        [CALL, 'done'],
      ]),
    };
  });
  const file = resolve('tests/fixtures/judging/requests.json');
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(file);
});

it('has no input for a call of OpenAI whose arguments are not JSON', () => {
  const tool_calls = [{ id: 'c', function: { name: 'switch', arguments: '{"on": fals' } }];
  const { calls } = openai.chat.read(ofOpenai({ tool_calls }));
  expect(calls).toEqual([{ id: 'c', name: 'switch', input: undefined }]);
});

it('withholds what OpenAI’s model refuses, and a prompt that Gemini blocks', () => {
  const refused = ofOpenai({ content: null, refusal: 'I will not.' });
  expect(() => openai.chat.read(refused)).toThrow(isBlocked('I will not.'));
  const blocked = { promptFeedback: { blockReason: 'SAFETY' } };
  expect(() => gemini.chat.read(blocked)).toThrow(isBlocked('SAFETY'));
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
