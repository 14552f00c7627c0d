import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../tests/support/law-runs.ts';
import {
  EvenHeights,
  followScroll,
  MeasuredHeights,
  placeAt,
  scaleFor,
  toPosition,
  toScrollTop,
  type ScrollPlace,
  type ScrollScale,
  scrollTopFor,
  windowRows,
} from './virtual-rows.ts';

const VIEW = 700;
const MILLION = scaleFor(1_000_000 * 28, VIEW);
const rowHeight = fc.constantFrom(28, 56);
const count = fc.integer({ min: 1, max: 20_000_000 });

/** Scrolls as a browser does: no further than the container goes. */
function scrollBy(scale: ScrollScale, place: ScrollPlace, px: number): ScrollPlace {
  const to = Math.max(0, Math.min(place.scrollTop + px, scale.maxScrollTop));
  return followScroll(scale, place, to);
}

describe('scaleFor', () => {
  it('stays far below what browsers can scroll', () => {
    expect(MILLION).toMatchObject({
      spacerHeight: 8_000_000,
      maxPosition: 28_000_000 - VIEW,
      maxScrollTop: 8_000_000 - VIEW,
    });
  });

  it('leaves content that fits alone', () => {
    const scale = scaleFor(280_000, VIEW);
    expect(scale.spacerHeight).toBe(280_000);
    expect(toScrollTop(scale, 1234.5)).toBe(1234.5);
    expect(toPosition(scale, 1234.5)).toBe(1234.5);
    expect(followScroll(scale, { position: 5, scrollTop: 5 }, 250_000).position).toBe(250_000);
  });

  it('has nowhere to go when all is in sight', () => {
    expect(scaleFor(280, VIEW)).toMatchObject({ maxPosition: 0, maxScrollTop: 0 });
    expect(placeAt(scaleFor(0, VIEW), 99)).toEqual({ position: 0, scrollTop: 0 });
  });
});

describe('the mapping', () => {
  it('meets both ends exactly, rises, and is its own way back', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(count, rowHeight, share, share, (rows, height, one, other) => {
        const scale = scaleFor(rows * height, VIEW);
        const { maxPosition, maxScrollTop } = scale;
        expect(toScrollTop(scale, 0)).toBe(0);
        expect(toScrollTop(scale, maxPosition)).toBe(maxScrollTop);
        expect(toPosition(scale, maxScrollTop)).toBe(maxPosition);
        const [low, high] = [one, other].sort((a, b) => a - b) as [number, number];
        const from = toScrollTop(scale, low * maxPosition);
        expect(from).toBeLessThanOrEqual(toScrollTop(scale, high * maxPosition));
        expect(toPosition(scale, from)).toBeCloseTo(low * maxPosition, 3);
      }),
    );
  });
});

describe('followScroll', () => {
  it('moves content px by px for small steps', () => {
    const start = placeAt(MILLION, 14_000_000);
    expect(scrollBy(MILLION, start, 100).position).toBe(14_000_100);
    expect(scrollBy(MILLION, start, -VIEW).position).toBe(14_000_000 - VIEW);
  });

  it('takes a turn of the wheel for a small step in a low view too', () => {
    const low = scaleFor(28_000_000, 120);
    expect(scrollBy(low, placeAt(low, 14_000_000), 900).position).toBe(14_000_900);
    expect(scrollBy(low, placeAt(low, 14_000_000), 9000).position).toBeGreaterThan(14_009_001);
  });

  it('leaps in proportion when the scroll bar is dragged', () => {
    const start = placeAt(MILLION, 0);
    const { position } = followScroll(MILLION, start, MILLION.maxScrollTop / 2);
    expect(position).toBeCloseTo(MILLION.maxPosition / 2, 3);
    expect(followScroll(MILLION, start, MILLION.maxScrollTop).position).toBe(MILLION.maxPosition);
  });

  it('goes on where the container ends before the content does', () => {
    const adrift = { position: 5_000_000, scrollTop: 300 };
    const place = scrollBy(MILLION, adrift, -300);
    expect(place.position).toBe(4_999_700);
    expect(place.scrollTop).toBe(toScrollTop(MILLION, 4_999_700));
    expect(place.scrollTop).toBeGreaterThan(0);
  });

  it('reaches both ends from anywhere by small steps, and never moves by more than the step', () => {
    const start = fc.integer({ min: 0, max: 900_000 });
    const step = fc.integer({ min: 200, max: 2 * VIEW });
    fc.assert(
      fc.property(start, step, fc.boolean(), fc.boolean(), (distance, px, isUp, settles) => {
        const end = isUp ? 0 : MILLION.maxPosition;
        let place = placeAt(MILLION, isUp ? distance : end - distance);
        for (let left = Math.ceil(distance / px) + 20; left > 0; left--) {
          const next = scrollBy(MILLION, place, isUp ? -px : px);
          expect(Math.abs(next.position - place.position)).toBeLessThanOrEqual(px);
          place = settles ? placeAt(MILLION, next.position) : next;
        }
        expect(place.position).toBe(end);
      }),
      { numRuns: lawRuns(40) },
    );
  });

  it('keeps content between its ends for any scrolling', () => {
    const tops = fc.array(fc.integer({ min: -50, max: 8_000_050 }), { maxLength: 20 });
    fc.assert(
      fc.property(count, rowHeight, tops, (rows, height, list) => {
        const scale = scaleFor(rows * height, VIEW);
        let place = placeAt(scale, 0);
        for (const top of list) {
          place = followScroll(scale, place, Math.min(top, scale.maxScrollTop));
          expect(place.position).toBeGreaterThanOrEqual(0);
          expect(place.position).toBeLessThanOrEqual(scale.maxPosition);
        }
      }),
    );
  });
});

describe('a row at any place', () => {
  it('can be brought wholly into sight, and is drawn there', () => {
    fc.assert(
      fc.property(
        count,
        rowHeight,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, height, rowShare, fromShare) => {
          const scale = scaleFor(rows * height, VIEW);
          const index = Math.floor(rowShare * rows);
          const from = fromShare * scale.maxPosition;
          const heights = new EvenHeights(rows, height);
          const { position } = placeAt(scale, scrollTopFor(heights, index, from, VIEW));
          expect(index * height).toBeGreaterThanOrEqual(position);
          expect((index + 1) * height).toBeLessThanOrEqual(position + VIEW + 1e-6);
          const drawn = windowRows(heights, position, VIEW, 240);
          expect(drawn.first).toBeLessThanOrEqual(index);
          expect(drawn.end).toBeGreaterThan(index);
          expect(drawn.end - drawn.first).toBeLessThanOrEqual(60);
        },
      ),
    );
  });
});

const ROW = 28;

describe('windowRows', () => {
  it.each([
    // what is in sight and px beyond
    [10_000, 0, 280, 224, 0, 18],
    [10_000, 2800, 280, 224, 92, 118],
    [10_000, 2810, 280, 0, 100, 111],
    // ends with the last row, also when scrolled too far
    [100, 2520, 280, 224, 82, 100],
    [100, 99_999, 280, 224, 82, 100],
    // no rows, and a view that is not measured yet
    [0, 0, 280, 224, 0, 0],
    [50, 0, 0, 224, 0, 8],
  ])('of %i rows scrolled to %i px in %i, %i beyond', (count, top, view, beyond, first, end) => {
    expect(windowRows(new EvenHeights(count, ROW), top, view, beyond)).toEqual({ first, end });
  });

  it('covers every pixel in sight, whatever the heights', () => {
    const natural = fc.nat(200_000);
    const given = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 60 });
    fc.assert(
      fc.property(given, natural, fc.nat(2000), fc.nat(560), (list, scroll, view, beyond) => {
        const rows = new MeasuredHeights(list.length, (index) => list[index]!);
        const { first, end } = windowRows(rows, scroll, view, beyond);
        const top = Math.max(0, Math.min(scroll, rows.total - view));
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(list.length);
        expect(rows.topOf(first)).toBeLessThanOrEqual(top);
        expect(rows.topOf(end)).toBeGreaterThanOrEqual(Math.min(top + view, rows.total));
        expect(rows.topOf(first + 1)).toBeGreaterThan(Math.min(top - beyond, rows.total - 1));
      }),
    );
  });
});

it.each([
  // as little as needed
  [5, 0, 0],
  [10, 0, 28],
  [2, 280, 56],
] as const)('scrollTopFor brings row %i, from %i px, into sight', (row, from, top) => {
  expect(scrollTopFor(new EvenHeights(100, ROW), row, from, 280)).toBe(top);
});

it('scrollTopFor shows a row that is taller than the view from its top', () => {
  const rows = new MeasuredHeights(3, () => 500);
  expect(scrollTopFor(rows, 1, 0, 280)).toBe(500);
  expect(scrollTopFor(new EvenHeights(100, ROW), 3, 0, 280, 'start')).toBe(84);
});

const heights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
const changes = fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 900 })), { maxLength: 20 });

it('heights of rows are those of a plain list, whatever was measured', () => {
  fc.assert(
    fc.property(heights, changes, fc.nat(40_000), (given, measured, at) => {
      const plain = [...given];
      const rows = new MeasuredHeights(plain.length, (index) => plain[index]!);
      for (const [index, height] of measured) {
        const isChange = index < plain.length && plain[index] !== height;
        expect(rows.set(index, height)).toBe(isChange);
        if (index < plain.length) plain[index] = height;
      }
      const tops = plain.map((_, index) => plain.slice(0, index).reduce((a, b) => a + b, 0));
      expect(plain.map((_, index) => rows.topOf(index))).toEqual(tops);
      expect(rows.total).toBe(plain.reduce((a, b) => a + b, 0));
      expect(rows.rowAt(at)).toBe(
        Math.max(
          0,
          tops.findLastIndex((top) => top <= at),
        ),
      );
    }),
    { numRuns: lawRuns(60) },
  );
});

it('heights of rows of no rows are nothing', () => {
  const rows = new MeasuredHeights(0, () => 20);
  expect([rows.total, rows.rowAt(10), rows.topOf(3), rows.set(0, 5)]).toEqual([0, 0, 0, false]);
});
