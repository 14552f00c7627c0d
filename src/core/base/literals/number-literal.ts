import type { ToleranceCounter } from './tolerance.ts';

/** A number (a text for a complex number) with the offset after it. */
export interface NumberResult {
  readonly value: number | bigint | string;
  readonly end: number;
}

const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const DIGITS = String.raw`\d(?:_?\d)*`;
const FLOAT = String.raw`(?:${DIGITS}(?:\.(?:${DIGITS})?)?|\.${DIGITS})(?:[eE][+-]?${DIGITS})?`;
const BASED = String.raw`0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+`;
const SIGNED = new RegExp(String.raw`([+-]?)[ \t]*(?:(${BASED})|(${FLOAT})([jJ]?))(?![\w.])`, 'y');
const IMAGINARY = new RegExp(String.raw`[ \t]*([+-])[ \t]*(${FLOAT})[jJ](?![\w.])`, 'y');

/**
 * Reads a Python number from its sign or first digit: `1_000`, `0x1F`, `.5`, `3+4j`; else
 * undefined. Integers beyond 2^53 are exact; a complex number becomes the text Python prints.
 */
export function readNumberLiteral(
  text: string,
  at: number,
  tolerances: ToleranceCounter,
): NumberResult | undefined {
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[0];
  if (plain !== undefined && !mayBeComplex(text, at + plain.length)) {
    const value = toNumber(plain);
    if (value === Infinity || value === -Infinity) tolerances.add('beyond_range', at);
    return { value, end: at + plain.length };
  }
  SIGNED.lastIndex = at;
  const match = SIGNED.exec(text);
  if (!match) return undefined;
  const [token, sign = '', based, float = '', imaginary] = match;
  const end = at + token.length;
  if (based !== undefined) {
    tolerances.add('number_forms', at);
    const whole = BigInt(based.replaceAll('_', '').toLowerCase());
    return { value: toShortest(sign === '-' ? -whole : whole), end };
  }
  // Python accepts 00 but not 012
  if (imaginary === '' && /^0[\d_]+$/.test(float) && /[1-9]/.test(float)) return undefined;
  if (imaginary !== '') return complex(`${sign === '-' ? '-' : ''}${float}j`, at, end, tolerances);
  IMAGINARY.lastIndex = end;
  const other = IMAGINARY.exec(text);
  if (other) {
    const parts = `(${sign === '-' ? '-' : ''}${float}${other[1] ?? ''}${other[2] ?? ''}j)`;
    return complex(parts, at, end + other[0].length, tolerances);
  }
  if (token !== plain) tolerances.add('number_forms', at);
  return { value: toNumber((sign === '-' ? '-' : '') + float.replaceAll('_', '')), end };
}

function mayBeComplex(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) === 32) at++;
  const code = text.charCodeAt(at);
  return code === 43 || code === 45;
}

function complex(
  value: string,
  at: number,
  end: number,
  tolerances: ToleranceCounter,
): NumberResult {
  tolerances.add('python_objects', at, 'complex');
  return { value: value.replaceAll('_', ''), end };
}

function toNumber(token: string): number | bigint {
  const value = Number(token);
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(token)) return value;
  return BigInt(token);
}

function toShortest(whole: bigint): number | bigint {
  const value = Number(whole);
  return Number.isSafeInteger(value) ? value : whole;
}
