import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { unitsBySize } from './plan-columns.ts';

const CASES = tablesOf<{
  unitsBySize: [string, JsonObject[], string[]][];
}>('reading');

const ROLES = { predicted_trajectory: 'run', transcript: 'said' };
const call = (more: JsonObject): JsonObject => ({ tool_name: 'a', tool_input: {}, ...more });
const row = (...calls: JsonObject[]): JsonObject => ({ run: calls });

it.each(CASES.unitsBySize)('%s', (_, rows, units) => {
  expect(unitsBySize(rows, ROLES)).toEqual(units);
});

it('looks at the first rows alone', () => {
  const rows = Array.from({ length: 51 }, (_, at) => row(call(at === 50 ? { latency: 1 } : {})));
  expect(unitsBySize(rows, ROLES)).toEqual([]);
  expect(unitsBySize(rows.slice(1), ROLES)).toEqual(['latency in s']);
});
