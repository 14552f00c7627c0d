import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactAnswer, withoutKeys } from './redact.ts';

const LONG = 'canary-key-0123456789';

describe('what is said of a request', () => {
  it('loses the key in use in any writing, and whatever looks like one', () => {
    const key = 'canary+key/with "signs"';
    const body = `bad key ${key}, ${encodeURIComponent(key)}, ${JSON.stringify(key)}`;
    expect(redact(body, [key, ''])).toBe('bad key [key removed], [key removed], "[key removed]"');
    for (const other of ['sk-ant-api03-abcdefgh', `AIza${'b'.repeat(35)}`, 'gsk_abcdefghijkl']) {
      expect(redact(`(${other})`)).toBe('([key removed])');
    }
    expect(redact('Authorization: Bearer abc.def-123456')).toBe('Authorization: [key removed]');
    expect(redact('nothing to hide')).toBe('nothing to hide');
  });

  it('loses short keys too, each once, and all of a key that begins with another', () => {
    expect(redact('bad key: k', ['k'])).toBe('bad [key removed]ey: [key removed]');
    expect(redact('no test, no tester', ['test', 'tester'])).toBe(
      'no [key removed], no [key removed]',
    );
  });

  it('stays as it is when it is cleaned again, and holds none of the keys', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
        (text, keys) => {
          const clean = redact(text, keys);
          expect(redact(clean, keys)).toBe(clean);
          const left = clean.replaceAll('[key removed]', '\0');
          for (const key of keys) if (!key.includes('\0')) expect(left).not.toContain(key);
        },
      ),
    );
  });
});

describe('a key that a provider repeats', () => {
  const KEY = 'pF3+x9/QmZ7b=Lw2Tn8/Kc5+Rv1YdHj6/Us4Ge0Ba==';
  const escaped = (by: (code: number) => string): string =>
    [...KEY].map((char) => (/\w/.test(char) ? char : by(char.charCodeAt(0)))).join('');
  const hex = (code: number): string => code.toString(16).padStart(2, '0');
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  it.each([
    ['plainly', KEY],
    ['cut at its end', KEY.slice(0, 17)],
    ['cut at its start', KEY.slice(-14)],
    ['with escaped slashes', KEY.replaceAll('/', String.raw`\/`)],
    [
      'in JSON in JSON',
      JSON.stringify(JSON.stringify(KEY.replaceAll('/', String.raw`\/`))).slice(3, -3),
    ],
    ['with \\uXXXX', escaped((code) => `\\u00${hex(code)}`)],
    ['with \\uXXXX in capitals', escaped((code) => `\\u00${hex(code).toUpperCase()}`)],
    ['percent-encoded', encodeURIComponent(KEY)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(KEY).toLowerCase() && escaped((code) => `%${hex(code)}`),
    ],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
    ['with entities', escaped((code) => `&#x${hex(code)};`)],
    ['with decimal entities', escaped((code) => `&#${String(code)};`)],
    [
      'with named entities',
      KEY.replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
    ],
    ['quoted-printable', escaped((code) => `=${hex(code).toUpperCase()}`)],
    [
      'quoted-printable over two lines',
      `${KEY.slice(0, 20).replaceAll('=', '=3D')}=\r\n${KEY.slice(20).replaceAll('=', '=3D')}`,
    ],
    ['with a line end inside', `${KEY.slice(0, 20)}\n${KEY.slice(20)}`],
    ['with an escaped line end inside', `${KEY.slice(0, 9)}\\r\\n${KEY.slice(9)}`],
    ['in base64', base64(KEY)],
    ['in base64 after a colon', base64(`:${KEY}`)],
    ['in base64 after a name', base64(`me:${KEY}`)],
    ['in base64 in a URL', Buffer.from(`${KEY}?`).toString('base64url')],
    ['in base64, percent-encoded', encodeURIComponent(base64(KEY))],
  ])('is removed %s', (_, repeated) => {
    const clean = redact(`{"error":{"message":"bad key ${repeated} given"}}`, [KEY]);
    expect(clean).toContain('[key removed]');
    expect(clean).toContain('given');
    for (let at = 0; at + 8 <= repeated.length; at++)
      expect(clean).not.toContain(repeated.slice(at, at + 8));
    expect(withoutKeys(`bad key ${repeated} given`, [KEY])).toContain('bad key ');
  });

  it('leaves nothing of 12 characters, whatever is around it', () => {
    const around = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(
        around,
        around,
        fc.nat(KEY.length - 12),
        fc.nat(30),
        (before, after, from, more) => {
          const piece = KEY.slice(from, from + 12 + more);
          const clean = redact(before + piece + after, [KEY]);
          for (let at = 0; at + 12 <= KEY.length; at++)
            expect(clean).not.toContain(KEY.slice(at, at + 12));
        },
      ),
    );
  });

  it('is found in a large answer soon enough', () => {
    const text = 'Every row is fine. '.repeat(50_000);
    expect(withoutKeys(text + KEY + text, [KEY])).toBe(`${text}[key removed]${text}`);
  });
});

describe('what a judge or an agent said', () => {
  it.each(['test', 'k', 'EMPTY', 'fine', 'key', 'removed', 'ollama', 'eleven-char'])(
    'keeps its words although the key is %j',
    (key) => {
      const said = `All tests are fine, the key k of run_tests {"suite":"test"} is EMPTY; ${key}.`;
      expect(withoutKeys(said, [key])).toBe(said);
      expect(redactAnswer(said, [key])).toBe(said);
    },
  );

  it('loses a long key in any writing', () => {
    for (const clean of [withoutKeys, redactAnswer]) {
      expect(clean(`It is ${LONG}!`, ['test', LONG])).toBe('It is [key removed]!');
    }
  });

  it('loses what looks like a key only where it is no data', () => {
    const said = 'Use sk-proj-abcdefghijkl.';
    expect(redactAnswer(said, [])).toBe('Use [key removed].');
    expect(withoutKeys(said, [])).toBe(said);
  });
});
