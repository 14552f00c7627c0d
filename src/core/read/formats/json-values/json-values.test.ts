import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutsOf, json } from '../../../../../tests/support/arbitraries.ts';
import { readText } from '../../../../../tests/support/read-text.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { jsonValues } from './json-values.ts';

it('values printed one after another are read back, however they are printed', () => {
  const object = json.filter(isJsonObject).map((value) => ({ row: value, id: 1 }));
  const texts = fc
    .tuple(fc.array(object, { minLength: 2, maxLength: 4 }), fc.constantFrom(0, 2))
    .chain(([rows, indent]) => {
      const text = rows.map((row) => printJson(row, indent)).join('\n');
      return fc.tuple(fc.constant(rows), cutsOf(text));
    });
  fc.assert(
    fc.property(texts, ([rows, pieces]) => {
      expect(readText(jsonValues, pieces).rows).toEqual(rows);
    }),
  );
});
