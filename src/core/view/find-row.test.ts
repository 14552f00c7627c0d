import { describe, expect, it } from 'vitest';
import { calls } from '../../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../../tests/support/rows.ts';
import { findRow } from './find-row.ts';

const both = recordOf(calls('a'), calls('a'));
const RUN = scoreRecords(['north', 7, '2', 'row 1'].map((id) => ({ ...both, id })));
const UNNAMED = scoreRecords(Array.from({ length: 1200 }, () => both));

describe('findRow', () => {
  it.each([
    ['north', 0],
    [' north ', 0],
    ['7', 1],
    ['North', -1],
    ['', -1],
  ])('finds %j by id at %i', (text, row) => {
    expect(findRow(RUN, text)).toBe(row);
  });

  it('takes an id before a number', () => {
    expect(findRow(RUN, '2')).toBe(2);
    expect(findRow(RUN, 'row 1')).toBe(3);
    expect(findRow(RUN, 'row 2')).toBe(1);
  });

  it.each([
    ['1', 0],
    ['1200', 1199],
    ['1,200', 1199],
    ['#12', 11],
    ['0', -1],
    ['1201', -1],
    ['1e2', -1],
    ['12345678901234567890', -1],
  ])('finds %j by number at %i', (text, row) => {
    expect(findRow(UNNAMED, text)).toBe(row);
  });
});
