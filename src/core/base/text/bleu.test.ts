import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { cutBleuWords } from './bleu.ts';

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
