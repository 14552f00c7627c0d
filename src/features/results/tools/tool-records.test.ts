import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { step } from '../../../../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import { ToolRecordGatherer, type ToolRecord } from './tool-records.ts';

function recordsOf(rows: readonly (readonly JsonObject[] | undefined)[]) {
  const gatherer = new ToolRecordGatherer();
  for (const row of rows) {
    const side = row && readTrajectory([...row]);
    gatherer.add(side?.state === 'calls' ? side.calls : undefined);
  }
  return gatherer.finish();
}

const one = (rows: readonly (readonly JsonObject[])[]): ToolRecord =>
  recordsOf(rows).tools[0] as ToolRecord;

it('says nothing of what no call records: it is not 0', () => {
  expect(one([[step('a')]])).toEqual({
    ...{ tool: 'a', calls: 1, rows: 1, errors: null, time: null },
    ...{ inputTokens: null, outputTokens: null, cachedTokens: null, costs: [] },
  });
});

it('counts errors among the calls that record how they ended', () => {
  const { errors } = one([
    [
      step('a', {}, { tool_error: 'timeout' }),
      step('a', {}, { tool_output: 'ok' }),
      step('a', {}, { tool_error: true }),
      step('a'),
    ],
  ]);
  expect(errors).toEqual({ calls: 3, sum: 2 });
});

it('has sum, median and p95 of times, a recorded 0 among them', () => {
  const times = [0, 100, 200, 300, 400];
  const { time } = one([times.map((duration_ms) => step('a', {}, { duration_ms }))]);
  // type 7 of Hyndman & Fan: 300 + 0.8 × 100
  expect(time).toEqual({ calls: 5, sum: 1000, median: 200, p95: 380 });
});

it('adds tokens, and cost by currency', () => {
  const record = one([
    [step('a', {}, { input_tokens: 10, output_tokens: 0, cost: 0.5, currency: 'USD' })],
    [step('a', {}, { input_tokens: 5, cost: 2, currency: 'EUR' }), step('a', {}, { cost: 1 })],
  ]);
  expect(record).toMatchObject({
    ...{ calls: 3, rows: 2, inputTokens: { calls: 2, sum: 15 } },
    ...{ outputTokens: { calls: 1, sum: 0 }, cachedTokens: null },
  });
  expect(record.costs).toEqual([
    { currency: '', calls: 1, sum: 1 },
    { currency: 'EUR', calls: 1, sum: 2 },
    { currency: 'USD', calls: 1, sum: 0.5 },
  ]);
});

it('counts rows whose calls are not known among those looked at, and knows tools of any name', () => {
  const { tools, rowCount } = recordsOf([undefined, [step('__proto__'), step('constructor')]]);
  expect(rowCount).toBe(2);
  expect(tools.map(({ tool }) => tool)).toEqual(['__proto__', 'constructor']);
});

it('counts every call once, whatever is recorded of it', () => {
  const anyCall = fc
    .record(
      {
        tool_name: fc.constantFrom('a', 'b'),
        tool_input: fc.dictionary(fc.constantFrom('x', 'y'), fc.nat(3)),
        tool_error: fc.constantFrom('e', true),
        tool_output: fc.string(),
        duration_ms: fc.nat(1000),
        input_tokens: fc.nat(100),
      },
      { requiredKeys: ['tool_name', 'tool_input'] },
    )
    .map((made) => made as JsonObject);
  fc.assert(
    fc.property(fc.array(fc.array(anyCall, { maxLength: 5 }), { maxLength: 6 }), (rows) => {
      const { tools } = recordsOf(rows);
      expect(tools.reduce((sum, { calls }) => sum + calls, 0)).toBe(rows.flat().length);
      for (const record of tools) {
        const { calls, time, errors, inputTokens } = record;
        for (const part of [time, errors, inputTokens]) {
          expect(part?.calls ?? 1).toBeGreaterThan(0);
          expect(part?.calls ?? 0).toBeLessThanOrEqual(calls);
        }
        if (time) expect(time.median).toBeLessThanOrEqual(time.p95);
        if (errors) expect(errors.sum).toBeLessThanOrEqual(errors.calls);
      }
    }),
    { numRuns: lawRuns(50) },
  );
});
