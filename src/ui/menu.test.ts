import { describe, expect, it } from 'vitest';
import { findByPrefix, placeMenu, stepByKey } from './menu.ts';

const view = { width: 400, height: 300 };
const menu = { width: 248, height: 120 };

describe('placeMenu', () => {
  it('opens below, aligned to the start or the end of the button', () => {
    const button = { left: 120, top: 10, width: 90, height: 28 };
    expect(placeMenu(button, menu, view, 'start')).toMatchObject({ left: 120, top: 42 });
    const right = { ...button, left: 290 };
    expect(placeMenu(right, menu, view, 'end')).toMatchObject({ left: 132, top: 42 });
  });

  it('stays inside the view at both sides', () => {
    const button = { left: 360, top: 10, width: 28, height: 28 };
    expect(placeMenu(button, menu, view, 'start').left).toBe(144);
    expect(placeMenu({ ...button, left: 2 }, menu, view, 'end').left).toBe(8);
  });

  it('opens above when only there it fits', () => {
    const button = { left: 20, top: 250, width: 90, height: 28 };
    expect(placeMenu(button, menu, view, 'start')).toEqual({ left: 20, top: 126, maxHeight: 238 });
  });

  it('is cut to the larger side when it fits nowhere', () => {
    const tall = { width: 248, height: 900 };
    const button = { left: 20, top: 100, width: 90, height: 28 };
    expect(placeMenu(button, tall, view, 'start')).toEqual({ left: 20, top: 132, maxHeight: 160 });
  });
});

describe('findByPrefix', () => {
  const labels = ['Results (CSV)', 'Results (JSONL)', 'Summary'];
  it('finds from a place on, around the end, ignoring case', () => {
    expect(findByPrefix(labels, 'r', 0)).toBe(0);
    expect(findByPrefix(labels, 'r', 1)).toBe(1);
    expect(findByPrefix(labels, 'r', 2)).toBe(0);
    expect(findByPrefix(labels, 'su', 0)).toBe(2);
    expect(findByPrefix(labels, 'x', 0)).toBe(-1);
  });
});

describe('stepByKey', () => {
  it('steps, wraps around and knows both ends', () => {
    expect(stepByKey('ArrowDown', 0, 3)).toBe(1);
    expect(stepByKey('ArrowDown', 2, 3)).toBe(0);
    expect(stepByKey('ArrowDown', -1, 3)).toBe(0);
    expect(stepByKey('ArrowUp', 0, 3)).toBe(2);
    expect(stepByKey('ArrowUp', -1, 3)).toBe(2);
    expect(stepByKey('Home', 2, 3)).toBe(0);
    expect(stepByKey('End', 0, 3)).toBe(2);
    expect(stepByKey('x', 0, 3)).toBeUndefined();
  });
});
