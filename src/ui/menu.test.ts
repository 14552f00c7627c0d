import { expect, it } from 'vitest';
import { findByPrefix, placeMenu, stepByKey } from './menu.ts';

const view = { width: 400, height: 300 };
const menu = { width: 248, height: 120 };

const button = { left: 120, top: 10, width: 90, height: 28 };
const tall = { ...menu, height: 900 };

it.each([
  ['below, from the start of its button', button, menu, 'start', { left: 120, top: 42 }],
  ['below, to its end', { ...button, left: 290 }, menu, 'end', { left: 132, top: 42 }],
  [
    'inside the view at its right',
    { ...button, left: 360, width: 28 },
    menu,
    'start',
    { left: 144 },
  ],
  ['inside the view at its left', { ...button, left: 2, width: 28 }, menu, 'end', { left: 8 }],
  [
    'above when only there it fits',
    ...([{ ...button, left: 20, top: 250 }, menu, 'start'] as const),
    { left: 20, top: 126, maxHeight: 238 },
  ],
  [
    'on the larger side when it fits nowhere, cut',
    ...([{ ...button, left: 20, top: 100 }, tall, 'start'] as const),
    { left: 20, top: 132, maxHeight: 160 },
  ],
] as const)('a menu opens %s', (_, at, size, align, place) => {
  expect(placeMenu(at, size, view, align)).toMatchObject(place);
});

it.each([
  ['r', 0, 0],
  ['r', 1, 1],
  ['r', 2, 0],
  ['su', 0, 2],
  ['x', 0, -1],
])('what begins with %s from place %i on, round the end, is at %i', (text, from, place) => {
  expect(findByPrefix(['Results (CSV)', 'Results (JSONL)', 'Summary'], text, from)).toBe(place);
});

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['x', 0, undefined],
])('%s leads from place %i of 3 to %s', (key, from, to) => {
  expect(stepByKey(key, from, 3)).toBe(to);
});
