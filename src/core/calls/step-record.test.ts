import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { RECORD_KEYS } from './record-names.ts';
import { readStepError, readStepRecord } from './step-record.ts';

const CASES = tablesOf<{
  times: [JsonObject, JsonObject][];
  guessedTimes: [JsonObject, JsonObject, string][];
  tokens: [string, JsonObject, JsonObject][];
  costs: [JsonObject, JsonObject][];
  errors: [JsonObject, string | true | undefined][];
}>('calls');

const DAY = Date.UTC(2026, 0, 2);

describe('times', () => {
  it.each(CASES.times)('are read from %j without a doubt', (source, record) => {
    const noted: string[] = [];
    expect(readStepRecord(source, (name) => noted.push(name))).toEqual(record);
    expect(noted).toEqual([]);
  });

  it.each(CASES.guessedTimes)(
    'of %j are read by their size, which is noted',
    (source, record, note) => {
      const noted: string[] = [];
      const reading = readStepRecord(source, (name, unit) => noted.push(`${name} ${unit}`));
      expect(reading).toEqual(record);
      expect(noted).toEqual([note]);
    },
  );

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
  it.each(CASES.tokens)('of %s', (_, source, tokens) => {
    expect(readStepRecord(source).tokens).toEqual(tokens);
  });

  it('are absent, not zero, where they are not recorded', () => {
    expect(readStepRecord({ usage: { total_tokens: 14 } })).toEqual({});
    expect(readStepRecord({ usage: { input_tokens: null, output_tokens: 4 } }).tokens).toEqual({
      output: 4,
    });
  });
});

it.each(CASES.costs)('cost of %j keeps its currency', (source, cost) => {
  expect(readStepRecord(source).cost).toEqual(cost);
});

it.each<[JsonObject, string | true | undefined]>([
  ...CASES.errors,
  [{ error: null, is_error: false, status: 'success', success: true }, undefined],
  [{ error: '', status: 'completed' }, undefined],
  [{ error: false }, undefined],
  [{ error: {} }, undefined],
])('errors of %j', (source, error) => {
  expect(readStepError(source)).toEqual(error);
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
