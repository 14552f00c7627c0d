import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';
import { METRICS } from '#core/score/metrics/registry.ts';
import {
  printGateConfig,
  readGateConfig,
  ROW_KINDS,
  type ConfigReading,
  type GateConfig,
} from './gate-config.ts';

const ONE =
  '{ "version": 1, "conditions": [\n  { "metric": "trajectory_exact_match", "min": 0.8 }\n] }';
const withCondition = (condition: string): string =>
  `{\n  "version": 1,\n  "conditions": [\n    { "calls": "mean", "max": 5 },\n    ${condition}\n  ]\n}`;
const problemsOf = (reading: ConfigReading): string[] =>
  reading.ok ? [] : reading.problems.map(({ path, line, reason }) => `${line} ${path} ${reason}`);

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const positive = fc.double({ min: 0, max: 1e6, noNaN: true });
const statistic = fc.constantFrom('mean', 'p50', 'p95', 'p99.9') as fc.Arbitrary<'mean'>;
const group = fc.option(
  fc.oneof(
    fc.record({ column: fc.string({ minLength: 1 }) }),
    fc.record({ column: fc.string({ minLength: 1 }), value: fc.string() }),
  ),
  { nil: undefined },
);
const metric = fc.constantFrom(
  ...METRICS.filter(({ scale }) => scale === 'share').map(({ id }) => id),
);
const condition = fc
  .tuple(
    fc.oneof(
      fc.record({ metric, min: share }),
      fc.record({ metric, noWorseBy: share }),
      fc.record({ metric, 'pass^k': fc.integer({ min: 1, max: 100 }), min: share }),
      fc.record({ cause: fc.constantFrom(...DIFFERENCE_KINDS), max: share }),
      fc.record({ cause: fc.constantFrom(...DIFFERENCE_KINDS), tool: fc.string(), max: share }),
      fc.record({ rows: fc.constantFrom(...ROW_KINDS), max: share }),
      fc.record({ calls: statistic, max: positive }),
      fc.record({ latency: statistic, max: positive }),
    ),
    group,
  )
  .map(([about, by]) => (by ? { ...about, group: by } : about));

describe('a config', () => {
  it('is read as it was written', () => {
    const config = fc.record({
      version: fc.constant(1 as const),
      confidence: fc.double({ min: 0.5, max: 0.999, noNaN: true }),
      adjust: fc.constantFrom('holm' as const, 'none' as const),
      fewestRows: fc.integer({ min: 2, max: 1000 }),
      conditions: fc.array(condition, { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(config, (written) => {
        const reading = readGateConfig(printGateConfig(written as GateConfig));
        expect(problemsOf(reading)).toEqual([]);
        expect(reading).toMatchObject({ ok: true, config: written });
      }),
    );
  });

  it('needs only its version and its conditions', () => {
    expect(readGateConfig(ONE)).toEqual({
      ok: true,
      config: {
        ...{ version: 1, confidence: 0.95, adjust: 'holm', fewestRows: 6 },
        conditions: [{ metric: 'trajectory_exact_match', min: 0.8 }],
      },
    });
  });

  it('never throws, and of what it refuses it names a line that is there', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .tuple(fc.nat(ONE.length), fc.string({ maxLength: 3 }))
        .map(([at, more]) => ONE.slice(0, at) + more + ONE.slice(at + 1)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const reading = readGateConfig(text);
        if (reading.ok) {
          expect(reading.config.conditions.length).toBeGreaterThan(0);
          return;
        }
        expect(reading.problems.length).toBeGreaterThan(0);
        for (const { line, reason } of reading.problems) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(text.split('\n').length);
          expect(reason).not.toBe('');
        }
      }),
      { numRuns: lawRuns(400) },
    );
  });
});

describe('what is wrong is named with its place', () => {
  it.each([
    ['', '1  is empty; `gate --init` writes a config from a run'],
    ['{\n "version": 1,\n}', '3  is not JSON: Comma before a closing bracket'],
    ['[]', '1  must be an object with "version" and "conditions"'],
    ['{}', '1 version is missing; write "version": 1'],
    [ONE.replace('1', '2'), '1 version must be 1'],
    [
      ONE.replace('"version": 1', '"version": 1, "confidence": 95'),
      '1 confidence must be a number from 0.5 to 0.999, such as 0.95',
    ],
    [
      ONE.replace('"version": 1', '"version": 1,\n"adjust": "bonferroni"'),
      '2 adjust must be "holm" or "none"',
    ],
    [
      ONE.replace('"version": 1', '"version": 1, "fewestRows": 0.5'),
      '1 fewestRows must be a whole number from 2',
    ],
    [ONE.replace('"version"', '"version": 1, "version"'), '1  has a key twice'],
    ['{ "version": 1 }', '1 conditions is missing'],
    ['{ "version": 1, "conditions": {} }', '1 conditions must be a list'],
    [
      '{ "version": 1, "conditions": [] }',
      '1 conditions is empty; a gate without a condition would let all pass',
    ],
  ])('%j', (text, problem) => {
    expect(problemsOf(readGateConfig(text))).toContain(problem);
  });

  it.each([
    ['7', ' must be an object such as { "metric": "trajectory_exact_match", "min": 0.8 }'],
    ['{ "max": 3 }', ' must be about one of metric, cause, rows, calls, latency'],
    [
      '{ "metric": "a", "cause": "extra", "max": 1 }',
      ' must be about one of metric, cause, rows, calls, latency, not metric and cause together',
    ],
    ['{ "metric": "a" }', ' must have one of min, max, noWorseBy'],
    [
      '{ "metric": "a", "min": 0, "max": 1 }',
      ' must have one of min, max, noWorseBy, not min and max together',
    ],
    [
      '{ "metric": "a", "atLeast": 1, "min": 1 }',
      '.atLeast is not known here; known are metric, cause, rows, calls, latency, pass^k, tool, group, min, max, noWorseBy',
    ],
    [
      '{ "metric": "", "min": 1 }',
      '.metric must be the id of a metric, such as "trajectory_exact_match"',
    ],
    ['{ "metric": "a", "min": "0.8" }', '.min must be a number'],
    ['{ "metric": "a", "min": 1e999 }', '.min must be a number'],
    ['{ "metric": "trajectory_recall", "min": 80 }', '.min must be from 0 to 1'],
    [
      '{ "metric": "trajectory_exact_match", "min": 1 }',
      '.min of 1 is shown by no number of rows; leave some room, such as 0.99',
    ],
    [
      '{ "rows": "failed", "max": 0 }',
      '.max of 0 is shown by no number of rows; leave some room, such as 0.01',
    ],
    [
      '{ "metric": "a", "noWorseBy": -0.1 }',
      '.noWorseBy must be 0 or more: how much worse the run may be',
    ],
    [
      '{ "metric": "trajectory_recall", "noWorseBy": 1 }',
      '.noWorseBy must be below 1, or it could never fail',
    ],
    [
      '{ "metric": "a", "pass^k": 4, "noWorseBy": 0 }',
      '.noWorseBy goes with means; pass^k takes "min"',
    ],
    ['{ "metric": "a", "pass^k": 0, "min": 0.5 }', '.pass^k must be a whole number from 1 to 100'],
    ['{ "calls": "mean", "pass^k": 2, "max": 5 }', '.pass^k goes with "metric"'],
    [
      '{ "cause": "typo", "max": 0.1 }',
      '.cause must be one of number-as-string, string-as-number, other-arguments, missing, extra, moved',
    ],
    ['{ "metric": "a", "tool": "t", "min": 0.1 }', '.tool goes with "cause"'],
    ['{ "cause": "extra", "tool": 1, "max": 0.1 }', '.tool must be the name of a tool'],
    ['{ "rows": "lost", "max": 0.1 }', '.rows must be one of failed, unscored'],
    ['{ "latency": "p100", "max": 5 }', '.latency must be "mean" or a percentile such as "p95"'],
    [
      '{ "latency": "p95", "noWorseBy": 5 }',
      '.noWorseBy goes with means; write "latency": "mean", or "max" for a percentile',
    ],
    ['{ "latency": "p95", "max": -5 }', '.max must be 0 or more'],
    [
      '{ "metric": "a", "min": 0.1, "group": "topic" }',
      '.group must be an object such as { "column": "topic" }',
    ],
    [
      '{ "metric": "a", "min": 0.1, "group": {} }',
      '.group.column must be the name of a column of the dataset',
    ],
    [
      '{ "metric": "a", "min": 0.1, "group": { "column": "c", "value": 1 } }',
      '.group.value must be text; leave it out to judge each value by itself',
    ],
    [
      '{ "metric": "a", "min": 0.1, "group": { "column": "c", "values": 1 } }',
      '.group.values is not known here; known are column, value',
    ],
  ])('%s', (text, problem) => {
    expect(problemsOf(readGateConfig(withCondition(text)))).toContain(`5 conditions[1]${problem}`);
  });

  it('lists all that is wrong at once, and no more than a hundred conditions are judged', () => {
    expect(
      problemsOf(readGateConfig(withCondition('{ "metric": 1, "min": "a", "x": 0 }'))),
    ).toHaveLength(3);
    const many = new Array<string>(101).fill('{ "calls": "mean", "max": 5 }').join();
    expect(problemsOf(readGateConfig(`{ "version": 1, "conditions": [${many}] }`))).toEqual([
      '1 conditions has 101 entries; at most 100 are judged together',
    ]);
  });
});
