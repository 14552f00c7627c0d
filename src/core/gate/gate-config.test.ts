import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';
import { METRICS } from '#core/score/metrics/registry.ts';
import {
  printGateConfig,
  ROW_KINDS,
  type GateConfig,
  readGateConfig,
  type ConfigReading,
} from './gate-config.ts';

const CASES = tablesOf<{
  configProblems: [string, string][];
  conditionProblems: [JsonValue, string][];
}>('gate');
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
const shares = METRICS.filter(({ scale }) => scale === 'share');
const metric = fc.constantFrom(...shares.map(({ id }) => id));
const betterAt = (end: string) =>
  fc.constantFrom(...shares.filter(({ better }) => better === end).map(({ id }) => id));
const condition = fc
  .tuple(
    fc.oneof(
      fc.record({ metric: betterAt('higher'), min: share }),
      fc.record({ metric: betterAt('lower'), max: share }),
      fc.record({ metric, noWorseBy: share }),
      fc.record({
        metric: betterAt('higher'),
        'pass^k': fc.integer({ min: 1, max: 100 }),
        min: share,
      }),
      fc.record({ cause: fc.constantFrom(...DIFFERENCE_KINDS), max: share }),
      fc.record({ cause: fc.constantFrom(...DIFFERENCE_KINDS), tool: fc.string(), max: share }),
      fc.record({ rows: fc.constantFrom(...ROW_KINDS), max: share }),
      fc.record({ calls: statistic, max: positive }),
      fc.record({ latency: statistic, max: positive }),
      fc.record({ latency: fc.constant('mean' as const), noWorseBy: positive }),
    ),
    group,
  )
  .map(([about, by]) => (by ? { ...about, group: by } : about));

describe('a config', () => {
  it('is read as it was written', () => {
    const config = fc.record({
      version: fc.constant(1 as const),
      rules: fc.constantFrom('standard' as const, 'vertex' as const),
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

  it('needs only its version and its conditions; without rules it is for those it was written under', () => {
    expect(readGateConfig(ONE)).toEqual({
      ok: true,
      config: {
        ...{ version: 1, rules: 'vertex', confidence: 0.95, adjust: 'holm', fewestRows: 6 },
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
  it.each(CASES.configProblems)('%j', (text, problem) => {
    expect(problemsOf(readGateConfig(text))).toContain(problem);
  });

  it.each(CASES.conditionProblems)('%j', (given, problem) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
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
