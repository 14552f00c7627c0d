import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { reviewColumns } from '#core/score/review/annotation-columns.ts';
import {
  codeNamed,
  codesOf,
  describeCode,
  Reviews,
  reviewOf,
  mergeCode,
  NO_REVIEWS,
  removeCode,
  renameCode,
  rootOf,
  rootsOf,
  splitOffCode,
  verdictOf,
  withCodes,
  withCodesOf,
  withReview,
  withoutReview,
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
  withReview,
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
      marks.reduce<Reviews>((known, [row, code]) => withReview(known, mark(row, code)), NO_REVIEWS),
    ),
  );

describe('marks', () => {
  it('stay in the order of reading, and a code that is new joins the codebook', () => {
    expect(READ.marks.map(({ row }) => row)).toEqual([3, 1, 2, 0]);
    expect(READ.codes.map((code) => code.name)).toEqual(['date', 'fare']);
    const again = withReview(READ, mark(1, 'date'));
    expect(again.marks.map(({ row }) => row)).toEqual([3, 1, 2, 0]);
    expect(reviewOf(again, 1)?.code).toBe('date');
    expect(reviewOf(withoutReview(again, 1), 1)).toBeUndefined();
    expect(reviewOf(undefined, 1)).toBeUndefined();
  });

  it('take a code by any case, on one line', () => {
    expect(codeNamed('  Wrong \n date ', [])).toBe('Wrong date');
    expect(codeNamed('DATE', READ.codes)).toBe('date');
    expect(codeNamed(' ', READ.codes)).toBe('');
    expect(codeNamed('x'.repeat(200), [])).toHaveLength(80);
  });
});

describe('verdicts', () => {
  it('of reviews from before follow from the first wrong step and the code', () => {
    expect(READ.marks.map(verdictOf)).toEqual(['fail', 'fail', 'pass', 'fail']);
  });

  it('are as given, but what has an error does not pass', () => {
    const plain = mark(0, '', null);
    expect(verdictOf({ ...plain, verdict: 'fail' })).toBe('fail');
    expect(verdictOf({ ...plain, verdict: 'unsure' })).toBe('unsure');
    expect(verdictOf({ ...mark(0, 'fare'), verdict: 'unsure' })).toBe('unsure');
    expect(verdictOf({ ...mark(0, 'fare'), verdict: 'pass' })).toBe('fail');
  });

  it('are stored, and older ones are read', () => {
    expect(v.is(Reviews, READ)).toBe(true);
    const marks = [{ ...mark(0, 'fare'), verdict: 'unsure', furtherCodes: ['date'] }];
    expect(v.is(Reviews, { ...READ, marks, labelsOf: ['goal_success'] })).toBe(true);
    expect(v.is(Reviews, { ...READ, marks: [{ ...mark(0, ''), verdict: 'good' }] })).toBe(false);
  });
});

describe('codes', () => {
  it('of a row are a list, each once, counted as what they were merged into', () => {
    const review = withCodesOf(mark(0, 'late'), ['date', 'fare', 'date']);
    expect(review).toMatchObject({ code: 'date', furtherCodes: ['fare'] });
    expect(codesOf(review)).toEqual(['date', 'fare']);
    expect(withCodesOf(review, [])).toEqual(mark(0, ''));
    expect(codesOf(mark(0, ''))).toEqual([]);
    const merged = mergeCode(withReview(READ, review), 'fare', 'date');
    expect(rootsOf(merged.codes, review)).toEqual(['date']);
    expect(codesOf(renameCode(merged, 'fare', 'price').marks.at(-1)!)).toEqual(['date', 'price']);
    expect(removeCode(merged, 'fare')).toBe(merged);
  });

  it('are renamed in marks and merges, unless the name is taken', () => {
    const merged = mergeCode(READ, 'date', 'fare');
    const renamed = renameCode(merged, 'fare', 'price');
    expect(renamed.codes).toEqual([
      { name: 'date', description: '', into: 'price' },
      { name: 'price', description: '' },
    ]);
    expect(reviewOf(renamed, 1)?.code).toBe('price');
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
  const [verdicts, steps] = reviewColumns(mergeCode(READ, 'date', 'fare'), 4);
  expect([...(verdicts?.values ?? [])]).toEqual([0, 0, 1, 0]);
  expect(verdicts?.texts).toEqual(['', 'fare', '', 'fare']);
  expect([...(steps?.values ?? [])]).toEqual([3, 1, Number.NaN, 1]);
  const more = withReview(READ, { ...mark(1, 'date'), verdict: 'unsure', furtherCodes: ['fare'] });
  const [unsure] = reviewColumns(more, 4);
  expect([unsure?.values[1], unsure?.texts?.[1]]).toEqual([Number.NaN, 'date\nfare']);
  const [few] = reviewColumns(READ, 1);
  expect([...(few?.values ?? [])]).toEqual([0]);
});
