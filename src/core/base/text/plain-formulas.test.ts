import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { bleuScore, cutBleuWords, readBleuWords } from './bleu.ts';
import { porterStem } from './porter-stem.ts';
import { readRougeTexts, rougeL, rougeLSum, rougeN } from './rouge.ts';

// The scores as their papers write them, over lists of strings.

function countShared(response: readonly string[], reference: readonly string[], n: number) {
  const runsOf = (list: readonly string[]): string[] =>
    list.slice(n - 1).map((_, i) => JSON.stringify(list.slice(i, i + n)));
  const [made, left] = [runsOf(response), runsOf(reference)];
  const expected = left.length;
  let matched = 0;
  for (const run of made) {
    const at = left.indexOf(run);
    if (at < 0) continue;
    left.splice(at, 1);
    matched++;
  }
  return { matched, made: made.length, expected };
}

/** How many words two lists have in common order. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    for (const [i, other] of b.entries())
      next.push(one === other ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!));
    row = next;
  }
  return row[b.length]!;
}

function fMeasure(matched: number, response: number, reference: number): number {
  if (matched === 0) return 0;
  const [precision, recall] = [matched / response, matched / reference];
  return (2 * precision * recall) / (precision + recall);
}

function plainBleu(
  response: readonly string[],
  reference: readonly string[],
  useEffectiveOrder: boolean,
): number {
  const all = [1, 2, 3, 4].map((n) => countShared(response, reference, n));
  const counts = useEffectiveOrder ? all.filter(({ made }) => made > 0) : all;
  if (all[0]!.matched === 0 || counts.at(-1)!.made === 0) return 0;
  let [logs, smoothing] = [0, 1];
  for (const { matched, made } of counts) {
    if (matched === 0) smoothing *= 2;
    logs += Math.log(matched === 0 ? 1 / (smoothing * made) : matched / made);
  }
  const shortage = Math.min(0, 1 - reference.length / response.length);
  return Math.min(1, Math.exp(shortage + logs / counts.length));
}

function bleuWords(text: string): string[] {
  const words: string[] = [];
  cutBleuWords(text, (whole, from, to) => words.push(whole.slice(from, to)));
  return words;
}

const rougeWords = (text: string, useStemmer: boolean): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) =>
    useStemmer && word.length > 3 ? porterStem(word) : word,
  );

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'the',
    'The',
    'rooms',
    'room',
    'booked',
    '3.5',
    '.',
    ',',
    '!?',
    '-',
    '€',
    'é',
  ),
  fc.constantFrom('İ', '日本', '\ud83d\ude00', '\u00a0', '\t'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '')), { maxLength: 40 })
  .map((parts) => parts.flat().join(''));

it('the text metrics are those of the plain formulas, to the last bit', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (response, reference, useStemmer) => {
      const words = readBleuWords(response, reference);
      for (const useEffectiveOrder of [false, true])
        expect(bleuScore(words, useEffectiveOrder)).toBe(
          plainBleu(bleuWords(response), bleuWords(reference), useEffectiveOrder),
        );
      const texts = readRougeTexts(response, reference, useStemmer);
      const [a, b] = [rougeWords(response, useStemmer), rougeWords(reference, useStemmer)];
      for (const n of [1, 2] as const) {
        const { matched, made, expected } = countShared(a, b, n);
        expect(rougeN(texts, n)).toBe(fMeasure(matched, made, expected));
      }
      expect(rougeL(texts)).toBe(fMeasure(commonLength(a, b), a.length, b.length));
      if (!/\n/.test(response + reference)) expect(rougeLSum(texts)).toBe(rougeL(texts));
    }),
    { numRuns: lawRuns(1000) },
  );
});
