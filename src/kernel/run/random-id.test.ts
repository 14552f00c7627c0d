import { expect, it } from 'vitest';
import { randomId } from './open-run.ts';

it('makes another id each time', () => {
  const made = Array.from({ length: 1000 }, randomId);
  expect(new Set(made).size).toBe(1000);
  for (const id of made) expect(id).toMatch(/^\d+(-\d+){3}$/);
});
