const ROUND_CONSTANTS = fractions(64, Math.cbrt);
const INITIAL_STATE = fractions(8, Math.sqrt);

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function fractions(count: number, root: (value: number) => number): Uint32Array {
  const values: number[] = [];
  for (let candidate = 2; values.length < count; candidate++) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor++;
    if (divisor * divisor > candidate) values.push((root(candidate) % 1) * 2 ** 32);
  }
  return Uint32Array.from(values, Math.floor);
}

/**
 * SHA-256 of a text as UTF-8, 64 hexadecimal digits (FIPS 180-4). The browser's own is
 * asynchronous, and missing on insecure pages.
 */
export function sha256(text: string): string {
  const words = pad(utf8(text));
  const state = INITIAL_STATE.slice();
  const schedule = new Uint32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    schedule.set(words.subarray(block, block + 16));
    for (let i = 16; i < 64; i++) {
      const [a, b] = [at(schedule, i - 15), at(schedule, i - 2)];
      const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      schedule[i] = at(schedule, i - 16) + low + at(schedule, i - 7) + high;
    }
    compress(state, schedule);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < 64; i++) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + high + choice + at(ROUND_CONSTANTS, i) + at(schedule, i)) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    // one by one: a list each round is slow until compiled
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + low + majority) | 0;
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
}

type Eight = [number, number, number, number, number, number, number, number];

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}

/** The bytes, a one bit, zeros, and the length in bits: whole blocks of 16 words. */
function pad(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil((bytes.length + 9) / 64) * 16);
  for (let i = 0; i < bytes.length; i++) set(words, i, bytes[i] as number);
  set(words, bytes.length, 0x80);
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function set(words: Uint32Array, index: number, byte: number): void {
  words[index >> 2] = at(words, index >> 2) | (byte << (24 - 8 * (index & 3)));
}

/** The first byte of a character, by the number of bytes that follow. */
const LEADS = [0, 0xc0, 0xe0, 0xf0];

/** Lone surrogates become U+FFFD, as in TextEncoder. */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const character of text) {
    let code = character.codePointAt(0) as number;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    const rest = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes[length++] = (LEADS[rest] as number) | (code >> (6 * rest));
    for (let i = rest - 1; i >= 0; i--) bytes[length++] = 0x80 | ((code >> (6 * i)) & 0x3f);
  }
  return bytes.subarray(0, length);
}
