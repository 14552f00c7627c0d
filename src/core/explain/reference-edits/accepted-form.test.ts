import { expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { formsFor, writeForm } from './accepted-form.ts';

const UUIDS = ['123e4567-e89b-12d3-a456-426614174000', 'FFFFFFFF-0000-4000-8000-abcdefabcdef'];
const PROSE = 'The mug arrived in two pieces, and the box had been opened before';

it.each<[string, JsonValue, JsonValue, string | undefined]>([
  ['ids', 'ORD-17', 'ORD-23', '^ORD-\\d{2}$'],
  ['ids of different lengths', 'ORD-1', 'ORD-23', '^ORD-\\d+$'],
  ['one more id', { $any: ['A1', 'A2'] }, 'A3', '^A\\d$'],
  ['dates', '2024-01-05', '2025-11-30', '^\\d{4}-\\d{2}-\\d{2}$'],
  ['addresses', 'https://a.example/x', 'http://b.example', '^https?:\\/\\/\\S+$'],
  ['UUIDs', UUIDS[0]!, UUIDS[1]!, expect.stringContaining('{8}') as string],
  ['words', 'damaged', 'broken', '^[a-z]+$'],
  ['an id and a word', 'A1', 'None', undefined],
  ['a date and a word', '2024-01-05', 'soon', undefined],
  ['sentences', `${PROSE} 1.`, `${PROSE} 2.`, undefined],
])('the expression that texts have in common: %s', (_, expected, made, source) => {
  const choice = formsFor(expected, made).find(({ kind }) => kind === 'regex');
  const form = choice && 'form' in choice ? choice.form : undefined;
  expect(form).toEqual(source && { kind: 'regex', source });
});

it('a value that looks like a pattern is accepted as what it is', () => {
  const value = [{ where: { $any: [1] } }];
  expect(writeForm(1, { kind: 'one-of', value })).toEqual({
    $any: [1, [{ where: { $literal: { $any: [1] } } }]],
  });
});
