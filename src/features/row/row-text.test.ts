import { describe, expect, it } from 'vitest';
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
const notes = (record: JsonObject, row = 0) => noteSides(detailRow(record, roles), row, run);

describe('noteSides', () => {
  it('is silent when both sides have calls', () => {
    expect(notes({ r: CALLS, p: CALLS })).toEqual([]);
  });

  it('tells missing, empty and unreadable apart', () => {
    expect(notes({ r: CALLS })).toEqual(['No predicted trajectory recorded; not scored.']);
    expect(notes({ p: CALLS })).toEqual(['No reference trajectory recorded; not scored.']);
    expect(notes({ r: CALLS, p: [] })).toEqual(['The prediction is an empty list: no calls.']);
    expect(notes({ r: [], p: [] })).toEqual(['No calls on either side.']);
    expect(notes({})).toHaveLength(2);
  });

  it('gives the reason of what cannot be read, if it is known', () => {
    const record = { r: CALLS, p: {} };
    expect(notes(record, 1)).toEqual([
      'The predicted trajectory cannot be read. p is an object; expected a list of calls.',
    ]);
    expect(notes(record, 0)).toEqual(['The predicted trajectory cannot be read.']);
  });
});

describe('writeRowScore', () => {
  it.each([
    ['binary', 1, '1'],
    ['share', 1, '1.00'],
    ['share', 2 / 3, '0.67'],
    ['share', 0.999, '>0.99'],
    ['share', 0.001, '<0.01'],
    ['share', 0, '0.00'],
    ['seconds', 3.97, '3.97\u00a0s'],
    ['binary', Number.NaN, '–'],
  ] as const)('%s %d', (scale, value, text) => {
    expect(writeRowScore(scale, value)).toBe(text);
  });
});
