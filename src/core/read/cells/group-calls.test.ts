import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../../tests/support/arbitraries.ts';
import { findLongFormat, groupCalls } from './group-calls.ts';
import type { LongFormat } from '#core/read/choices/reading-choices.ts';

it.each([
  [
    [
      { case_id: 'a', step: 1, tool: 'f', args: '{}' },
      { case_id: 'a', step: 2, tool: 'g', args: '{}' },
    ],
    { id: 'case_id', tool: 'tool', input: 'args', step: 'step', side: 'predicted_trajectory' },
  ],
  [
    [
      { id: 1, expectedTool: 'f' },
      { id: 1, expectedTool: 'g' },
    ],
    { id: 'id', tool: 'expectedTool', side: 'reference_trajectory' },
  ],
  [[{ id: 1, tool: 'f' }, { id: 1 }], undefined],
  [
    [
      { id: 1, tool: 'a long text' },
      { id: 1, tool: 'another' },
    ],
    undefined,
  ],
  [[{ id: 1 }, { id: 1 }], undefined],
  [[], undefined],
])('findLongFormat of %j', (rows, expected) => {
  expect(findLongFormat(rows)).toEqual(expected);
});

const FORMAT: LongFormat = {
  id: 'id',
  tool: 'tool',
  input: 'input',
  step: 'step',
  side: 'predicted_trajectory',
};

describe('groupCalls', () => {
  it('orders by step, keeps the other columns, in lists where they differ, and reads arguments', () => {
    const rows = [
      { id: 'b', tool: 'g', input: '{"n":2}', step: '10', prompt: 'Q' },
      { id: 'a', tool: '', input: null, step: 1 },
      { id: 'a', tool: 'NULL', input: null, step: 2 },
      { id: 'b', tool: 'f', input: 'words', step: '9', prompt: 'other' },
      { tool: 'x' },
      { id: 'b', tool: 'h', step: '11' },
    ];
    expect(groupCalls(rows, FORMAT).map(({ row }) => row)).toEqual([
      {
        id: 'b',
        prompt: ['other', 'Q', null],
        predicted_trajectory: [
          { tool_name: 'f', tool_input: 'words' },
          { tool_name: 'g', tool_input: { n: 2 } },
          { tool_name: 'h' },
        ],
      },
      { id: 'a', predicted_trajectory: [] },
      { predicted_trajectory: [{ tool_name: 'x' }] },
    ]);
  });

  it('writes names where no arguments are recorded, and tells the first row of a run', () => {
    const rows = [
      { id: 1, tool: 'f', output: 1 },
      { id: 1, tool: 'g', output: 1 },
    ];
    const [run] = groupCalls(rows, { id: 'id', tool: 'tool', side: 'reference_trajectory' });
    const row = { id: 1, output: 1, reference_trajectory: ['f', 'g'] };
    expect(run).toEqual({ row, first: rows[0] });
    const [other] = groupCalls([{ ...rows[0], output: 2 }, ...rows], FORMAT);
    expect(other?.row['predicted_trajectory']).toContainEqual({ tool_name: 'g', output: 1 });
  });

  it('keeps every call and never throws', () => {
    const row = fc.record({
      id: fc.constantFrom(1, '1', 2),
      tool: fc.constantFrom('f', 'g'),
      input: json,
      step: json,
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        findLongFormat(rows);
        const calls = groupCalls(rows, FORMAT).flatMap(
          ({ row: run }) => run['predicted_trajectory'],
        );
        expect(calls).toHaveLength(rows.length);
      }),
    );
  });
});
