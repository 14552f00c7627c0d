import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import type { JsonValue } from './json-value.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { applyPatch } from '../../../../tests/support/apply-patch.ts';
import { diffJson } from './json-patch.ts';

const CASES = tablesOf<{
  patches: [string, JsonValue[], JsonValue[], JsonValue[]][];
}>('base');

it('says how one value becomes another', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(applyPatch([before], diffJson(before, after, '/0'))).toEqual([after]);
    }),
    { numRuns: lawRuns(500) },
  );
});

it('has nothing to say of equal values', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(diffJson(value, value, '')).toEqual([]);
    }),
  );
});

it.each(CASES.patches)('is as short as can be: %s', (_what, before, after, operations) => {
  expect(diffJson(before, after, '/3/calls')).toEqual(operations);
});
