import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { rowOf } from '../../../../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { Score } from '#core/calls/outcome.ts';
import { isComputed, type ComputedMetric } from '#core/score/metric/metric.ts';
import { DEFAULT_SETTINGS, findMetric, METRICS } from '#core/score/metrics/registry.ts';
import { findLoops, LONGEST_CYCLE } from './call-counts.ts';
import { howManyRecord } from './process-metric.ts';

const NAMES = ['find', 'book', 'pay'];

/** A call of few, so that calls repeat, with a result, an error or neither. */
const call: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom('Graz', 'Linz'),
    fc.constantFrom<JsonObject>(
      {},
      { tool_output: { code: 'K-7781' } },
      { tool_output: { code: 'K-9012' } },
      { tool_error: 'timeout' },
    ),
    fc.constantFrom<JsonObject>({}, { input_tokens: 7, cost: 0.5 }, { duration_ms: 250 }),
  )
  .map(([tool_name, to, end, record]) => ({ tool_name, tool_input: { to }, ...end, ...record }));
const calls = fc.array(call, { maxLength: 14, size: 'max' });

function score(id: string, made: readonly JsonObject[], more: JsonObject = {}): Score {
  const metric = findMetric(id);
  if (!isComputed(metric)) throw new RangeError(id);
  const settings = { ...DEFAULT_SETTINGS, tools: ['find'] };
  const column = { id, metricId: id, tool: 'find' };
  return metric.score(rowOf({ predicted_trajectory: made, ...more }), settings, column);
}

const bareCall = (tool_name: string) => ({ tool_name, tool_input: {}, source: {} });
const PROCESS = METRICS.filter(({ group }) => group === 'process');
const ASKED = { prompt: 'To Graz', response: 'Code K-7781', reference_trajectory: [] };

it('scores are shares in [0,1] and amounts from 0', () => {
  fc.assert(
    fc.property(calls, (made) => {
      for (const { id, scale } of PROCESS) {
        const value = score(id, made, ASKED);
        if (typeof value !== 'number') continue;
        expect(value).toBeGreaterThanOrEqual(0);
        if (scale === 'share') expect(value).toBeLessThanOrEqual(1);
        if (scale === 'number') expect(Number.isInteger(value)).toBe(true);
      }
    }),
    { numRuns: lawRuns(60) },
  );
});

it('what is not recorded is not scored, and never 0', () => {
  const bare = calls.filter((made) => made.length > 0);
  fc.assert(
    fc.property(bare, (made) => {
      const plain = made.map(({ tool_name = '', tool_input = {} }) => ({ tool_name, tool_input }));
      expect(score('tool_error_count', plain)).toBe('results_missing');
      expect(score('tool_error_rate', plain)).toBe('results_missing');
      expect(score('recovered_errors', plain)).toBe('results_missing');
      expect(score('unused_results', plain, ASKED)).toBe('results_missing');
      expect(score('argument_provenance', plain)).toBe('sources_missing');
      expect(score('total_tokens', plain)).toBe('tokens_missing');
      expect(score('total_cost', plain)).toBe('cost_missing');
      expect(score('latency_from_steps', plain)).toBe('times_missing');
    }),
    { numRuns: lawRuns(40) },
  );
});

it('a call without a record changes no count of errors, tokens, cost or time', () => {
  const other = { tool_name: 'other', tool_input: { to: 'Wels' } };
  fc.assert(
    fc.property(calls, fc.nat(), (made, place) => {
      const at = place % (made.length + 1);
      const more = [...made.slice(0, at), other, ...made.slice(at)];
      for (const id of ['tool_error_count', 'tool_error_rate', 'total_tokens', 'total_cost'])
        if (typeof score(id, made) === 'number' && made.length > 0)
          expect(score(id, more)).toBe(score(id, made));
      expect(score('call_count', more)).toBe(made.length + 1);
    }),
    { numRuns: lawRuns(60) },
  );
});

it('says how many steps record a number, not which should', () => {
  const some = { sum: 7, recorded: 4, steps: 8 };
  expect(howManyRecord(some)).toBe('Recorded by 4 of 8 steps.');
  expect(howManyRecord({ ...some, steps: 4 }, 'call')).toBe('Of all 4 calls.');
});

it('each loop is a cycle that is made as often as it says, and none overlaps the next', () => {
  const rows = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 24, size: 'max' });
  fc.assert(
    fc.property(rows, (names) => {
      const made = names.map(bareCall);
      let end = 0;
      for (const { from, period, rounds } of findLoops(made)) {
        const parts = Array.from({ length: rounds }, (_, round) =>
          names.slice(from + round * period, from + (round + 1) * period).join(),
        );
        expect(new Set(parts).size).toBe(1);
        expect(new Set(names.slice(from, from + period)).size).toBeGreaterThan(1);
        expect(from).toBeGreaterThanOrEqual(end);
        expect(Math.min(period, rounds)).toBeGreaterThanOrEqual(2);
        end = from + period * rounds;
      }
    }),
    { numRuns: lawRuns(300) },
  );
});

it('finds a cycle of any length up to the longest, wherever it begins', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: LONGEST_CYCLE }),
      fc.nat({ max: 9 }),
      (period, before) => {
        const other = Array.from({ length: before }, (_, at) => `x${String(at)}`);
        const cycle = Array.from({ length: period }, (_, at) => `c${String(at)}`);
        const made = [...other, ...cycle, ...cycle];
        expect(findLoops(made.map(bareCall))).toEqual([{ from: before, period, rounds: 2 }]);
      },
    ),
    { numRuns: lawRuns(40) },
  );
});

it('a result whose value goes into the answer is used, one that nobody repeats is not', () => {
  const id = fc.stringMatching(/^[B-DF-HJ-NP-TV-Z]{4,9}$/);
  fc.assert(
    fc.property(id, id, (found, other) => {
      const made = [{ tool_name: 'find', tool_input: {}, tool_output: { found } }];
      expect(score('unused_results', made, { response: `It is ${found}.` })).toBe(0);
      const isSame = found.toLowerCase() === other.toLowerCase();
      expect(score('unused_results', made, { response: other })).toBe(isSame ? 0 : 1);
    }),
    { numRuns: lawRuns(60) },
  );
});

it('explains every score it gives, and blames a call of the run', () => {
  const settings = { ...DEFAULT_SETTINGS, tools: ['find'] };
  fc.assert(
    fc.property(calls, (made) => {
      const row = rowOf({ predicted_trajectory: made, ...ASKED });
      for (const { id } of PROCESS) {
        const metric = findMetric(id) as ComputedMetric;
        const column = { id, metricId: id, tool: 'find' };
        const value = metric.score(row, settings, column);
        if (typeof value !== 'number' || !metric.explain) continue;
        const prediction = row.prediction.state === 'calls' ? row.prediction.calls : [];
        const aligned = { row, prediction, reference: [], slots: [], best: undefined } as never;
        const words = metric.explain({ value, column, settings, aligned });
        expect(words.map(({ text }) => text).join('')).toMatch(/^[A-Z0-9].*\.$/);
        const blamed = metric.blames?.({ value, column, settings, aligned });
        if (blamed !== undefined) expect(prediction[blamed]).toBeDefined();
      }
    }),
    { numRuns: lawRuns(40) },
  );
});
