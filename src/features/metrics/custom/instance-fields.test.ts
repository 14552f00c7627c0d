import { describe, expect, it } from 'vitest';
import { accessTo, completeField, listFields, parameterOf } from './instance-fields.ts';

const NAMES = ['prompt', 'predicted_trajectory', 'team', 'my column'];

it('lists what an instance holds, calls by their tools', () => {
  const call = (tool_name: string) => ({ tool_name, tool_input: {} });
  const instance = {
    team: 'returns',
    calls: [call('a'), call('b')],
    latency: 4.3,
    reference: null,
  };
  expect(listFields(instance)).toEqual([
    { name: 'team', kind: 'text', preview: '"returns"' },
    { name: 'calls', kind: '2 calls', preview: 'a, b' },
    { name: 'latency', kind: 'number', preview: '4.3' },
    { name: 'reference', kind: 'nothing', preview: 'null' },
  ]);
  expect(listFields({ empty: [], more: { a: 1 } }).map(({ kind }) => kind)).toEqual([
    'list',
    'object',
  ]);
});

it.each([
  ['row', 'team', undefined, 'row.team'],
  ['row', 'my column', undefined, 'row["my column"]'],
  ['instance', 'team', 'python', 'instance["team"]'],
] as const)('%s has %s in %s as %s', (parameter, name, language, access) => {
  expect(accessTo(parameter, name, language)).toBe(access);
});

describe('completion', () => {
  it.each([
    ['function m(instance) {\n  return instance.', ['prompt', 'predicted_trajectory', 'team']],
    ['function m(row) {\n  return row?.p', ['prompt', 'predicted_trajectory']],
    ['(row) => row["', NAMES],
    ['def m(instance):\n    return instance["my', ['my column']],
    ["def m(instance):\n    return instance.get('te", ['team']],
    ['function m(instance) {\n  return other.', []],
    ['function m(instance) {\n  return instance.team', []],
  ])('after %j', (code, options) => {
    const word = /[\w$]*$/.exec(code)?.[0] ?? '';
    const { from, to, options: found } = completeField(code, code.length, NAMES);
    expect(found).toEqual(options);
    expect([from, to]).toEqual([code.length - word.length, code.length]);
  });

  it('knows what the code calls the instance', () => {
    expect(['(row) => 1', 'row => 1', 'async function x (a, b) {', ''].map(parameterOf)).toEqual([
      'row',
      'row',
      'a',
      'instance',
    ]);
  });
});
