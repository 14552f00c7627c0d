import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../../tests/support/arbitraries.ts';
import type { AdapterOptions } from '#core/read/framework/adapter.ts';
import { findCandidates, readCandidates } from './candidates.ts';

const OPTIONS: AdapterOptions = { turns: 'rows', subAgents: 'all', droppedTools: [] };

const FILE = [
  {
    id: 1,
    want: { required_tool_calls: ['look_up', 'write'] },
    log: { made: [{ fn: 1 }, { tool: 'look_up', input: { q: 'a' } }] },
    tools: [{ name: 'look_up', parameters: { type: 'object', properties: {} } }],
  },
  { id: 2, want: { required_tool_calls: [] }, log: { made: '[{"tool":"write","input":{}}]' } },
];

describe('findCandidates', () => {
  it('counts lists and calls by place, and guesses the side by the nearest name', () => {
    expect(findCandidates(FILE)).toMatchObject([
      {
        path: '[].want.required_tool_calls',
        side: 'reference',
        lists: 2,
        calls: 2,
        isNamesOnly: true,
        example: 'look_up',
      },
      {
        path: '[].log.made',
        side: 'predicted',
        lists: 2,
        calls: 2,
        isNamesOnly: false,
        example: 'look_up({"q": "a"})',
      },
    ]);
  });

  it('finds nothing in definitions, words and plain rows', () => {
    const definition = { name: 'f', parameters: { type: 'object', properties: {} } };
    expect(findCandidates([{ tools: [definition], tags: ['a', 'b'], prompt: 'Hi' }])).toEqual([]);
  });
});

describe('readCandidates', () => {
  const [reference, predicted] = findCandidates(FILE).map(({ segments }) => segments);

  it('makes a row of each record that the two sides share', () => {
    const { rows, notes } = readCandidates(
      FILE,
      { predicted: predicted!, reference: reference! },
      OPTIONS,
    );
    // what stands around the lists is kept under its own names
    expect(rows).toEqual([
      {
        ...FILE[0],
        predicted_trajectory: [{ tool_name: 'look_up', tool_input: { q: 'a' } }],
        reference_trajectory: ['look_up', 'write'],
      },
      {
        ...FILE[1],
        predicted_trajectory: [{ tool_name: 'write', tool_input: {} }],
        reference_trajectory: [],
      },
    ]);
    expect(notes).toMatchObject([
      { code: 'call_unreadable', count: 1, path: '[].log.made[0]' },
      { code: 'names_only', detail: 'reference' },
    ]);
  });

  it('reads one side alone', () => {
    const { rows } = readCandidates(FILE, { predicted: predicted! }, OPTIONS);
    expect(rows[1]).toEqual({
      ...FILE[1],
      predicted_trajectory: [{ tool_name: 'write', tool_input: {} }],
    });
  });

  it('takes any file and any of its candidates', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 4 }), (values) => {
        for (const { segments } of findCandidates(values)) {
          expect(
            readCandidates(values, { predicted: segments }, OPTIONS).rows.length,
          ).toBeGreaterThan(0);
        }
      }),
    );
    let deep: (typeof FILE)[number] | object = {};
    for (let level = 0; level < 20_000; level++) deep = { deep };
    expect(findCandidates([deep as never])).toEqual([]);
  });
});
