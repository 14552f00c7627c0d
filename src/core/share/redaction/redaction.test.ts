import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { FINDERS, FOUND_KINDS, type FoundKind } from './kinds.ts';
import { LiteralIndex } from './literal-index.ts';
import { findWordProblem, Redactor } from './redactor.ts';
import type { RedactionChoices } from './redaction.ts';
import { rewriteTokens } from './rewrite-tokens.ts';

const CASES = tablesOf<{
  found: [FoundKind, string, string][];
  notFound: [FoundKind, string][];
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

async function redactText(text: string, choices?: Partial<RedactionChoices>): Promise<JsonValue> {
  return (await redact([{ text }], choices)).rows[0]?.['text'] ?? null;
}

describe('what is found by its form', () => {
  it.each(CASES.found)('%s: %s', (kind, text, expected) => {
    expect(FINDERS[kind](text).map(([from, to]) => text.slice(from, to))).toEqual([expected]);
  });

  it.each(CASES.notFound)('is not %s: %s', (kind, text) => {
    expect(FINDERS[kind](text)).toEqual([]);
  });

  it.each([
    ['@', '@'],
    ['a@', 'a@'],
    ['a.', '@a.'],
    ['4 ', '4 '],
    ['+1 ', '+1 '],
    ['1.', '1.'],
    ['a:', ':'],
    ['DE12 ', 'DE'],
    ['sk-', '-sk'],
    ['-eyJ', 'eyJ'],
    ['-----BEGIN PRIVATE KEY-----', '-'],
    ['0', '1'],
  ])('takes a time linear in a hostile text of %j', (unit, end) => {
    const timeOf = (length: number): number => {
      const text = unit.repeat(Math.ceil(length / unit.length)) + end;
      const startMs = performance.now();
      for (const kind of FOUND_KINDS) FINDERS[kind](text);
      return performance.now() - startMs;
    };
    const best = (length: number): number => Math.min(...[1, 2, 3].map(() => timeOf(length)));
    // eight times as long: in linear time 8, in quadratic time 64 times as much
    expect(best(32_000)).toBeLessThan(Math.max(300, 36 * best(4_000)));
  });
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

  it('keeps its shape: types, keys that hold nothing and lengths of lists', async () => {
    const given = { tool_name: 'send', tool_input: { to: ['a@b.example', 3], note: null } };
    const { rows } = await redact([{ predicted_trajectory: [given] }]);
    expect(rows).toEqual([
      { predicted_trajectory: [{ ...given, tool_input: { to: ['[email 1]', 3], note: null } }] },
    ]);
  });

  it('numbers placeholders on from those that the data has', async () => {
    expect(await redactText('[email 4] and a@b.example')).toBe('[email 4] and [email 5]');
  });

  it('keeps the spaces and escapes of a text that is JSON', async () => {
    const text = '{ "to":"a\\u0040b.example",  "ü": "\\u00fc", "n": 12345678 }';
    expect(await redactText(text)).toBe('{ "to":"[email 1]",  "ü": "\\u00fc", "n": "[number 1]" }');
  });

  it('tells a number from the text with its digits', async () => {
    const { rows } = await redact([{ a: 12345678, b: '12345678', c: 12345678 }]);
    expect(rows).toEqual([{ a: '[number 1]', b: '[number 2]', c: '[number 1]' }]);
  });

  it('keeps measured numbers and the words that readers go by', async () => {
    const call = { type: 'function', start_ms: 1_700_000_000_000, role: 'assistant' };
    const { rows } = await redact([{ a: [call] }], { words: ['function', 'start', 'assistant'] });
    expect(rows).toEqual([{ a: [call] }]);
  });

  it('keeps what was switched off', async () => {
    const { rows, redactor } = await redact([{ a: 'a@b.example c@d.example' }], {
      kept: ['text a@b.example'],
    });
    expect(rows).toEqual([{ a: 'a@b.example [email 2]' }]);
    expect(redactor.note.counts).toEqual([{ label: 'email', values: 1, places: 1 }]);
  });

  it('replaces and removes columns, and their longer values elsewhere', async () => {
    const { rows, redactor } = await redact(
      [
        {
          customer: 'Ada Lovelace',
          plan: 'free',
          secret: 'Analytical',
          note: 'Ada Lovelace: free',
        },
        { customer: 'Ada Lovelace', plan: 'free', secret: 7, note: 'Analytical, Ada' },
      ],
      {
        columns: [
          { name: 'customer', treatment: 'replace' },
          { name: 'plan', treatment: 'replace' },
          { name: 'secret', treatment: 'remove' },
        ],
      },
    );
    expect(rows).toEqual([
      { customer: '[customer 1]', plan: '[plan 1]', note: '[customer 1]: free' },
      { customer: '[customer 1]', plan: '[plan 1]', note: '[secret 1], Ada' },
    ]);
    expect(redactor.found[0]).toMatchObject({ row: 1, column: 'customer', places: 3 });
  });

  it('finds own words in any case and expressions as they are written', async () => {
    const words = ['acme', '/T-\\d+/'];
    expect(await redactText('Acme, ACME-x, T-12, t-13', { words })).toBe(
      '[word 1], [word 2]-x, [word 3], t-13',
    );
    expect(findWordProblem(['a', '/(a/'])?.word).toBe('/(a/');
    expect(findWordProblem(words)).toBeUndefined();
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

describe('LiteralIndex', () => {
  it('finds from left to right, the longest', () => {
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
});
