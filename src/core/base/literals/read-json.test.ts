import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from './read-json.ts';

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const broken = fc
  .tuple(
    json,
    fc.nat(),
    fc.constantFrom('', '"', '{', ']', ',', '\\', '\n', '1', 'e'),
    fc.nat({ max: 3 }),
  )
  .map(([value, place, insert, removed]) => {
    const text = printJson(value);
    const at = place % (text.length + 1);
    return text.slice(0, at) + insert + text.slice(at + removed);
  });

it.each([
  ['any text', fc.string({ unit: 'binary' })],
  [
    'JSON-like text',
    fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\ 01-.eEtrufalsn\n')) }),
  ],
  ['broken JSON', broken],
])('never throws and agrees with JSON.parse on %s', (_name, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const reading = readJson(text);
      expect(reading.ok).toBe(isValid(text));
      if (reading.ok) return;
      expect(reading.reason).not.toBe('Not JSON');
      expect(reading.column).toBeGreaterThan(0);
      expect(reading.column).toBeLessThanOrEqual(text.length + 1);
    }),
    { numRuns: lawRuns(1000) },
  );
});

const nested = `${'[{"a":'.repeat(10_000)}9007199254740993${'}]'.repeat(10_000)}`;

it('reads ten thousand levels, long integers or not', () => {
  expect(readJson(nested).ok).toBe(true);
  expect(readJson(nested.replace('9007199254740993', '1')).ok).toBe(true);
});

it('refuses a text that breaks below a thousand levels for its depth', () => {
  const text = nested.slice(0, -1);
  expect(readJson(text)).toEqual({
    ok: false,
    column: 3001,
    reason: 'Nested deeper than 1000 levels',
  });
});
