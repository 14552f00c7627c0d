import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, calls, trajectory } from '../../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../../tests/support/rows.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { labelsOf } from '#core/scoring/scored-columns.ts';
import { BY_PLACE, countFilters, viewRows, type Filter, type Sorting } from './view-rows.ts';

const RECORDS: JsonObject[] = [
  { ...recordOf(calls('ab'), calls('ab')), latency_in_seconds: 3, failure: 0 },
  { ...recordOf(calls('ba'), calls('ab')), latency_in_seconds: 1, failure: 0 },
  { ...recordOf([], calls('ab')), latency_in_seconds: 1, failure: 0 },
  { ...recordOf(calls('a'), calls('ab')), latency_in_seconds: 2, failure: 0 },
  { ...recordOf([], []), predicted_trajectory: null, latency_in_seconds: null, failure: 1 },
  { ...recordOf([call('x', { n: '1' })], [call('x', { n: 1 })]), latency_in_seconds: 2 },
  { predicted_trajectory: '[x', reference_trajectory: [], failure: 0 },
];
const RUN = scoreRecords(RECORDS, { tools: ['a'] });
const PLACE: Sorting = { by: BY_PLACE, descending: false };
const view = (filters: readonly Filter[], sorting = PLACE, matches?: Uint8Array): number[] => [
  ...viewRows(RUN, filters, sorting, matches),
];

describe('filters', () => {
  it('keep every row without one', () => {
    expect(view([])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.each<[Filter, number[]]>([
    [{ kind: 'score', columnId: 'trajectory_recall', min: 1, max: 1 }, [0, 1]],
    [{ kind: 'score', columnId: 'trajectory_recall', min: 0, max: 0.5 }, [3, 5]],
    [{ kind: 'score', columnId: 'no such', min: 0, max: 1 }, []],
    [{ kind: 'failing', columnId: 'trajectory_exact_match' }, [1, 3, 5]],
    [{ kind: 'failing', columnId: 'trajectory_any_order_match' }, [3, 5]],
    [{ kind: 'not-evaluated' }, [2, 4, 6]],
    [{ kind: 'agent-failed' }, [4]],
    [{ kind: 'tool', tool: 'b' }, [0, 1]],
    [{ kind: 'tool', tool: 'no such' }, []],
    [{ kind: 'text', text: 'any' }, [1, 2]],
  ])('%j keeps %j', (filter, rows) => {
    const matches = Uint8Array.of(0, 1, 1, 0, 0, 0, 0);
    expect(view([filter], PLACE, matches)).toEqual(rows);
  });

  it('keep the rows that carry a signature', () => {
    const [signature] = labelsOf(RUN.signatures, 5);
    expect(view([{ kind: 'signature', signature: signature! }])).toEqual([5]);
  });

  it('keep rows that meet all of them', () => {
    const failing: Filter = { kind: 'failing', columnId: 'trajectory_exact_match' };
    expect(view([failing, { kind: 'tool', tool: 'a' }])).toEqual([1, 3]);
    expect(view([failing, { kind: 'agent-failed' }])).toEqual([]);
  });

  it('keep nothing by text when nothing was searched', () => {
    expect(view([{ kind: 'text', text: 'x' }])).toEqual([]);
  });
});

describe('sorting', () => {
  it('puts rows without a score last, both ways, and keeps the order of equal ones', () => {
    const by = 'latency_in_seconds';
    expect(view([], { by, descending: false })).toEqual([1, 2, 3, 5, 0, 4, 6]);
    expect(view([], { by, descending: true })).toEqual([0, 3, 5, 1, 2, 4, 6]);
  });

  it('goes by place, both ways, and leaves rows alone for an unknown column', () => {
    expect(view([], { by: BY_PLACE, descending: true })).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(view([], { by: 'no such', descending: true })).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('is a stable sort of the kept rows, for any scores', () => {
    const records = fc.array(
      fc
        .record({ p: fc.option(trajectory), r: trajectory, latency: fc.constantFrom(1, 2, null) })
        .map(({ p, r, latency }) => {
          const record = recordOf(p ?? [], r);
          return {
            ...record,
            ...(p ? {} : { predicted_trajectory: null }),
            latency_in_seconds: latency,
          };
        }),
      { maxLength: 20 },
    );
    const column = fc.constantFrom(
      'trajectory_recall',
      'trajectory_exact_match',
      'latency_in_seconds',
    );
    fc.assert(
      fc.property(records, column, fc.boolean(), (list, by, descending) => {
        const run = scoreRecords(list);
        const values = run.scores.find(({ id }) => id === by)!.values;
        const sorted = [...viewRows(run, [], { by, descending })];
        expect([...sorted].sort((a, b) => a - b)).toEqual([...values.keys()]);
        for (const [index, row] of sorted.slice(1).entries()) {
          const before = sorted[index]!;
          const [x, y] = [values[before]!, values[row]!];
          if (Number.isNaN(x)) expect(y).toBeNaN();
          if (Object.is(x, y)) expect(before).toBeLessThan(row);
          else if (!Number.isNaN(y)) expect(descending ? x > y : x < y).toBe(true);
        }
      }),
    );
  });
});

describe('countFilters', () => {
  it('counts what each filter keeps', () => {
    const counts = countFilters(RUN);
    expect(counts.notEvaluated).toBe(view([{ kind: 'not-evaluated' }]).length);
    expect(counts.agentFailed).toBe(view([{ kind: 'agent-failed' }]).length);
    expect(counts.unreadable).toBe(1);
    for (const { id } of RUN.scores) {
      expect(counts.failing[id]).toBe(view([{ kind: 'failing', columnId: id }]).length);
    }
  });

  it('is all zeros for no rows', () => {
    const { notEvaluated, agentFailed, unreadable, failing } = countFilters(scoreRecords([]));
    expect(
      [notEvaluated, agentFailed, unreadable, ...Object.values(failing)].every(
        (count) => count === 0,
      ),
    ).toBe(true);
  });
});
