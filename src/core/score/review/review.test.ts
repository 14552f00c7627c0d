import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeColumns } from '#core/score/review/given-columns.ts';
import {
  codeNamed,
  describeCode,
  markOf,
  mergeCode,
  NO_REVIEWS,
  removeCode,
  renameCode,
  rootOf,
  splitOffCode,
  withCodes,
  withMark,
  withoutMark,
  type Reviews,
  type RowReview,
} from './review.ts';

const mark = (row: number, code: string, step: number | null = 0): RowReview => ({
  row,
  id: `r${row}`,
  step,
  steps: 4,
  tool: 'search',
  code,
  note: '',
});
const READ = [mark(3, 'date'), mark(1, 'fare'), mark(2, '', null), mark(0, '', 2)].reduce(
  withMark,
  NO_REVIEWS,
);

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
/** Any analysis that can come about: rows marked, codes merged. */
const analysis = fc
  .record({
    marks: fc.array(fc.tuple(fc.nat(30), fc.oneof(name, fc.constant(''))), { maxLength: 20 }),
    merges: fc.array(fc.tuple(name, name), { maxLength: 6 }),
  })
  .map(({ marks, merges }) =>
    merges.reduce<Reviews>(
      (known, [from, into]) => mergeCode(known, from, into),
      marks.reduce<Reviews>((known, [row, code]) => withMark(known, mark(row, code)), NO_REVIEWS),
    ),
  );

describe('marks', () => {
  it('stay in the order of reading, and a code that is new joins the codebook', () => {
    expect(READ.marks.map(({ row }) => row)).toEqual([3, 1, 2, 0]);
    expect(READ.codes.map((code) => code.name)).toEqual(['date', 'fare']);
    const again = withMark(READ, mark(1, 'date'));
    expect(again.marks.map(({ row }) => row)).toEqual([3, 1, 2, 0]);
    expect(markOf(again, 1)?.code).toBe('date');
    expect(markOf(withoutMark(again, 1), 1)).toBeUndefined();
    expect(markOf(undefined, 1)).toBeUndefined();
  });

  it('take a code by any case, on one line', () => {
    expect(codeNamed('  Wrong \n date ', [])).toBe('Wrong date');
    expect(codeNamed('DATE', READ.codes)).toBe('date');
    expect(codeNamed(' ', READ.codes)).toBe('');
    expect(codeNamed('x'.repeat(200), [])).toHaveLength(80);
  });
});

describe('codes', () => {
  it('are renamed in marks and merges, unless the name is taken', () => {
    const merged = mergeCode(READ, 'date', 'fare');
    const renamed = renameCode(merged, 'fare', 'price');
    expect(renamed.codes).toEqual([
      { name: 'date', description: '', into: 'price' },
      { name: 'price', description: '' },
    ]);
    expect(markOf(renamed, 1)?.code).toBe('price');
    expect(renameCode(merged, 'fare', 'date')).toBe(merged);
    expect(renameCode(merged, 'fare', '')).toBe(merged);
    expect(describeCode(READ, 'fare', 'x').codes[1]?.description).toBe('x');
  });

  it('are removed where no row and no other code needs them', () => {
    const more = withCodes(READ, [{ name: 'idle', description: '' }]);
    expect(removeCode(more, 'idle').codes).toEqual(READ.codes);
    expect(removeCode(more, 'date')).toBe(more);
    const merged = mergeCode(more, 'date', 'idle');
    expect(removeCode(merged, 'idle')).toBe(merged);
    expect(withCodes(READ, [{ name: 'date', description: 'other' }])).toBe(READ);
  });

  it('merged and split off again are as before', () => {
    fc.assert(
      fc.property(analysis, name, name, (known, from, into) => {
        fc.pre(known.codes.every((code) => code.name !== from || code.into === undefined));
        expect(splitOffCode(mergeCode(known, from, into), from)).toEqual(known);
      }),
    );
  });

  it('lead to one code that leads no further, whatever is merged', () => {
    fc.assert(
      fc.property(analysis, ({ codes }) => {
        for (const code of codes) {
          const root = rootOf(codes, code.name);
          expect(codes.find((other) => other.name === root)?.into).toBeUndefined();
        }
      }),
    );
  });

  it('of a file that leads in a circle stand for themselves', () => {
    const codes = [
      { name: 'a', description: '', into: 'b' },
      { name: 'b', description: '', into: 'a' },
    ];
    expect(rootOf(codes, 'a')).toBe('a');
  });
});

it('score columns say who is right, which step is wrong, and why', () => {
  const [verdicts, steps] = codeColumns(mergeCode(READ, 'date', 'fare'), 4);
  expect([...(verdicts?.values ?? [])]).toEqual([0, 0, 1, 0]);
  expect(verdicts?.texts).toEqual(['', 'fare', '', 'fare']);
  expect([...(steps?.values ?? [])]).toEqual([3, 1, Number.NaN, 1]);
  const [few] = codeColumns(READ, 1);
  expect([...(few?.values ?? [])]).toEqual([0]);
});
