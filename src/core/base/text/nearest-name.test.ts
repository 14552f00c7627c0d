import { expect, it } from 'vitest';
import { nameMeant } from './nearest-name.ts';

it.each([
  ['recal', 'recall'],
  ['Recall', 'recall'],
  ['precison', 'precision'],
  ['exact', 'exact_match'],
  ['', undefined],
  ['sweetness', undefined],
])('“%s” stands for %s', (name, expected) => {
  expect(nameMeant(name, ['rouge_1', 'recall', 'precision', 'exact_match'])).toBe(expected);
});
