import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { FINDERS, FOUND_KINDS, type FoundKind } from './kinds.ts';
import { LiteralIndex } from './literal-index.ts';
import { findWordProblem, Redactor, rewriteTokens } from './redactor.ts';
import type { RedactionChoices, RedactionNote } from './redaction.ts';

const CASES = tablesOf<{
  slowTexts: [string, string][];
  found: [FoundKind, string, string][];
  notFound: [FoundKind, string][];
  copies: [
    string,
    JsonObject[],
    Partial<RedactionChoices>,
    JsonObject[],
    RedactionNote['counts']?,
  ][];
}>('redaction');

const EVERYTHING: RedactionChoices = { kinds: FOUND_KINDS, words: [], columns: [], kept: [] };

async function redact(
  rows: readonly JsonObject[],
  choices: Partial<RedactionChoices> = {},
): Promise<{ readonly rows: readonly JsonObject[]; readonly redactor: Redactor }> {
  const redactor = new Redactor({ ...EVERYTHING, ...choices });
  const out = await redactor.run(() =>
    Promise.resolve(rows.map((row, index) => redactor.row(row, index))),
  );
  return { rows: out, redactor };
}

describe('what is found by its form', () => {
  it.each(CASES.found)('%s: %s', (kind, text, expected) => {
    expect(FINDERS[kind](text).map(([from, to]) => text.slice(from, to))).toEqual([expected]);
  });

  it.each(CASES.notFound)('is not %s: %s', (kind, text) => {
    expect(FINDERS[kind](text)).toEqual([]);
  });

  it.each(CASES.slowTexts)(
    'ends on a long hostile text of %j: a quadratic search would take minutes',
    (unit, end) => {
      const text = unit.repeat(Math.ceil(300_000 / unit.length)) + end;
      for (const kind of FOUND_KINDS) expect(FINDERS[kind](text)).toBeInstanceOf(Array);
    },
  );
});

const secret = fc.constantFrom(
  'ada@example.com',
  'bob@example.com',
  'xada@example.com',
  'sk-abcdefgh12345678',
  '4111111111111111',
  '192.168.0.17',
  '123e4567-e89b-12d3-a456-426614174000',
  'DE89370400440532013000',
  '12345678',
  'Ärger "Co" \\ 7',
);
const piece = fc.oneof(
  secret,
  secret.map((value) => JSON.stringify(value)),
  secret.map(encodeURIComponent),
  secret.map((value) => JSON.stringify({ mail: value, n: [1, value] })),
  fc.constantFrom('', ' ', 'x', '7', '[email 1]', '[word 2 url]', '[', ', ', 'é'),
);
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom(1, 12345678, 4111111111111111, 12345678901234567890n, null, true, 0.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('tool_name', 'a', 'b')), tie('value'), {
      maxKeys: 3,
    }),
  ),
}));
const rows = fc.array(fc.record({ a: value, b: value }), { minLength: 1, maxLength: 3 });
const WORDS = { words: ['Ärger "Co" \\ 7', '/x+a/'] };

describe('a redacted copy', () => {
  it('holds no value that was found, in any form', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const { rows: out, redactor } = await redact(given, WORDS);
        const written = out.map((row) => printJson(row)).join('\n');
        for (const { value, key } of redactor.found) {
          const forms = key.startsWith('text ')
            ? [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
            : [];
          for (const form of forms) expect(written).not.toContain(form);
        }
      }),
      { numRuns: lawRuns(60) },
    );
  });

  it('has equal values where they were equal, and nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const { rows: out } = await redact(given, WORDS);
        const before = given.flatMap(({ a, b }) => [a, b]);
        const after = out.flatMap((row) => [row['a'] ?? null, row['b'] ?? null]);
        for (const [i, left] of before.entries()) {
          for (const [j, right] of before.entries()) {
            const isEqual = isJsonEqual(after[i] as JsonValue, after[j] as JsonValue);
            expect(isEqual).toBe(isJsonEqual(left, right));
          }
        }
      }),
      { numRuns: lawRuns(60) },
    );
  });

  it('is the same when it is redacted again', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const once = await redact(given, WORDS);
        const twice = await redact(once.rows, WORDS);
        expect(twice.rows).toEqual(once.rows);
        expect(twice.redactor.note.counts).toEqual([]);
      }),
      { numRuns: lawRuns(60) },
    );
  });

  it.each(CASES.copies)('keeps %s', async (_, given, choices, redacted, counts) => {
    const { rows, redactor } = await redact(given, choices);
    expect(rows).toEqual(redacted);
    if (counts) expect(redactor.note.counts).toEqual(counts);
  });

  it('says where each value was found, and which own word cannot be read', async () => {
    const [, given, choices] = CASES.copies.at(-1)!;
    const { redactor } = await redact(given, choices);
    expect(redactor.found[0]).toMatchObject({ row: 1, column: 'customer', places: 3 });
    expect(findWordProblem(['a', '/(a/'])?.word).toBe('/(a/');
    expect(findWordProblem(['acme', '/T-\\d+/'])).toBeUndefined();
  });
});

describe('rewriteTokens', () => {
  it('changes nothing where nothing is rewritten, for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const keep = <T>(value: T): T => value;
        expect(rewriteTokens(text, { text: keep, key: keep, number: keep })).toBe(text);
      }),
      { numRuns: lawRuns(50) },
    );
  });

  it('says the key of each value', () => {
    const seen: [string, string][] = [];
    const note = (value: string, key: string): string => {
      seen.push([key, value]);
      return value;
    };
    rewriteTokens('{"a":"1","b":["2",{"c":"3"},"4"],"d":"5"}', {
      text: note,
      key: (key) => key,
      number: (value) => value,
    });
    expect(seen).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['b', '4'],
      ['d', '5'],
    ]);
  });
});

it('LiteralIndex finds from left to right, the longest', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 });
  const place = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), place, (words, text) => {
      const index = new LiteralIndex<string>();
      for (const word of words) index.add(word, word);
      const longest = [...words].sort((a, b) => b.length - a.length);
      const expected =
        words.length === 0 ? [] : [...text.matchAll(new RegExp(longest.join('|'), 'g'))];
      expect(index.find(text).map(({ from, meaning }) => [from, meaning])).toEqual(
        expected.map(({ index: at, 0: found }) => [at, found]),
      );
    }),
    { numRuns: lawRuns(200) },
  );
});
