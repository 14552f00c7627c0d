import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRuns, internWords } from './word-lists.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), {
  maxLength: 40,
});

/** Counts by comparing every run as text. */
function countByText(response: string[], reference: string[], length: number): unknown {
  const runsOf = (list: string[]): string[] =>
    list.slice(length - 1).map((_, i) => list.slice(i, i + length).join(' '));
  const left = runsOf(reference);
  const total = left.length;
  let matched = 0;
  for (const run of runsOf(response)) {
    const at = left.indexOf(run);
    if (at < 0) continue;
    left.splice(at, 1);
    matched++;
  }
  return { matched, response: runsOf(response).length, reference: total };
}

describe('countRuns', () => {
  it('counts what comparing every run as text counts', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const expected = [1, 2, 3, 4].map((length) => countByText(a, b, length));
        expect(countRuns(internWords(a, b), 4)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('matches all runs of a text and itself, however many there are', () => {
    const long = Array.from({ length: 3000 }, (_, i) => `w${String(i % 1700)}`);
    expect(countRuns(internWords(long, long), 3).map(({ matched }) => matched)).toEqual([
      3000, 2999, 2998,
    ]);
  });
});

describe('internWords', () => {
  it('gives equal words the same integer', () => {
    expect(internWords(['b', 'toString'], ['a', 'b', 'a'])).toEqual({
      reference: [0, 1, 0],
      prediction: [1, 2],
      distinct: 3,
    });
  });
});
