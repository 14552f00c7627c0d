import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
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
} from '../../../../tests/support/build.ts';
import { filledTrajectory, trajectory } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { isErrorOutcome, OUTCOMES } from '#core/calls/outcome.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { DEFAULT_SETTINGS, METRICS, findMetric, listColumns } from './registry.ts';

const PAIR_METRICS = [EXACT, IN_ORDER, ANY_ORDER, PRECISION, RECALL];
const RULES = ['membership', 'multiset'] as const;

const score = (
  id: string,
  p: Trajectory,
  r: Trajectory,
  duplicates: (typeof RULES)[number] = 'membership',
): number => scoreOf(id, p, r, { duplicates }) as number;

const pairs = [filledTrajectory, filledTrajectory] as const;
const rules = fc.constantFrom(...RULES);
/** Two lists and one of them in another order. */
const shuffled = filledTrajectory.chain((list) =>
  fc.tuple(
    fc.constant(list),
    fc.shuffledSubarray([...list], { minLength: list.length }),
    filledTrajectory,
  ),
);

describe('the five trajectory metrics', () => {
  it('give 1 to a trajectory and itself', () => {
    fc.assert(
      fc.property(filledTrajectory, rules, (list, rule) => {
        expect(PAIR_METRICS.map((id) => score(id, list, [...list], rule))).toEqual([1, 1, 1, 1, 1]);
      }),
    );
  });

  it('stay in [0,1], and matches are 0 or 1', () => {
    fc.assert(
      fc.property(...pairs, rules, (p, r, rule) => {
        for (const id of PAIR_METRICS) {
          const value = score(id, p, r, rule);
          expect(value >= 0 && value <= 1).toBe(true);
          if (findMetric(id)?.scale === 'binary') expect([0, 1]).toContain(value);
        }
      }),
    );
  });

  it('rise from exact to in-order to any-order', () => {
    fc.assert(
      fc.property(...pairs, (p, r) => {
        expect(score(EXACT, p, r)).toBeLessThanOrEqual(score(IN_ORDER, p, r));
        expect(score(IN_ORDER, p, r)).toBeLessThanOrEqual(score(ANY_ORDER, p, r));
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('do not see order in any-order match, precision and recall', () => {
    fc.assert(
      fc.property(shuffled, rules, ([list, other, r], rule) => {
        for (const id of [ANY_ORDER, PRECISION, RECALL]) {
          expect(score(id, other, r, rule)).toBe(score(id, list, r, rule));
          expect(score(id, r, other, rule)).toBe(score(id, r, list, rule));
        }
      }),
    );
  });

  it('hold that precision is recall the other way round', () => {
    fc.assert(
      fc.property(...pairs, rules, (p, r, rule) => {
        expect(score(PRECISION, p, r, rule)).toBe(score(RECALL, r, p, rule));
      }),
    );
  });

  it('never reward an unrelated extra call in precision nor punish it in recall', () => {
    fc.assert(
      fc.property(...pairs, rules, fc.nat(), (p, r, rule, place) => {
        const more = [...p];
        more.splice(place % (p.length + 1), 0, call('unrelated'));
        expect(score(PRECISION, more, r, rule)).toBeLessThanOrEqual(score(PRECISION, p, r, rule));
        expect(score(RECALL, more, r, rule)).toBe(score(RECALL, p, r, rule));
        expect(score(ANY_ORDER, more, r)).toBe(score(ANY_ORDER, p, r));
        expect(score(IN_ORDER, more, r)).toBe(score(IN_ORDER, p, r));
        expect(score(EXACT, more, r)).toBe(0);
      }),
    );
  });

  it('never give more to multisets than to membership', () => {
    fc.assert(
      fc.property(...pairs, (p, r) => {
        for (const id of [PRECISION, RECALL]) {
          expect(score(id, p, r, 'multiset')).toBeLessThanOrEqual(score(id, p, r, 'membership'));
        }
      }),
    );
  });

  it('hold that any-order match is full recall of multisets', () => {
    fc.assert(
      fc.property(...pairs, (p, r) => {
        expect(score(ANY_ORDER, p, r) === 1).toBe(score(RECALL, p, r, 'multiset') === 1);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('hold that exact match is in-order match of lists of one length', () => {
    fc.assert(
      fc.property(...pairs, (p, r) => {
        const isExact = p.length === r.length && score(IN_ORDER, p, r) === 1;
        expect(score(EXACT, p, r) === 1).toBe(isExact);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('score an empty side within the same laws, or leave it out as the service does', () => {
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

  it('have names, heads and letters that fit and do not repeat', () => {
    const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;
    expect(unique(METRICS.map(({ id }) => id))).toBe(true);
    expect(unique(METRICS.map(({ short }) => short))).toBe(true);
    expect(unique(METRICS.flatMap(({ letter = '' }) => letter || []))).toBe(true);
    for (const metric of METRICS) {
      expect(metric.short.length).toBeLessThanOrEqual(9);
      expect(metric.letter ?? '').toMatch(/^[A-Z]?$/);
      expect([metric.title, metric.definition, metric.formula, metric.source].join('\n')).toMatch(
        /^.+\n.+\n.+\n.+$/,
      );
      expect(findMetric(metric.id)).toBe(metric);
    }
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
