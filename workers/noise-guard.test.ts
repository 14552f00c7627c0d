import { expect, it } from 'vitest';
import { NoiseGuard } from './noise-guard.ts';

function countTo(bytes: number, rowsEvery = Infinity): number | undefined {
  const noise = new NoiseGuard();
  for (let line = 1; line <= 50_000 && !noise.failure; line++) {
    if (line % rowsEvery === 0) noise.row();
    else noise.broken(bytes, line);
  }
  return noise.failure?.code === 'records_broken' ? noise.failure.line : undefined;
}

it('gives up after many broken records, after fewer that are long, and not while rows come', () => {
  expect(countTo(100)).toBe(20_000);
  expect(countTo(4000)).toBe(2000);
  expect(countTo(1_000_000)).toBe(1000);
  expect(countTo(100, 15_000)).toBeUndefined();
});
