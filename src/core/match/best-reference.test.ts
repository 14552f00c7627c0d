import { describe, expect, it } from 'vitest';
import { call, calls, cellOf, scoreRecords } from '../../../tests/support/build.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { detailRow } from '#core/explain/row/row-detail.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { bestReference } from './best-reference.ts';
import { EXACT_RULES } from './rules.ts';

const ROLES = {
  predicted_trajectory: 'p',
  reference_trajectories: 'rs',
  reference_trajectory: 'r',
};
const recordOf = (made: string, ...expected: readonly string[]): JsonObject => ({
  p: cellOf(calls(made)),
  rs: expected.map((letters) => cellOf(calls(letters))),
});
const placeOf = (made: string, ...expected: readonly string[]) =>
  bestReference(readRow(recordOf(made, ...expected), ROLES, 1).row)?.place;

describe('bestReference', () => {
  const cases: [made: string, expected: string[], place: number, why: string][] = [
    ['ab', ['ba', 'ab'], 2, 'exact before any order'],
    ['axb', ['ba', 'ab'], 2, 'in order before any order'],
    ['ab', ['cd', 'bac', 'ba'], 3, 'any order before a share'],
    ['ab', ['cd', 'ac'], 2, 'the higher F1'],
    ['ab', ['ab', 'ab'], 1, 'of equally close ones the first'],
  ];

  it.each(cases)('%s of %j: %i, %s', (made, expected, place) => {
    expect(placeOf(made, ...expected)).toBe(place);
  });

  it('is none without both sides', () => {
    expect(bestReference(readRow({ rs: [cellOf(calls('a'))] }, ROLES, 1).row)).toBeUndefined();
  });
});

describe('what is shown of a row', () => {
  it('is set against the closest reference, in causes too', () => {
    const record = recordOf('ab', 'xyz', 'ab');
    expect(detailRow(record, ROLES)).toMatchObject({
      reference: { place: 2, count: 2 },
      preview: { barcode: '==', why: [] },
    });
    const columns = scoreRecords([
      {
        predicted_trajectory: cellOf(calls('ab')),
        reference_trajectories: [cellOf(calls('xyz')), cellOf(calls('ac'))],
      },
    ]);
    expect(columns.signatures.names.map((name) => name.split('\t').at(-1))).toEqual(['c', 'b']);
  });

  it('takes an optional call that was not made for no difference', () => {
    const optional = [call('a'), call('b')].map(({ tool_name, tool_input }) => ({
      tool_name,
      tool_input,
      ...(tool_name === 'b' ? { optional: true } : {}),
    }));
    const record = { p: cellOf(calls('a')), r: optional };
    const matching = { ...EXACT_RULES, optionalCalls: true };
    const detail = detailRow(record, ROLES, { ...DEFAULT_SETTINGS, matching });
    expect(detail.preview).toMatchObject({ barcode: '=', why: [], moreCount: 0 });
    expect(detail.slots[1]).toMatchObject({ kind: 'missing', isSkipped: true });
    expect(detailRow(record, ROLES).slots[1]).not.toHaveProperty('isSkipped');
  });
});
