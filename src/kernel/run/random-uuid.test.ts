import { expect, it } from 'vitest';
import { randomUuid } from './open-run.ts';

it('makes another UUID of version 4 each time', () => {
  const made = Array.from({ length: 1000 }, randomUuid);
  expect(new Set(made).size).toBe(1000);
  for (const id of made)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
