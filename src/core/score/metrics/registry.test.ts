import { expect, it } from 'vitest';
import { titleOf } from './registry.ts';

it('titleOf names a column by its metric or its tool', () => {
  expect(titleOf({ metricId: 'trajectory_recall' })).toEqual({
    title: 'Recall',
    short: 'recall',
    letter: 'R',
    isCode: false,
  });
  const tool = titleOf({ metricId: 'trajectory_single_tool_use', tool: 'search' });
  expect(tool).toEqual({ title: 'search', short: 'search', letter: 'T', isCode: true });
  expect(titleOf({ metricId: 'gone' })).toEqual({
    title: 'gone',
    short: 'gone',
    letter: '',
    isCode: false,
  });
});
