import { expect, it } from 'vitest';
import { evenWidth } from './text-field.svelte.ts';

it('evenWidth is the next multiple of a 64th of a pixel', () => {
  expect(evenWidth(0)).toBe(0);
  expect(evenWidth(7)).toBe(7);
  expect(evenWidth(7.201171875)).toBe(7.203125);
});
