import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mergeCode,
  NOTHING_READ,
  withMark,
  type ErrorAnalysis,
  type RowMark,
} from '#core/score/error-codes/error-analysis.ts';
import { NO_ROWS, type ScoreValues } from '#core/score/columns/scored-columns.ts';
import { codeShares, marksOfCode, saturationOf, sharedByMarks } from './code-shares.ts';
import { compareReaders, metricAgainstCode } from './compare-readers.ts';
import { nextToRead, rowsToRead } from './reading-order.ts';

const mark = (row: number, code: string, more: Partial<RowMark> = {}): RowMark => ({
  ...{ row, id: '', step: 0, steps: 2, tool: 'book', code, note: '' },
  ...more,
});
const readOf = (marks: readonly RowMark[]): ErrorAnalysis => marks.reduce(withMark, NOTHING_READ);
const right = (row: number): RowMark => mark(row, '', { step: null });

const analysis = fc
  .array(fc.tuple(fc.nat(40), fc.constantFrom('a', 'b', 'c', ''), fc.boolean()), { maxLength: 30 })
  .map((list) =>
    readOf(list.map(([row, code, isWhole]) => mark(row, code, { step: isWhole ? null : 1 }))),
  );

describe('shares', () => {
  it('of codes, of nothing wrong and of what has no code yet sum to the rows read', () => {
    fc.assert(
      fc.property(analysis, (known) => {
        const { read, groups, right, uncoded } = codeShares(known);
        const parts = [...groups, right, uncoded];
        expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(read);
        if (read > 0) expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
        for (const { share, interval } of read > 0 ? parts : []) {
          expect(interval!.low).toBeLessThanOrEqual(share + 1e-9);
          expect(interval!.high).toBeGreaterThanOrEqual(share - 1e-9);
        }
      }),
    );
  });

  it('count what was merged as one, and say which codes it was', () => {
    const known = mergeCode(
      readOf([mark(0, 'date'), mark(1, 'fare'), mark(2, 'fare'), right(3), mark(4, '')]),
      'date',
      'fare',
    );
    const { groups, right: fine, uncoded } = codeShares(known);
    expect(groups).toMatchObject([
      { code: { name: 'fare' }, rows: 3, share: 0.6, parts: [{ name: 'date', rows: 1 }] },
    ]);
    expect([fine.rows, uncoded.rows]).toEqual([1, 1]);
    expect(marksOfCode(known, 'fare').map(({ row }) => row)).toEqual([0, 1, 2]);
    expect(sharedByMarks(known, 'fare')).toEqual({ tool: 'book', rows: 3, of: 3 });
    expect(sharedByMarks(known, 'other')).toEqual({ tool: '', rows: 0, of: 0 });
  });
});

describe('saturation', () => {
  it('never falls, and ends with as many codes as occur', () => {
    fc.assert(
      fc.property(analysis, (known) => {
        const { known: curve, firsts, since } = saturationOf(known);
        for (const [at, count] of curve.entries()) {
          expect(count - (curve[at - 1] ?? 0)).toBeGreaterThanOrEqual(0);
          expect(count - (curve[at - 1] ?? 0)).toBeLessThanOrEqual(1);
        }
        const used = codeShares(known).groups.filter(({ rows }) => rows > 0).length;
        expect(curve.at(-1) ?? 0).toBe(used);
        expect(firsts).toHaveLength(used);
        expect(since).toBe(known.marks.length - 1 - (firsts.at(-1)?.at ?? -1));
      }),
    );
  });
});

describe('two readers', () => {
  it('agree in full where one is the other', () => {
    fc.assert(
      fc.property(analysis, (known) => {
        const own = known.marks
          .filter(({ code, step }) => code !== '' || step === null)
          .map(({ row, code }) => ({ row, code }));
        const compared = compareReaders(known, own);
        expect(compared === undefined).toBe(own.length === 0);
        if (!compared) return;
        expect(compared.agreement.agreement).toBe(1);
        expect([1, null]).toContain(compared.agreement.kappa);
        expect([compared.differing, compared.mixedUp]).toEqual([[], undefined]);
      }),
    );
  });

  it('are compared in rows that both have read, by merged codes, with what they mix up', () => {
    const known = mergeCode(
      readOf([mark(0, 'date'), mark(1, 'fare'), mark(2, 'tool'), right(3), mark(9, 'fare')]),
      'date',
      'fare',
    );
    const others = [
      { row: 0, code: 'tool' },
      { row: 1, code: 'date' },
      { row: 2, code: 'fare' },
      { row: 3, code: '' },
      { row: 8, code: 'fare' },
    ];
    const compared = compareReaders(known, others);
    expect(compared?.codes).toEqual(['fare', 'tool', '']);
    expect(compared?.matrix).toEqual([
      [1, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ]);
    expect(compared?.differing).toEqual([0, 2]);
    expect(compared?.mixedUp).toEqual({ one: 'fare', other: 'tool', rows: 2 });
  });
});

/** Rows with an exact match or not. */
function scored(values: readonly number[]): ScoreValues {
  const id = 'trajectory_exact_match';
  const outcomes = Uint8Array.from(values, (value) => Number(Number.isNaN(value)));
  return { id, metricId: id, values: Float64Array.from(values), outcomes };
}

describe('rows to read', () => {
  const columns = { ...NO_ROWS, rowCount: 5, scores: [scored([1, 0, Number.NaN, 0, 0])] };

  it('are those that fail, each once, in an order that is always the same', () => {
    const worth = rowsToRead(columns);
    expect([worth.count, worth.isFailing]).toEqual([3, true]);
    const read = new Set<number>();
    for (let next = nextToRead(columns, worth, read); next >= 0;) {
      expect(read.has(next)).toBe(false);
      read.add(next);
      next = nextToRead(columns, worth, read);
    }
    expect([...read].sort()).toEqual([1, 3, 4]);
  });

  it('are all where none fails or nothing tells', () => {
    const fine = rowsToRead({ ...columns, scores: [scored([1, 1, 1, 1, 1])] });
    expect([fine.count, fine.isFailing, fine.has(4), fine.has(5)]).toEqual([5, false, true, false]);
    expect(rowsToRead({ ...columns, scores: [] }).count).toBe(5);
  });
});

it('a metric is held against a code in the rows read, and its share of all corrected', () => {
  // 10 of 12 found, 3 of 29 others claimed, 44 of 100 claimed of all
  const values = Array.from({ length: 100 }, () => 1);
  const marks: RowMark[] = [];
  for (let row = 0; row < 41; row++) {
    const hasCode = row < 12;
    if (hasCode ? row < 10 : row < 15) values[row] = 0;
    marks.push(hasCode ? mark(row, 'x') : right(row));
  }
  for (let row = 41; row < 72; row++) values[row] = 0;
  const worth = { count: 100, isFailing: true, has: () => true };
  const held = metricAgainstCode(readOf(marks), 'x', scored(values), worth);
  expect(held).toMatchObject({
    coded: { found: 10, of: 12 },
    others: { claimed: 3, of: 29 },
    all: { claimed: 44, of: 100 },
  });
  expect(held?.corrected?.share).toBeCloseTo(0.461, 3);
  expect(held?.corrected?.isClipped).toBe(false);
  expect(metricAgainstCode(NOTHING_READ, 'x', scored(values), worth)).toBeUndefined();
  const none = metricAgainstCode(readOf([right(0)]), 'x', scored(values), worth);
  expect(none?.corrected).toBeUndefined();
});
