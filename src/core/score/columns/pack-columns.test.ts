import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTexts, unpackTexts, packInfos, unpackInfos } from './pack-columns.ts';

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

const infosOf = (count: number): { name: string; filled: number }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `key ${index}`, filled: index % 3 }));

it.each([0, 1, 1000, 1001, 5000])('%i columns are the same after being passed on', (count) => {
  const infos = infosOf(count);
  expect(unpackInfos(structuredClone(packInfos({ columns: infos })))).toEqual({ columns: infos });
});

it('many columns are passed on without an object for each', () => {
  expect(packInfos({ columns: infosOf(1001) }).columns).toMatchObject({ names: { length: 1001 } });
  const few = infosOf(1000);
  expect(packInfos({ columns: few }).columns).toBe(few);
});
