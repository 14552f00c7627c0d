import { describe, expect, it } from 'vitest';
import { CELL_LIMIT, CellGatherer, shortCell, VALUES_LIMIT } from './cell-values.ts';

describe('shortCell', () => {
  it.each([
    [{ a: 'hall' }, 'hall'],
    [{ a: 2.5 }, '2.5'],
    [{ a: false }, 'false'],
    [{ a: ['x', 1] }, '["x", 1]'],
    [{ a: null }, ''],
    [{ a: '  ' }, ''],
    [{ b: 'hall' }, ''],
  ])('reads %j as %j', (record, text) => {
    expect(shortCell(record, 'a')).toBe(text);
  });

  it('finds no inherited names', () => {
    expect(shortCell({}, 'constructor')).toBe('');
  });

  it('cuts long texts and says so', () => {
    const text = shortCell({ a: 'x'.repeat(CELL_LIMIT + 1) }, 'a');
    expect(text).toHaveLength(CELL_LIMIT);
    expect(text.endsWith('…')).toBe(true);
    expect(shortCell({ a: 'x'.repeat(CELL_LIMIT) }, 'a')).toBe('x'.repeat(CELL_LIMIT));
    expect(shortCell({ a: new Array<number>(900).fill(1) }, 'a')).toHaveLength(CELL_LIMIT);
    const start = 'x'.repeat(CELL_LIMIT - 2);
    expect(shortCell({ a: `${start}😀😀` }, 'a')).toBe(`${start}…`);
  });
});

describe('CellGatherer', () => {
  it('numbers values in the order they come', () => {
    const gatherer = new CellGatherer(4);
    for (const [row, name] of ['b', '', 'b', 'a'].entries()) gatherer.add(row, name);
    const { names, codes, otherCount } = gatherer.finish();
    expect(names).toEqual(['b', '', 'a']);
    expect([...codes]).toEqual([0, 1, 0, 2]);
    expect(otherCount).toBe(0);
  });

  it('tells a thousand values apart and counts the rows with others', () => {
    const gatherer = new CellGatherer(VALUES_LIMIT + 3);
    for (let row = 0; row < VALUES_LIMIT + 2; row++) gatherer.add(row, `v${row}`);
    gatherer.add(VALUES_LIMIT + 2, 'v1');
    const { names, codes, otherCount } = gatherer.finish();
    expect(names).toHaveLength(VALUES_LIMIT);
    expect(otherCount).toBe(2);
    expect(codes[VALUES_LIMIT]).toBeGreaterThanOrEqual(VALUES_LIMIT);
    expect(codes[VALUES_LIMIT + 2]).toBe(1);
  });
});
