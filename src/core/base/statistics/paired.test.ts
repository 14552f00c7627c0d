import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustHolm, mcnemarTest, pairedInterval, signFlipTest } from './paired.ts';
import { resampleMeans, spreadInterval } from './interval.ts';
import { distributionOf, distributionOfCodes } from './distribution.ts';
import { countCodedPairs, countPairs } from './value-counts.ts';

/** So many differences of −1, 0 and 1. */
function differences(down: number, same: number, up: number): Float64Array {
  return Float64Array.from({ length: down + same + up }, (_, place) => {
    if (place < down) return -1;
    return place < down + up ? 1 : 0;
  });
}

const anyDifferences = fc
  .array(fc.constantFrom(-1, -0.5, 0, 0, 0.25, 1), { minLength: 1, maxLength: 12 })
  .map((list) => Float64Array.from(list));

describe('pairedInterval', () => {
  it('is one point where no pair differs', () => {
    expect(pairedInterval(new Float64Array(5000), 1)).toEqual({
      ...{ low: 0, high: 0, method: 'bootstrap' },
    });
    expect(pairedInterval(new Float64Array(), 1)).toBeUndefined();
  });

  it('draws counts as it would draw pairs', () => {
    const singly = pairedInterval(differences(60, 740, 200), 3)!;
    const counted = pairedInterval(differences(61, 740, 200), 3)!;
    expect(counted.method).toBe('bootstrap');
    expect(Math.abs(counted.low - singly.low)).toBeLessThan(0.004);
    expect(Math.abs(counted.high - singly.high)).toBeLessThan(0.004);
  });

  it('has the ends of the plain bootstrap, of however many pairs', () => {
    const levels = [-1, -0.5, 0, 0.25, 1];
    const pairs = Array.from({ length: 1200 }, (_, i) => levels[(i * i + 3 * i) % 5]!);
    const counts = levels.map((level) => pairs.filter((one) => one === level).length);
    const counted = { values: Float64Array.from(levels), counts: Float64Array.from(counts) };
    const ends = Array.from({ length: 60 }, (_, seed) => {
      const plain = spreadInterval({
        method: 'bootstrap',
        means: resampleMeans(Float64Array.from(pairs), seed, 400),
      });
      const drawn = pairedInterval(counted, seed + 1000, 400)!;
      expect(drawn.method).toBe('bootstrap');
      return [drawn.low - plain.low, drawn.high - plain.high] as const;
    });
    for (const end of [0, 1] as const) {
      const differences = ends.map((both) => both[end]);
      const mean = differences.reduce((a, b) => a + b) / differences.length;
      const spread = Math.hypot(...differences.map((one) => one - mean)) / differences.length;
      expect(Math.abs(mean)).toBeLessThan(4 * spread);
      // an end of 400 resamples is known to a tenth of the interval’s width
      expect(spread * Math.sqrt(differences.length)).toBeLessThan(0.01);
    }
    // as many as nobody could draw one by one: 1.96 standard deviations of the mean to either side
    const many = { values: Float64Array.of(-1, 0, 1), counts: Float64Array.of(1e9, 8e9, 1e9) };
    expect(pairedInterval(many, 1)!.high * Math.sqrt(1e10 / 0.2)).toBeCloseTo(1.96, 1);
  });

  it('is normal for many pairs with many differences', () => {
    const many = Float64Array.from({ length: 20_000 }, (_, i) => ((i * 7919) % 10_007) / 10_007);
    const { low, high, method } = pairedInterval(many, 1)!;
    expect(method).toBe('normal');
    // evenly spread over [0,1): the standard deviation is 1 ÷ √12
    expect((high - low) / 2).toBeCloseTo((1.96 * Math.sqrt(1 / 12)) / Math.sqrt(20_000), 5);
    expect((high + low) / 2).toBeCloseTo(0.5, 3);
  });

  it('is the same every time and mirrors the other way round', () => {
    fc.assert(
      fc.property(anyDifferences, fc.nat(), (values, seed) => {
        const { low, high } = pairedInterval(values, seed, 200)!;
        expect(pairedInterval(values, seed, 200)).toMatchObject({ low, high });
        const mirror = pairedInterval(
          values.map((value) => -value),
          seed,
          200,
        )!;
        expect(mirror.low).toBeCloseTo(-high, 10);
        expect(mirror.high).toBeCloseTo(-low, 10);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });
});

describe('signFlipTest', () => {
  it('knows no direction', () => {
    fc.assert(
      fc.property(anyDifferences, (values) => {
        const p = signFlipTest(values, 1);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(
          signFlipTest(
            values.map((value) => -value),
            1,
          ),
        ).toBeCloseTo(p, 12);
      }),
    );
  });

  it.each([
    [1, 8],
    [30, 60],
    [400, 480],
  ])('agrees with McNemar on %i against %i', (down, up) => {
    const { p } = mcnemarTest(down, up);
    expect(Math.abs(signFlipTest(differences(down, 50, up), 7) - p)).toBeLessThan(0.006);
  });

  it('agrees with drawing where it takes the normal tail', () => {
    const of = (count: number): Float64Array =>
      Float64Array.from({ length: count }, (_, i) => Math.sin(i * 12.9898) + 0.06);
    const drawn = signFlipTest(of(300), 5);
    const z = Math.abs(of(301).reduce((a, b) => a + b)) / Math.hypot(...of(301));
    expect(signFlipTest(of(301), 5)).toBeCloseTo(drawn, 1);
    expect(z).toBeGreaterThan(0.5);
  });
});

it('the sign-flip test says the same of differences that are counted', () => {
  for (const [down, up] of [
    [2, 9],
    [30, 60],
    [400, 480],
  ] as const) {
    const counted = { values: Float64Array.of(1, 0, -1), counts: Float64Array.of(up, 900, down) };
    const { p } = mcnemarTest(down, up);
    expect(Math.abs(signFlipTest(counted, 3) - p)).toBeLessThan(0.006);
  }
  const wide = Float64Array.from({ length: 2000 }, (_, i) => Math.sin(i * 12.9898) + 0.03);
  const each = { values: wide, counts: new Float64Array(wide.length).fill(1) };
  expect(signFlipTest(each, 3)).toBe(signFlipTest(wide, 3));
});

it('counts pairs of values as one by one, and gives up where there are more', () => {
  const value = fc.constantFrom(0, 0.5, 1, Number.NaN);
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 60 }), (list) => {
      // the second run has its rows in the other order
      const rows = Uint32Array.from(list.keys());
      const a = Float64Array.from(list, ([x]) => x);
      const b = Float64Array.from(list, ([, y]) => y).reverse();
      const pairs = { a, b, rowsA: rows, rowsB: rows.slice().reverse() };
      const found = countPairs(pairs, 9)!;
      const seen = list.filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y));
      expect(found.counts.reduce((total, count) => total + count, 0)).toBe(seen.length);
      for (const [at, count] of found.counts.entries()) {
        const isIt = ([x, y]: readonly [number, number]) => x === found.a[at] && y === found.b[at];
        expect(count).toBe(seen.filter(isIt).length);
      }
    }),
  );
  // values told by codes count the same; 0 and −0 are one value with two codes
  const coded = fc.uint8Array({ max: 3, maxLength: 60 });
  const levels = Float64Array.of(0, -0, 1, Number.NaN);
  fc.assert(
    fc.property(coded, (codes) => {
      const list = Float64Array.from(codes, (code) => levels[code]!);
      const rows = Uint32Array.from(codes.keys());
      const pairs = { rowsA: rows, rowsB: rows.slice().reverse() };
      const few = countPairs({ a: list, b: list, ...pairs }, 16)!;
      const one = { levels, codes };
      const found = countCodedPairs(one, one, pairs, 16)!;
      const countAll = ({ a, b, counts }: typeof found): Map<string, number> => {
        const byPair = new Map<string, number>();
        for (const [at, count] of counts.entries()) {
          const key = `${String(a[at]! + 0)} ${String(b[at]! + 0)}`;
          byPair.set(key, (byPair.get(key) ?? 0) + count);
        }
        return byPair;
      };
      expect(countAll(found)).toEqual(countAll(few));
      expect(distributionOfCodes(one)).toEqual(distributionOf(list.map((value) => value + 0)));
    }),
  );
  const all = Uint32Array.of(0, 1, 2);
  const bytes = { levels: Float64Array.of(1, 2, 3), codes: Uint8Array.of(0, 1, 2) };
  const same = { rowsA: all, rowsB: all };
  expect(countCodedPairs(bytes, bytes, same, 2)).toBeUndefined();
  const three = { a: Float64Array.of(1, 2, 3), b: new Float64Array(3), rowsA: all, rowsB: all };
  expect(countPairs(three, 2)).toBeUndefined();
});

it('McNemar is the same both ways and never above 1', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (a, b) => {
      const { p, midP } = mcnemarTest(a, b);
      expect(mcnemarTest(b, a)).toEqual({ p, midP });
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      if (midP !== null) expect(midP).toBeLessThan(p);
    }),
  );
});

it('Holm never lowers a p and keeps their order', () => {
  const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 9 });
  fc.assert(
    fc.property(list, (values) => {
      const adjusted = adjustHolm(values);
      for (const [i, p] of values.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(p);
        expect(adjusted[i]).toBeLessThanOrEqual(1);
        for (const [j, other] of values.entries()) {
          if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
        }
      }
    }),
  );
});
