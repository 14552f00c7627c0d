import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRougeTexts, rougeL, rougeLSum, rougeN } from './rouge.ts';

const wordsOf = (text: string, useStemmer = false): number =>
  readRougeTexts(text, '', useStemmer).words.prediction.length;
const sharesWord = (a: string, b: string, useStemmer: boolean): boolean =>
  rougeN(readRougeTexts(a, b, useStemmer), 1) > 0;

describe('readRougeTexts', () => {
  it('reads runs of a–z and 0–9 only, in lower case', () => {
    expect(wordsOf('It’s 23.5°C — naïve_x!')).toBe(8);
    expect(wordsOf('電気を消しました')).toBe(0);
    expect(sharesWord('273 \u212a', '0 k', false)).toBe(true);
  });

  it('starts a line at every line end that words follow', () => {
    const { responseLines, referenceLines } = readRougeTexts('\n\na b\n—\nc\r\n', 'x', false);
    expect([responseLines, referenceLines]).toEqual([
      [0, 2, 3],
      [0, 1],
    ]);
  });

  it('stems words of more than three letters', () => {
    expect(sharesWord('booking', 'booked', true)).toBe(true);
    expect(sharesWord('booking', 'booked', false)).toBe(false);
    expect(sharesWord('its', 'it', true)).toBe(false);
  });
});

describe('rougeLSum', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', '\n'), { maxLength: 30 })
    .map((words) => words.join(' '));

  it('is at most what the words allow in any order, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const both = readRougeTexts(a, b, false);
        expect(rougeLSum(both)).toBeGreaterThanOrEqual(0);
        expect(rougeLSum(both)).toBeLessThanOrEqual(rougeN(both, 1) + 1e-12);
        expect(rougeLSum(readRougeTexts(`x ${a}`, `x ${a}`, false))).toBe(1);
      }),
    );
  });

  it('sees lines in another order as the same summary', () => {
    const both = readRougeTexts('c d e\na b', 'a b\nc d e', false);
    expect([rougeL(both), rougeLSum(both)]).toEqual([0.6, 1]);
  });
});
