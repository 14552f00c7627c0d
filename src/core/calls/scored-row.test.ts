import { expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { RowTexts, isRecordedText } from './scored-row.ts';

const textsOf = (response: JsonValue, reference: JsonValue): RowTexts => {
  const cell = (column: string): JsonValue => (column === 'a' ? response : reference);
  return new RowTexts({ cell }, { response: 'a', reference: 'b' });
};

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

it('reads both texts once for all metrics with the same reader', () => {
  const texts = textsOf('lamps off', 'lamp off');
  let readings = 0;
  const lengths = (response: string, reference: string): readonly number[] => {
    readings++;
    return [response.length, reference.length];
  };
  expect(texts.as(lengths)).toEqual([9, 8]);
  expect(texts.as(lengths)).toBe(texts.as(lengths));
  expect(readings).toBe(1);
  expect(texts.as(() => undefined)).toBeUndefined();
});

it('takes an empty text as recorded, null and nothing as not', () => {
  expect(['', 0, false].map((cell) => isRecordedText(cell))).toEqual([true, true, true]);
  expect([null, undefined].map((cell) => isRecordedText(cell))).toEqual([false, false]);
});
