import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { RECORD_KEYS } from './record-names.ts';
import { readStepError, readStepRecord } from './step-record.ts';

const DAY = Date.UTC(2026, 0, 2);

describe('times', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ duration_ms: 250 }, { durationMs: 250 }],
    [{ latencyMs: 250 }, { durationMs: 250 }],
    [{ elapsed_s: 1.5 }, { durationMs: 1500 }],
    [{ duration_seconds: '2' }, { durationMs: 2000 }],
    [{ durationNanos: 5_000_000 }, { durationMs: 5 }],
    [{ latency: '320ms' }, { durationMs: 320 }],
    [{ latency: '1.5s' }, { durationMs: 1500 }],
    [
      { start_ms: 0, duration_ms: 3 },
      { startMs: 0, durationMs: 3 },
    ],
    [
      { start_time: '2026-01-02T00:00:00.250Z', end_time: '2026-01-02T00:00:01Z' },
      { startMs: DAY + 250, durationMs: 750 },
    ],
    [{ start_time: '2026-01-02 00:00:00' }, { startMs: DAY }],
    [{ start_time: '2026-01-02T01:00:00+01:00' }, { startMs: DAY }],
    [{ created_at: DAY / 1000 }, { startMs: DAY }],
    [{ timestamp: DAY }, { startMs: DAY }],
    [
      { startTime: DAY * 1000, endTime: DAY * 1000 + 2000 },
      { startMs: DAY, durationMs: 2 },
    ],
  ])('are read from %j without a doubt', (source, record) => {
    const noted: string[] = [];
    expect(readStepRecord(source, (name) => noted.push(name))).toEqual(record);
    expect(noted).toEqual([]);
  });

  it.each<[JsonObject, JsonObject, string]>([
    [{ latency: 1.5 }, { durationMs: 1500 }, 'latency s'],
    [{ elapsed: 850 }, { durationMs: 850 }, 'elapsed ms'],
    [{ duration: 2_500_000 }, { durationMs: 2500 }, 'duration µs'],
    [{ duration: 250_000_000 }, { durationMs: 250 }, 'duration ns'],
    [{ start_time: 12.5 }, { startMs: 12_500 }, 'start_time s'],
  ])('of %j are read by their size, which is noted', (source, record, note) => {
    const noted: string[] = [];
    const reading = readStepRecord(source, (name, unit) => noted.push(`${name} ${unit}`));
    expect(reading).toEqual(record);
    expect(noted).toEqual([note]);
  });

  it.each<[JsonObject]>([
    [{ duration_ms: -1 }],
    [{ duration: 'long' }],
    [{ start_time: 'yesterday' }],
    [{ start_time: null, latency: '' }],
    [{ end_time: '2026-01-02T00:00:01Z' }],
  ])('are absent where %j does not tell', (source) => {
    expect(readStepRecord(source)).toEqual({});
  });

  it('are read of integers beyond what a number holds exactly', () => {
    const start_time_ns = BigInt(DAY) * 1_000_000n;
    const record = readStepRecord({ start_time_ns, end_time_ns: start_time_ns + 5_000_000n });
    expect(record).toEqual({ startMs: DAY, durationMs: 5 });
  });

  it('have no length where a step ends before it starts', () => {
    expect(readStepRecord({ start_ms: 5, end_ms: 3 })).toEqual({ startMs: 5 });
  });
});

describe('tokens', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'OpenAI chat',
      {
        usage: {
          ...{ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
          prompt_tokens_details: { cached_tokens: 8 },
        },
      },
      { input: 10, output: 4, cached: 8 },
    ],
    [
      'OpenAI responses',
      {
        usage: {
          ...{ input_tokens: 10, output_tokens: 4 },
          input_tokens_details: { cached_tokens: 0 },
        },
      },
      { input: 10, output: 4, cached: 0 },
    ],
    [
      'Anthropic, where the cache is counted apart',
      {
        usage: {
          ...{ input_tokens: 2, output_tokens: 4 },
          ...{ cache_read_input_tokens: 8, cache_creation_input_tokens: 1 },
        },
      },
      { input: 11, output: 4, cached: 8 },
    ],
    [
      'Anthropic behind a proxy that speaks like OpenAI, which counts it within',
      { usage: { prompt_tokens: 11, completion_tokens: 4, cache_read_input_tokens: 8 } },
      { input: 11, output: 4, cached: 8 },
    ],
    [
      'Gemini, where thoughts are counted apart',
      {
        usageMetadata: {
          ...{ promptTokenCount: 10, candidatesTokenCount: 3, thoughtsTokenCount: 1 },
          cachedContentTokenCount: 8,
        },
      },
      { input: 10, output: 4, cached: 8 },
    ],
    [
      'LangChain',
      {
        usage_metadata: {
          ...{ input_tokens: 10, output_tokens: 4 },
          input_token_details: { cache_read: 8 },
        },
        response_metadata: { token_usage: { prompt_tokens: 99 } },
      },
      { input: 10, output: 4, cached: 8 },
    ],
    [
      'LangChain, of earlier versions',
      { response_metadata: { token_usage: { prompt_tokens: 10, completion_tokens: 4 } } },
      { input: 10, output: 4 },
    ],
    [
      'Vercel AI',
      { usage: { inputTokens: 10, outputTokens: 4, cachedInputTokens: 8 } },
      { input: 10, output: 4, cached: 8 },
    ],
    [
      'Bedrock',
      { usage: { inputTokens: 2, outputTokens: 4, cacheReadInputTokens: 8 } },
      { input: 10, output: 4, cached: 8 },
    ],
    [
      'AutoGen',
      { models_usage: { prompt_tokens: 10, completion_tokens: 4 } },
      { input: 10, output: 4 },
    ],
  ])('of %s', (_, source, tokens) => {
    expect(readStepRecord(source).tokens).toEqual(tokens);
  });

  it('are absent, not zero, where they are not recorded', () => {
    expect(readStepRecord({ usage: { total_tokens: 14 } })).toEqual({});
    expect(readStepRecord({ usage: { input_tokens: null, output_tokens: 4 } }).tokens).toEqual({
      output: 4,
    });
  });
});

describe('cost', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ cost: 0.2 }, { amount: 0.2, currency: '' }],
    [
      { cost: 0.2, currency: 'EUR' },
      { amount: 0.2, currency: 'EUR' },
    ],
    [{ total_cost_usd: 0.2 }, { amount: 0.2, currency: 'USD' }],
    [{ usage: { cost: { total: 0.2, currency: 'GBP' } } }, { amount: 0.2, currency: 'GBP' }],
  ])('of %j keeps its currency', (source, cost) => {
    expect(readStepRecord(source).cost).toEqual(cost);
  });
});

describe('errors', () => {
  it.each<[JsonObject, string | true | undefined]>([
    [{ tool_error: 'closed' }, 'closed'],
    [{ error: { message: 'closed', code: 7 } }, 'closed'],
    [{ error: { code: 7 } }, true],
    [{ errorText: 'closed', state: 'output-error' }, 'closed'],
    [{ is_error: true }, true],
    [{ isError: true, error: 'closed' }, 'closed'],
    [{ status: 'error' }, true],
    [{ status: 'Failed' }, true],
    [{ success: false }, true],
    [{ error: null, is_error: false, status: 'success', success: true }, undefined],
    [{ error: '', status: 'completed' }, undefined],
    [{ error: false }, undefined],
    [{ error: {} }, undefined],
  ])('of %j', (source, error) => {
    expect(readStepError(source)).toEqual(error);
  });
});

it.each<[string, JsonObject]>([
  ['a time beyond the range of numbers', { createdAt_seconds: 1.7e306 }],
  ['a duration beyond it', { started_at_ms: 0, ended_at_ms: 1.7e306 }],
  ['tokens beyond it', { usage: { input_tokens: 1.7e308, cache_read_input_tokens: 1.7e308 } }],
  ['a date that stands for none', { createdAt: '0001-01-01T00:00:00Z' }],
])('%s is not kept', (_, source) => {
  const { startMs = 0, durationMs, tokens } = readStepRecord(source);
  expect([startMs, durationMs, tokens?.input]).toEqual([0, undefined, undefined]);
});

it('whatever stands under a usual name, reading does not throw and no number is below 0', () => {
  const source = fc.dictionary(fc.constantFrom(...RECORD_KEYS), fc.jsonValue(), { maxKeys: 8 });
  fc.assert(
    fc.property(source, (made) => {
      const record = readStepRecord(made as JsonObject);
      const { startMs = 0, durationMs = 0, tokens = {}, cost } = record;
      const numbers = [startMs, durationMs, cost?.amount ?? 0, ...Object.values(tokens)];
      expect(numbers.every((number) => Number.isFinite(number) && number >= 0)).toBe(true);
      readStepError(made as JsonObject);
    }),
  );
});
