import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { ChunkBuilder } from './chunk-builder.ts';
import { mergeScores, planRescore } from './plan-rescore.ts';
import type { ScoredColumns } from './scored-columns.ts';

const RECORDS = [
  recordOf(calls('ab'), calls('ab')),
  recordOf(calls('aab'), calls('ab')),
  recordOf([], calls('ab')),
  recordOf([], []),
  { ...recordOf(calls('ba'), calls('ab')), latency_in_seconds: 2, failure: 1 },
  { predicted_trajectory: '[broken' },
  {},
];

const settings: fc.Arbitrary<MetricSettings> = fc.record({
  metrics: fc.subarray(METRICS.map(({ id }) => id)),
  tools: fc.subarray(['a', 'b', 'z']),
  duplicates: fc.constantFrom('membership', 'multiset'),
  emptyTrajectories: fc.constantFrom('skip', 'score'),
});

/** Scores only some columns, in two parts. */
function scoreOnly(after: MetricSettings, only: readonly string[]): ScoredColumns[] {
  const names = ['predicted_trajectory', 'reference_trajectory', 'latency_in_seconds', 'failure'];
  return [RECORDS.slice(0, 3), RECORDS.slice(3)].map((records) => {
    const builder = new ChunkBuilder(after, assignRoles(names), only);
    for (const record of records) builder.add(record, { offset: 0, length: 0, line: 1 });
    return builder.finish();
  });
}

it('a rescore gives what scoring everything anew gives', () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const known = scoreRecords(RECORDS, before);
      const plan = planRescore(known, before, after)!;
      const merged = mergeScores(known, plan, scoreOnly(after, plan.wanted));
      expect(merged).toEqual(scoreRecords(RECORDS, after));
    }),
  );
});

it('a rescore counts rows of which some calls are names, which earlier versions did not', () => {
  const rows = [recordOf(calls('ab'), calls('ab')), { ...recordOf('a', 'a'), id: '1' }];
  const some = { ...rows[0]!, predicted_trajectory: ['a', { tool_name: 'b', tool_input: {} }] };
  const after: MetricSettings = { ...DEFAULT_SETTINGS, duplicates: 'multiset' };
  const scored = scoreRecords([...rows, some]);
  const { names_only: count, ...counts } = scored.issues.counts;
  expect(count).toBe(1);
  const first = scored.issues.first.filter(({ code }) => code !== 'names_only');
  const known = { ...scored, issues: { counts, first } };
  const plan = planRescore(known, DEFAULT_SETTINGS, after)!;
  const { issues } = mergeScores(known, plan, [scoreRecords([...rows, some], after)]);
  expect(issues).toEqual(scored.issues);
});

it('a rescore computes only what the change can touch', () => {
  const wanted = (change: Partial<MetricSettings>): readonly string[] =>
    planRescore(scoreRecords(RECORDS), DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, ...change })!
      .wanted;
  expect(wanted({})).toEqual([]);
  expect(wanted({ metrics: ['trajectory_recall'] })).toEqual([]);
  expect(wanted({ duplicates: 'multiset' })).toEqual(['trajectory_precision', 'trajectory_recall']);
  expect(wanted({ tools: ['a'] })).toEqual(['trajectory_single_tool_use(a)']);
});

it('a rescore is no plan where causes change too', () => {
  const matching = { ...EXACT_RULES, optionalCalls: true };
  const after = { ...DEFAULT_SETTINGS, matching };
  expect(planRescore(scoreRecords(RECORDS), DEFAULT_SETTINGS, after)).toBeUndefined();
});

it('a rescore refuses scores of other rows', () => {
  const known = scoreRecords(RECORDS);
  const after: MetricSettings = { ...DEFAULT_SETTINGS, duplicates: 'multiset' };
  const plan = planRescore(known, DEFAULT_SETTINGS, after)!;
  expect(() => mergeScores(known, plan, [scoreRecords(RECORDS.slice(1), after)])).toThrow(
    RangeError,
  );
});
