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
