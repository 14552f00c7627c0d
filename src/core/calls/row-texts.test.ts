import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { RowTexts, isRecordedText } from './row-texts.ts';

const textsOf = (response: JsonValue, reference: JsonValue): RowTexts => {
  const cell = (column: string): JsonValue => (column === 'a' ? response : reference);
  return new RowTexts({ cell }, { response: 'a', reference: 'b' });
};

describe('RowTexts', () => {
  it('prints cells that hold no text', () => {
    expect(textsOf(12, [1, { a: 'x' }]).pair).toEqual({
      response: '12',
      reference: '[1, {"a": "x"}]',
    });
    expect(textsOf(true, 9007199254740993n).pair).toEqual({
      response: 'true',
      reference: '9007199254740993',
    });
    expect(textsOf('x'.repeat(50_000), ['y'.repeat(50_000)]).pair.reference).toHaveLength(50_004);
  });

  it('reads words once for all metrics, and again for another stemmer', () => {
    const texts = textsOf('lamps off', 'lamp off');
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
