import { expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { detailRow } from '#core/explain/row/row-detail.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { noteSides, writeRowScore } from './row-text.ts';

const roles = { reference_trajectory: 'r', predicted_trajectory: 'p' };
const run = {
  roles,
  columns: {
    lines: Uint32Array.of(1, 7),
    offsets: Float64Array.of(0, 4),
    lengths: Uint32Array.of(3, 6),
    issues: {
      counts: {},
      first: [
        {
          code: 'trajectory_unreadable',
          line: 7,
          column: 'p',
          problem: { code: 'trajectory_not_list', found: 'object' },
        },
      ],
    },
  } as unknown as ScoredColumns,
};
const CALLS = [{ tool_name: 't', tool_input: {} }];
const NO_PREDICTION = 'The agent’s calls are not recorded; left out.';
const NO_REFERENCE = 'No expected calls recorded; left out.';

it.each<[JsonObject, row: number, ...notes: string[]]>([
  [{ r: CALLS, p: CALLS }, 0],
  [{ r: CALLS }, 0, NO_PREDICTION],
  [{ p: CALLS }, 0, NO_REFERENCE],
  [{}, 0, NO_REFERENCE, NO_PREDICTION],
  [{ r: CALLS, p: [] }, 0, 'The agent made no call.'],
  [{ r: [], p: [] }, 0, 'No calls on either side.'],
  [{ r: CALLS, p: {} }, 0, 'The agent’s calls cannot be read.'],
  [
    ...([{ r: CALLS, p: {} }, 1] as const),
    'The agent’s calls cannot be read. p is an object; expected a list of calls.',
  ],
])('notes of %j as row %i', (record, row, ...notes) => {
  expect(noteSides(detailRow(record, roles), row, run)).toEqual(notes);
});

it.each([
  ['binary', 1, '1'],
  ['share', 1, '1.00'],
  ['share', 2 / 3, '0.67'],
  ['share', 0.999, '0.999'],
  ['share', 0.001, '0.001'],
  ['share', 0, '0.00'],
  ['seconds', 3.97, '3.97\u00a0s'],
  ['binary', Number.NaN, '–'],
] as const)('writeRowScore %s %d', (scale, value, text) => {
  expect(writeRowScore(scale, value)).toBe(text);
});
