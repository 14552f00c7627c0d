import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { CHOICE_FORM, scoreForm } from '#core/score/metric/judge-metric.ts';
import { usageOf } from './chat.ts';
import type { AskedOfModel } from './provider.ts';
import { gemini } from './gemini/gemini.ts';
import { openai } from './openai/openai.ts';
import { CHAT_PROVIDERS } from './registry.ts';

const ASKED: AskedOfModel = {
  baseUrl: 'http://host/',
  model: 'm',
  system: 'Be brief.',
  user: 'Lamp off',
  form: scoreForm([0, 1]),
  temperature: 0,
};

const ofOpenai = (message: JsonValue, finish_reason?: string): JsonValue => ({
  choices: [{ message, ...(finish_reason === undefined ? {} : { finish_reason }) }],
});
const ofGemini = (parts: JsonValue, finishReason?: string): JsonValue => ({
  candidates: [{ content: { parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
});

interface Answers {
  /** Says “Done.”, with a reason to stop. */
  readonly ended: (finish?: string) => JsonValue;
  readonly whole: readonly string[];
  readonly cut: readonly string[];
  readonly blocked: readonly string[];
}

/** The same answers as each provider writes them, and its reasons to stop. */
const ANSWERS: Readonly<Record<string, Answers>> = {
  openai: {
    ended: (finish) => ofOpenai({ role: 'assistant', content: 'Done.' }, finish),
    whole: ['stop', 'tool_calls', 'eos', 'eos_token', 'stop_sequence'],
    cut: ['length', 'model_length', 'max_tokens', 'MAX_TOKENS', 'abort', 'error'],
    blocked: ['content_filter'],
  },
  anthropic: {
    ended: (stop_reason) => ({
      content: [{ type: 'text', text: 'Done.' }],
      ...(stop_reason === undefined ? {} : { stop_reason }),
    }),
    whole: ['end_turn', 'tool_use', 'stop_sequence'],
    cut: ['max_tokens', 'model_context_window_exceeded', 'pause_turn'],
    blocked: ['refusal'],
  },
  gemini: {
    ended: (finish) => ofGemini([{ text: 'Hmm.', thought: true }, { text: 'Done.' }], finish),
    whole: ['STOP', 'FINISH_REASON_UNSPECIFIED'],
    cut: ['MAX_TOKENS', 'OTHER', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL'],
    blocked: ['SAFETY', 'PROHIBITED_CONTENT'],
  },
};

const isBlocked = (message: string): unknown =>
  expect.objectContaining({ failure: 'blocked', message });

describe.each(CHAT_PROVIDERS)('$id', ({ id, chat }) => {
  const { ended, whole, cut, blocked } = ANSWERS[id]!;

  it('reads what a model wrote, and why it stopped', () => {
    for (const reason of [undefined, ...whole])
      expect(chat.read(ended(reason))).toMatchObject({ text: 'Done.', isCut: false });
    for (const reason of cut) expect(chat.read(ended(reason))).toMatchObject({ isCut: true });
    for (const reason of blocked) expect(() => chat.read(ended(reason))).toThrow(isBlocked(reason));
  });

  it('finds nothing in an answer of another shape', () => {
    for (const nothing of [null, {}, [], 'text', { error: { message: 'no' } }])
      expect(() => chat.read(nothing)).toThrow(CallError);
  });
});

it('writes requests as each provider wants them', async () => {
  const written = CHAT_PROVIDERS.map(({ id, baseUrl, chat }) => {
    const bodyOf = (part: Partial<AskedOfModel>) => chat.body({ ...ASKED, ...part });
    return {
      id,
      headers: [chat.headers('{secret}'), chat.headers('')],
      path: chat.path('m'),
      'for a score, at its own address': bodyOf({ baseUrl }),
      'for a choice, elsewhere': bodyOf({ form: CHOICE_FORM, temperature: 0.5 }),
      'without an instruction': bodyOf({ system: ' ' }),
    };
  });
  const file = resolve('tests/fixtures/judging/requests.json');
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(file);
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
