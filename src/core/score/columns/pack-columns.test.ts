import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTexts, unpackTexts } from './pack-columns.ts';

const about = { id: 'error_code', metricId: 'error_code', outcomes: new Uint8Array() };

it('texts are as they were after they were packed, and only those that say something travel', () => {
  const text = fc.oneof(fc.constant(''), fc.string());
  fc.assert(
    fc.property(fc.option(fc.array(text), { nil: undefined }), (texts) => {
      const values = new Float64Array(texts?.length ?? 0);
      const column = { ...about, values, ...(texts && { texts }) };
      const packed = packTexts(column);
      expect(packed.texts?.texts ?? []).toEqual((texts ?? []).filter((one) => one !== ''));
      expect(unpackTexts(structuredClone(packed))).toEqual(column);
    }),
  );
});
