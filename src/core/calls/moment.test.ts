import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoMilliseconds, millisecondsOf } from './moment.ts';

it.each([
  ['1970-01-01T00:00:01.000002Z', 1000.002],
  ['1970-01-01 00:00:01', 1000],
  ['1970-01-01T01:00:00+01:00', 0],
  ['1970-01-01T01:00:00+0100', 0],
  [' 1970-01-01t00:00:01Z', undefined],
  [' 1970-01-01T00:00:01z ', 1000],
  ['1970-01-01T00:01Z', 60_000],
  ['1970-01-01T00:00:00.1234567891Z', 123.456],
  ['1970-13-01T00:00:00Z', undefined],
  ['1970-01-01', undefined],
  ['yesterday', undefined],
])('isoMilliseconds of %s', (text, moment) => {
  expect(isoMilliseconds(text)).toBe(moment);
});

describe('millisecondsOf', () => {
  it('is one moment, in whatever unit it is written', () => {
    // from 2001 to 2100
    const times = fc.integer({ min: 1e12, max: 4.1e12 });
    fc.assert(
      fc.property(times, (ms) => {
        expect(millisecondsOf(ms)).toBe(ms);
        expect(millisecondsOf(new Date(ms).toISOString())).toBe(ms);
        expect(millisecondsOf(Math.floor(ms / 1000))).toBe(Math.floor(ms / 1000) * 1000);
        expect(millisecondsOf(ms * 1000)).toBeCloseTo(ms);
        expect(millisecondsOf(BigInt(ms) * 1_000_000n)).toBeCloseTo(ms);
      }),
    );
  });

  it.each([-1, NaN, Infinity, null, true, '12', {}])('is nothing for %s', (value) => {
    expect(millisecondsOf(value)).toBeUndefined();
  });
});
