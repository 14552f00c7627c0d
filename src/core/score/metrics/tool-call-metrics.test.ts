import { expect, it } from 'vitest';
import { printJson } from '#core/base/json/parse-json.ts';
import { printPythonFloat, readKeepingFloats, withoutMarks } from './tool-call-metrics.ts';

it.each([
  [2, '2.0'],
  [-0, '-0.0'],
  [0.1, '0.1'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [1.5e300, '1.5e+300'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-1.25e-7, '-1.25e-07'],
  [Number.POSITIVE_INFINITY, 'inf'],
  [Number.NEGATIVE_INFINITY, '-inf'],
])('printPythonFloat %d is %s', (value, text) => {
  expect(printPythonFloat(value)).toBe(text);
});

it('readKeepingFloats keeps floats outside of texts, and all else', () => {
  const reading = readKeepingFloats(
    '{"a": [1.0, 2, 1e2], "1.0": "3.0 \\"4.0", "b": 12345678901234567890}',
  );
  const text = reading.ok ? withoutMarks(printJson(reading.value)) : '';
  expect(text).toBe('{"a":[1.0,2,100.0],"1.0":"3.0 \\"4.0","b":12345678901234567890}');
  expect(readKeepingFloats('{"a": 1.0').ok).toBe(false);
});
