import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROLES } from '../../../../tests/support/build.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { recordingSink } from '../../../../tests/support/read-text.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { RowPreparer } from './prepare-rows.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';

function prepare(rows: readonly JsonObject[], reading: ReadingChoices) {
  const { sink, read } = recordingSink();
  const preparer = new RowPreparer(sink, reading, ROLES);
  for (const [index, row] of rows.entries()) preparer.sink.row(row, index + 1);
  preparer.end();
  return read;
}

const CALL = { tool_name: 'home.set', tool_input: { on: true }, id: 'c1' };

it('leaves out and renames calls however the cell is written, and counts them', () => {
  const { rows, notes } = prepare(
    [
      {
        predicted_trajectory: JSON.stringify([CALL, { tool_name: 'submit', tool_input: {} }]),
        reference_trajectory: "['home.set', 'submit']",
      },
      { predicted_trajectory: [{ tool_name: 'other' }], reference_trajectory: 'broken [' },
    ],
    { droppedTools: ['sub*'], renamedTools: [{ from: 'home.set', to: 'set' }] },
  );
  expect(rows).toEqual([
    {
      predicted_trajectory: [{ ...CALL, tool_name: 'set' }],
      reference_trajectory: ['set'],
    },
    { predicted_trajectory: [{ tool_name: 'other' }], reference_trajectory: 'broken [' },
  ]);
  expect(notes).toEqual([
    { code: 'calls_left_out', name: 'submit', count: 2 },
    { code: 'tool_renamed', name: 'home.set', to: 'set', count: 2 },
  ]);
});

it('an expected call that states no arguments states none under its new name', () => {
  const reference_trajectory = [{ name: 'a', $step: 'one' }, { name: 'a' }];
  const { rows } = prepare([{ reference_trajectory }], { renamedTools: [{ from: 'a', to: 'b' }] });
  expect(rows).toEqual([
    { reference_trajectory: [{ name: 'a', $step: 'one', tool_name: 'b' }, 'b'] },
  ]);
});

it('joins calls that have a row each; a run stands at the line of its first call', () => {
  const { rows, lines, notes } = prepare(
    [
      { id: 'b', tool: 'f' },
      { id: 'a', tool: 'g' },
      { id: 'b', tool: 'submit' },
    ],
    {
      grouping: { id: 'id', tool: 'tool', side: 'predicted_trajectory' },
      droppedTools: ['submit'],
    },
  );
  expect(rows).toEqual([
    { id: 'b', predicted_trajectory: ['f'] },
    { id: 'a', predicted_trajectory: ['g'] },
  ]);
  expect(lines).toEqual([1, 2]);
  expect(notes[0]).toEqual({ code: 'calls_grouped', id: 'id', tool: 'tool', calls: 3, runs: 2 });
});

it('converts columns and says so', () => {
  const conversion = {
    role: 'latency_in_seconds',
    column: 'ms',
    unit: 'milliseconds',
  } as const;
  const { rows, notes } = prepare([{ ms: 1500 }], { conversions: [conversion] });
  expect(rows).toEqual([{ ms: 1500, latency_in_seconds: 1.5 }]);
  expect(notes).toEqual([{ code: 'column_converted', conversion }]);
});

it('passes rows on as they are when nothing was chosen', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ predicted_trajectory: json })), (rows) => {
      const read = prepare(rows, { droppedTools: ['no such tool'] });
      for (const [index, row] of rows.entries()) expect(read.rows[index]).toBe(row);
    }),
  );
});
