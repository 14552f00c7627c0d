import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANY_ORDER,
  call,
  EXACT,
  IN_ORDER,
  PRECISION,
  RECALL,
  recordOf,
  rowOf,
  scoreOf,
  step,
} from '../../../../tests/support/build.ts';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { isErrorOutcome, OUTCOMES } from '#core/calls/outcome.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { EXACT_RULES, type MatchingRules } from '#core/match/rules.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { DEFAULT_SETTINGS, METRICS, findMetric, listColumns } from './registry.ts';

const PAIR_METRICS = [EXACT, IN_ORDER, ANY_ORDER, PRECISION, RECALL];

describe('the five trajectory metrics', () => {
  it('rise from exact to any-order match where a side is empty, or leave it out as the service does', () => {
    fc.assert(
      fc.property(trajectory, fc.boolean(), (list, isPrediction) => {
        const [p, r] = isPrediction ? [[], list] : [list, []];
        const skipped = PAIR_METRICS.map((id) => scoreOf(id, p, r, { emptyTrajectories: 'skip' }));
        expect(skipped.every((value) => typeof value === 'string')).toBe(true);
        const scores = PAIR_METRICS.map((id) => scoreOf(id, p, r));
        const none = isPrediction && list.length > 0;
        if (none) expect(scores.every((value) => value === 0)).toBe(true);
        const scored = scores.slice(0, 3) as number[];
        expect(scored).toEqual([...scored].sort((a, b) => a - b));
      }),
    );
  });
});

describe('the metrics', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    metrics: METRICS.map(({ id }) => id),
    tools: ['a', 'b'],
  };

  it('have names and heads that fit and do not repeat', () => {
    const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;
    expect(unique(METRICS.map(({ id }) => id))).toBe(true);
    expect(unique(METRICS.map(({ short }) => short))).toBe(true);
    for (const metric of METRICS) {
      expect(metric.short.length).toBeLessThanOrEqual(11);
      expect([metric.title, metric.definition].join('\n')).toMatch(/^.+\n.+$/);
      expect(findMetric(metric.id)).toBe(metric);
    }
  });

  it('have heads of whole characters where a name is too long for one', () => {
    expect(findMetric('recorded:abcdefg😀😀')?.short).toBe('abcdefg…');
  });

  it('score an empty record as not recorded, never as an error', () => {
    const row = rowOf({});
    for (const column of listColumns(settings)) {
      const outcome = findMetric(column.metricId)!.score!(row, settings, column);
      expect(outcome).toMatch(/_missing$/);
      expect(isErrorOutcome(OUTCOMES.indexOf(outcome as 'scored'))).toBe(false);
    }
  });

  it('do not look at what they do not need', () => {
    const full: JsonObject = {
      ...recordOf([call('a')], [call('b')]),
      latency_in_seconds: 1,
      failure: 0,
      response: '{"tool_calls": [{"name": "a", "arguments": {"x": 1}}]}',
      reference: '{"tool_calls": [{"name": "a", "arguments": {"x": 1}}]}',
    };
    for (const column of listColumns(settings)) {
      const metric = findMetric(column.metricId) as ComputedMetric;
      // what calls record is in no column of its own: their laws are beside them
      if (metric.group === 'process') continue;
      const needed = Object.fromEntries(metric.needs.map((name) => [name, full[name]!]));
      const alone = metric.score(rowOf(needed), settings, column);
      expect(alone).toBe(metric.score(rowOf(full), settings, column));
      expect(alone).toBeTypeOf('number');
    }
  });
});

it('every metric takes calls that match by a rule for equal', () => {
  const places = fc.array(fc.nat(3), { minLength: 1, maxLength: 5 });
  const cellFor = (inputs: readonly JsonValue[]) => inputs.map((x) => step('t', { x }));
  const matching = { ...EXACT_RULES, rule: { mode: 'exact', absoluteTolerance: 0.2 } as const };
  fc.assert(
    fc.property(places, places, (made, expected) => {
      const scoresOf = (inputs: readonly JsonValue[], rules: MatchingRules) => {
        const record = { p: cellFor(inputs), r: cellFor(expected) };
        const roles = { predicted_trajectory: 'p', reference_trajectory: 'r' };
        const { row } = readRow(record, roles, 1, createMatcher(rules));
        return METRICS.filter(({ options }) => options?.includes('matching')).map(
          ({ id, score }) => [id, score?.(row, DEFAULT_SETTINGS, { id, metricId: id })],
        );
      };
      expect(
        scoresOf(
          made.map((x) => x + 0.1),
          matching,
        ),
      ).toEqual(scoresOf(made, EXACT_RULES));
    }),
  );
});

describe('listColumns', () => {
  it('has one column for each metric, in display order, and one for each tool', () => {
    const ids = listColumns({ ...DEFAULT_SETTINGS, tools: ['b', 'a', 'b'] }).map(({ id }) => id);
    expect(ids).toEqual([
      ...PAIR_METRICS,
      'trajectory_single_tool_use(b)',
      'trajectory_single_tool_use(a)',
      'latency_in_seconds',
      'failure',
    ]);
  });

  it('passes over unknown and repeated metrics', () => {
    const metrics = ['failure', 'nonsense', 'trajectory_recall', 'failure', '__proto__'];
    const ids = listColumns({ ...DEFAULT_SETTINGS, metrics }).map(({ id }) => id);
    expect(ids).toEqual(['trajectory_recall', 'failure']);
  });
});
