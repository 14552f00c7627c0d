import { isJsonList, isJsonNumber, type JsonObject, type JsonValue } from './json-value.ts';

/**
 * Whether two JSON values are equal as the reference service compares tool inputs: key order is
 * free at every depth, list order counts, `23` equals `23.0`, no type equals another. Texts are
 * compared by code units. The reader caps nesting.
 */
export function isJsonEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint')
    return isJsonNumber(a) && isJsonNumber(b) && a == b;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) && Number.isNaN(b);
  }
  if (isJsonList(a)) return isJsonList(b) && isListEqual(a, b);
  return !isJsonList(b) && isObjectEqual(a, b);
}

function isListEqual(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!isJsonEqual(a[i] as JsonValue, b[i] as JsonValue)) return false;
  }
  return true;
}

function isObjectEqual(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    // hasOwn: otherwise {"__proto__": {}} would equal {"x": 1}
    if (!Object.hasOwn(b, key)) return false;
    if (!isJsonEqual(a[key] as JsonValue, b[key] as JsonValue)) return false;
  }
  return true;
}

/** A text that is the same for equal values only. */
export function canonicalText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (isJsonList(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as JsonValue)}`);
  return `{${members.join()}}`;
}

/** Hashes a text to an unsigned 32-bit integer; `seed` is an earlier hash to continue. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** Hashes a text to 53 bits, enough to identify a row among millions: a safe integer ≥ 0. */
export function hashTextWide(text: string): number {
  return (hashText(text, 0x9e3779b9) & 0x1fffff) * 0x100000000 + hashText(text);
}

/** Hashes a value to an unsigned 32-bit integer, the same for equal values (see `isJsonEqual`). */
export function hashJson(value: JsonValue): number {
  switch (typeof value) {
    case 'string':
      return hashText(value);
    case 'number':
      return hashNumber(value);
    case 'bigint':
      return hashNumber(Number(value)); // a bigint equals the float of the same size
    case 'boolean':
      return value ? 0x2545f491 : 0x6c8e9cf5;
    default:
      break;
  }
  if (value === null) return 0x1b873593;
  if (isJsonList(value)) {
    let hash = 0x3c6ef372;
    for (const item of value) hash = mix(Math.imul(hash, 31) + hashJson(item));
    return hash;
  }
  let sum = 0x5bd1e995;
  for (const key of Object.keys(value)) {
    sum = (sum + mix(hashText(key) ^ Math.imul(hashJson(value[key] as JsonValue), 0x85ebca6b))) | 0;
  }
  return mix(sum);
}

const FLOAT = new Float64Array(1);
const FLOAT_WORDS = new Uint32Array(FLOAT.buffer);

function hashNumber(value: number): number {
  const whole = value | 0;
  if (whole === value) return mix(whole ^ 0x165667b1);
  FLOAT[0] = value;
  return mix((FLOAT_WORDS[0] as number) ^ Math.imul(FLOAT_WORDS[1] as number, 0x27d4eb2f));
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Hashes bytes to 32 bits, unsigned, in two lanes of four bytes, near the speed of memory. */
export function hashBytes(bytes: Uint8Array, seed = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pairsEnd = bytes.length - (bytes.length % 8);
  let a = seed ^ bytes.length;
  let b = 0x9e3779b9;
  for (let at = 0; at < pairsEnd; at += 8) {
    a = Math.imul(a ^ view.getInt32(at, true), 0x5bd1e995);
    b = Math.imul(b ^ view.getInt32(at + 4, true), 0x5bd1e995);
    a ^= a >>> 15;
    b ^= b >>> 15;
  }
  for (let at = pairsEnd; at < bytes.length; at++) a = Math.imul(a ^ view.getUint8(at), 0x01000193);
  let hash = a ^ Math.imul(b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Identifies a file’s content by the hashes of its parts, in order, and its size. */
export function fingerprintOf(hashes: readonly number[], sizeBytes: number): string {
  const words = Uint32Array.from(hashes);
  const bytes = new Uint8Array(words.buffer);
  const text = [hashBytes(bytes, 1), hashBytes(bytes, 2)].map((hash) =>
    hash.toString(16).padStart(8, '0'),
  );
  return `${text.join('')}-${sizeBytes.toString(36)}`;
}
