import { rewriteNumbers } from '#core/base/json/parse-json.ts';
import { readJson, type ReadResult } from '#core/base/literals/read-json.ts';

/** Marks the text of a float. */
const MARK = '\ue000';
const MARKED = new RegExp(`"${MARK}([^"]*)"|${MARK}`, 'g');
const FLOAT = /[.eE]/;

/** Parses JSON and marks the numbers that are floats in Python, for {@link withoutMarks}. */
export function readKeepingFloats(text: string): ReadResult {
  const reading = readJson(text);
  if (!reading.ok || !FLOAT.test(text)) return reading;
  const marked = rewriteNumbers(text, (token) =>
    FLOAT.test(token) ? `"${MARK}${printPythonFloat(Number(token))}"` : token,
  );
  return readJson(marked);
}

/** Removes the marks of {@link readKeepingFloats} and the quotes around them. */
export function withoutMarks(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, '$1') : text;
}

/** Writes a float as Python does: `2.0`, `0.5`, `1e-05`, `1e+16`, `inf`. */
export function printPythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace('Infinity', 'inf').toLowerCase();
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16)
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  const plain = Object.is(value, -0) ? '-0' : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}
