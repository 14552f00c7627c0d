import { describe, expect, it } from 'vitest';
import { RowTexts, isRecordedText } from './row-texts.ts';
import { whyBleuIsZero, whyRougeIsZero } from './why-zero.ts';

describe('RowTexts', () => {
  it('prints cells that hold no text', () => {
    expect(new RowTexts(12, [1, { a: 'x' }]).pair).toEqual({
      response: '12',
      reference: '[1, {"a": "x"}]',
    });
    expect(new RowTexts(true, 9007199254740993n).pair).toEqual({
      response: 'true',
      reference: '9007199254740993',
    });
    expect(new RowTexts('x'.repeat(50_000), ['y'.repeat(50_000)]).pair.reference).toHaveLength(
      50_004,
    );
  });

  it('reads words once for all metrics, and again for another stemmer', () => {
    const texts = new RowTexts('lamps off', 'lamp off');
    expect(texts.bleu()).toBe(texts.bleu());
    const plain = texts.rouge(false);
    expect(texts.rouge(false)).toBe(plain);
    expect(texts.rouge(true).words.distinct).toBe(2);
    expect(texts.rouge(false).words.distinct).toBe(3);
  });

  it('takes an empty text as recorded, null and nothing as not', () => {
    expect(['', 0, false].map((cell) => isRecordedText(cell))).toEqual([true, true, true]);
    expect([null, undefined].map((cell) => isRecordedText(cell))).toEqual([false, false]);
  });
});

describe('why a score is 0', () => {
  it.each([
    ['Paris', 'Paris', false, /four words and the response has one word/],
    ['lights off now', 'lights off now', false, /has 3 words/],
    ['lights off now', 'lights off now', true, /^$/],
    ['this is another text', 'nothing alike', false, /^$/],
    ['', 'Paris', true, /^The response has no words/],
    ['', ' ', false, /^Both texts have no words/],
  ])('BLEU of %j and %j', (response, reference, effective, sentence) => {
    expect(whyBleuIsZero(new RowTexts(response, reference), effective)).toMatch(sentence);
  });

  it.each([
    ['消しました', '消しました', 1, /Both texts have none/],
    ['消しました', 'off', 1, /The response has none/],
    ['off', '—', 2, /The expected answer has none/],
    ['off', 'off now', 2, /pairs of words/],
    ['off', 'on', 1, /^$/],
    ['off now', 'on then', 2, /^$/],
  ] as const)('ROUGE of %j and %j', (response, reference, runLength, sentence) => {
    expect(whyRougeIsZero(new RowTexts(response, reference), runLength)).toMatch(sentence);
  });
});
