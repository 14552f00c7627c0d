import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  adjustHolm,
  mcnemarTest,
  pairedInterval,
  signFlipTest,
} from '#core/base/statistics/paired.ts';
import { seededRandom } from '#core/base/statistics/interval.ts';

interface Golden {
  readonly source: string;
  readonly random: readonly { seed: number; values: readonly number[] }[];
  readonly mcnemar: readonly {
    onlyBaseline: number;
    onlyCandidate: number;
    p: number;
    midP: number | null;
  }[];
  readonly bootstrap: readonly {
    differences: readonly number[];
    seed: number;
    resamples: number;
    low: number;
    high: number;
  }[];
  readonly signFlip: readonly { differences: readonly number[]; p: number }[];
  readonly holm: readonly { p: readonly number[]; adjusted: readonly number[] }[];
}

const FILE = new URL('./fixtures/statistics/cases.json', import.meta.url);
const golden = JSON.parse(readFileSync(FILE, 'utf8')) as Golden;

describe('statistics against values computed elsewhere', () => {
  it.each(golden.random)('random numbers of seed $seed', ({ seed, values }) => {
    const random = seededRandom(seed);
    expect(values.map(() => random())).toEqual(values);
  });

  it.each(golden.mcnemar)(
    'McNemar of $onlyBaseline and $onlyCandidate',
    ({ onlyBaseline, onlyCandidate, p, midP }) => {
      const found = mcnemarTest(onlyBaseline, onlyCandidate);
      expect(Math.abs(found.p - p)).toBeLessThan(1e-12);
      if (midP === null) expect(found.midP).toBeNull();
      else expect(Math.abs((found.midP ?? Number.NaN) - midP)).toBeLessThan(1e-12);
    },
  );

  it.each(golden.bootstrap)(
    'bootstrap of $differences',
    ({ differences, seed, resamples, low, high }) => {
      const found = pairedInterval(Float64Array.from(differences), seed, resamples)!;
      expect(Math.abs(found.low - low)).toBeLessThan(1e-12);
      expect(Math.abs(found.high - high)).toBeLessThan(1e-12);
      expect(found.method).toBe('bootstrap');
    },
  );

  it.each(golden.signFlip)('sign flips of $differences', ({ differences, p }) => {
    expect(Math.abs(signFlipTest(Float64Array.from(differences), 1) - p)).toBeLessThan(1e-12);
  });

  it.each(golden.holm)('Holm of $p', ({ p, adjusted }) => {
    for (const [index, value] of adjustHolm(p).entries()) {
      expect(Math.abs(value - adjusted[index]!)).toBeLessThan(1e-12);
    }
  });
});
