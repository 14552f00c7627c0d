import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollTopFor, windowRows } from './window-rows.ts';

const ROW = 28;

describe('windowRows', () => {
  it('draws what is in sight and the overscan', () => {
    expect(windowRows(10_000, ROW, 0, 280, 8)).toEqual({ first: 0, end: 18 });
    expect(windowRows(10_000, ROW, 2800, 280, 8)).toEqual({ first: 92, end: 118 });
    expect(windowRows(10_000, ROW, 2810, 280, 0)).toEqual({ first: 100, end: 111 });
  });

  it('ends with the last row, also when scrolled too far', () => {
    expect(windowRows(100, ROW, 2520, 280, 8)).toEqual({ first: 82, end: 100 });
    expect(windowRows(100, ROW, 99_999, 280, 8)).toEqual({ first: 82, end: 100 });
  });

  it('is empty without rows, and small before the view is measured', () => {
    expect(windowRows(0, ROW, 0, 280, 8)).toEqual({ first: 0, end: 0 });
    expect(windowRows(50, ROW, 0, 0, 8)).toEqual({ first: 0, end: 8 });
  });

  it('covers every pixel in sight', () => {
    const natural = fc.nat(200_000);
    fc.assert(
      fc.property(natural, natural, fc.nat(2000), fc.nat(20), (count, scroll, view, overscan) => {
        const { first, end } = windowRows(count, ROW, scroll, view, overscan);
        const top = Math.max(0, Math.min(scroll, count * ROW - view));
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(first * ROW).toBeLessThanOrEqual(top);
        expect(end * ROW).toBeGreaterThanOrEqual(Math.min(top + view, count * ROW));
        expect(end - first).toBeLessThanOrEqual(Math.ceil(view / ROW) + 1 + 2 * overscan);
      }),
    );
  });
});

describe('scrollTopFor', () => {
  it('moves as little as needed', () => {
    expect(scrollTopFor(5, ROW, 0, 280, 'nearest')).toBe(0);
    expect(scrollTopFor(10, ROW, 0, 280, 'nearest')).toBe(28);
    expect(scrollTopFor(2, ROW, 280, 280, 'nearest')).toBe(56);
  });

  it('can put the row first or in the middle', () => {
    expect(scrollTopFor(100, ROW, 0, 280, 'start')).toBe(2800);
    expect(scrollTopFor(100, ROW, 0, 280, 'center')).toBe(2674);
    expect(scrollTopFor(1, ROW, 0, 280, 'center')).toBe(0);
  });

  it('brings the row into sight', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(280_000), (index, scroll) => {
        const top = scrollTopFor(index, ROW, scroll, 280, 'nearest');
        expect(index * ROW).toBeGreaterThanOrEqual(top);
        expect((index + 1) * ROW).toBeLessThanOrEqual(top + 280);
      }),
    );
  });
});
