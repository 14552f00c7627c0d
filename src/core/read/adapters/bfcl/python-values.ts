import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { parseJson, rewriteNumbers } from '#core/base/json/parse-json.ts';

/** A type as Python's `type()` tells them apart. */
export type PythonType = 'str' | 'int' | 'float' | 'bool' | 'list' | 'dict' | 'NoneType';

/** Marks a whole number that was written with a point or an exponent: Python tells 1.0 from 1. */
const FLOAT = '\u0000float';

/**
 * Reads JSON text as Python's `json.loads` does, as far as types go.
 * @returns the value, in which whole numbers written as 1.0 are marked; see {@link plainOf} and
 *   {@link typeOf}; undefined where the text is no JSON
 */
export function loadJson(text: string): JsonValue | undefined {
  const marked = rewriteNumbers(text, (token) => {
    const isWritten = /[.eE]/.test(token) && Number.isInteger(Number(token));
    return isWritten ? `{${JSON.stringify(FLOAT)}:${token}}` : token;
  });
  try {
    return parseJson(marked);
  } catch {
    return undefined; // who asks says what it means
  }
}

const PYTHON_NUMBER = /(?<![\w.])\d+(?:\.\d*)?(?:[eE][+-]?\d+)?(?![\w.])/g;

/** Marks the floats of a Python text, those in strings left alone, as {@link loadJson} does those of JSON. */
export function markFloats(source: string): string {
  const parts: string[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (quote === '' && (character === '"' || character === "'")) {
      parts.push(markNumbers(source.slice(from, at)));
      from = at;
      quote = character;
    } else if (quote !== '' && character === '\\') at++;
    else if (quote !== '' && character === quote) {
      parts.push(source.slice(from, at + 1));
      from = at + 1;
      quote = '';
    }
  }
  return [...parts, markNumbers(source.slice(from))].join('');
}

function markNumbers(source: string): string {
  return source.replace(PYTHON_NUMBER, (token) =>
    /[.eE]/.test(token) && Number.isInteger(Number(token)) ? `{'${FLOAT}': ${token}}` : token,
  );
}

function isFloat(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, FLOAT);
}

/** The value without marks. */
export function plainOf(value: JsonValue): JsonValue {
  if (isFloat(value)) return value[FLOAT] as JsonValue;
  if (isJsonList(value)) return value.map(plainOf);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainOf(item)]));
}

/** The type that Python gives a value that {@link loadJson} read. */
export function typeOf(value: JsonValue): PythonType {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (isJsonList(value)) return 'list';
  if (isFloat(value)) return 'float';
  if (isJsonObject(value)) return 'dict';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int' : 'float';
}
