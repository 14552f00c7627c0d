import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { bleuScore, cutBleuWords, readBleuWords } from './bleu.ts';

const scoreOf = (response: string, reference: string, useEffectiveOrder = false): number =>
  bleuScore(readBleuWords(response, reference), useEffectiveOrder);

function bleuWords(text: string): string[] {
  const words: string[] = [];
  cutBleuWords(text, (whole, from, to) => words.push(whole.slice(from, to)));
  return words;
}

/** The tokenizer as three replacements over the whole text. */
function wordsByReplacing(text: string): string[] {
  const space =
    '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
  return text
    .replace(new RegExp(`${space}$`), '')
    .replace(/(\P{Nd})([^\P{P}\\])/gu, '$1 $2 ')
    .replace(/([^\P{P}\\])(\P{Nd})/gu, ' $1 $2')
    .replace(/(\p{S})/gu, ' $1 ')
    .split(new RegExp(space))
    .filter((word) => word !== '');
}

const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from('a1.,;!?\\$€"“-—\t\n \u00a0\u0085\ufeff\u200b\u3000٣é日\ud83d\ude00\ud800'),
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('cutBleuWords', () => {
  it('cuts as the three replacements do', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(bleuWords(text)).toEqual(wordsByReplacing(text));
      }),
      { numRuns: lawRuns(2000) },
    );
  });

  it.each([
    ['Done, at 3.5 °C.', ['Done', ',', 'at', '3.5', '°', 'C', '.']],
    ['Done, ok. ', ['Done', ',', 'ok', '.']],
    ['in 2024.', ['in', '2024.']],
    ['in 2024. Yes', ['in', '2024', '.', 'Yes']],
    ['C:\\tmp', ['C', ':', '\\tmp']],
    ['!?', ['!', '?']],
    ['', []],
  ])('cuts %j', (text, words) => {
    expect(bleuWords(text)).toEqual(words);
  });
});

describe('bleuScore', () => {
  it('is 1 for a text of four words and itself, and stays in [0,1]', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c.', '7'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.boolean(), (a, b, effective) => {
        const score = scoreOf(a.join(' '), b.join(' '), effective);
        expect(score >= 0 && score <= 1).toBe(true);
        const same = ['x', 'y', 'z', 'x', ...a].join(' ');
        expect(scoreOf(same, same, effective)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('gives short responses 0 unless the effective order is used', () => {
    expect(scoreOf('Paris', 'Paris')).toBe(0);
    expect(scoreOf('Paris', 'Paris', true)).toBe(1);
    expect(scoreOf('London', 'Paris', true)).toBe(0);
  });

  it('punishes a response that is shorter than the reference', () => {
    expect(scoreOf('a b c d', 'a b c d e f g h')).toBeCloseTo(Math.exp(-1), 12);
    expect(scoreOf('', 'a b c d')).toBe(0);
    expect(scoreOf('a b c d', '')).toBe(0);
  });
});
