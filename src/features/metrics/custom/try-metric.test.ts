import { expect, it } from 'vitest';
import { accessTo, completeField, listFields, parameterOf } from './try-metric.ts';

it('lists what an instance holds, calls by their tools', () => {
  const calls = ['a', 'b'].map((tool_name) => ({ tool_name, tool_input: {} }));
  const instance = { team: 'returns', calls, latency: 4.3, reference: null, empty: [] };
  expect(listFields(instance).map(({ kind, preview }) => [kind, preview])).toEqual([
    ...[
      ['text', '"returns"'],
      ['2 calls', 'a, b'],
      ['number', '4.3'],
    ],
    ...[
      ['nothing', 'null'],
      ['list', '[]'],
    ],
  ]);
  expect(accessTo('row', 'team', undefined)).toBe('row.team');
  expect(accessTo('row', 'my column', undefined)).toBe('row["my column"]');
  expect(accessTo('instance', 'team', 'python')).toBe('instance["team"]');
});

it.each([
  ['function m(instance) {\n  return instance.', 'prompt, predicted_trajectory, team'],
  ['function m(row) {\n  return row?.p', 'prompt, predicted_trajectory'],
  ['(row) => row["', 'prompt, predicted_trajectory, team, my column'],
  ["def m(instance):\n    return instance.get('te", 'team'],
  ['function m(instance) {\n  return other.', ''],
])('completes %j', (code, options) => {
  const names = ['prompt', 'predicted_trajectory', 'team', 'my column'];
  const { from, to, options: found } = completeField(code, code.length, names);
  expect(found.join(', ')).toBe(options);
  expect(code.slice(from, to)).toBe(/\w*$/.exec(code)?.[0]);
  expect(parameterOf(code)).toBe(code.includes('row') ? 'row' : 'instance');
});
