import { expect, it } from 'vitest';
import { scoreRecords } from '../../../../tests/support/build.ts';
import { nameTasks, sampleTasks, tasksOf, type TaskSet } from './task-set.ts';

/** A row as it was scored: without an id, its content is its key. */
interface Row {
  readonly id?: number;
  readonly content: number;
}

function named(rows: readonly Row[]): TaskSet | undefined {
  const tasks = tasksOf({
    idKeys: Float64Array.from(rows, ({ id = Number.NaN }) => id),
    contentKeys: Float64Array.from(rows, ({ id, content }) =>
      id === undefined ? content : Number.NaN,
    ),
  });
  return nameTasks(
    tasks,
    new Map([...tasks.sample.values()].map((row) => [row, rows[row]?.content ?? Number.NaN])),
  );
}

const many = (count: number, change: Partial<Row> = {}, at = -1): Row[] =>
  Array.from({ length: count }, (_, id) => ({
    id: id * 7919,
    content: id,
    ...(id === at && change),
  }));

/** The content key of a row with neither prompt nor reference. */
const { contentKeys } = scoreRecords([{ predicted_trajectory: [] }]);
const blank = contentKeys[0] ?? 0;

it('counts tasks', () => {
  expect(named(many(18))?.count).toBe(18);
});

it('does not depend on the order of rows', () => {
  expect(named(many(300).toReversed())).toEqual(named(many(300)));
});

it('counts trials of a task once', () => {
  expect(named([...many(18), ...many(18)])).toEqual(named(many(18)));
});

it('has other ids where a task was added, and other content where one was changed', () => {
  const before = named(many(18));
  expect(named(many(19))?.ids).not.toBe(before?.ids);
  const after = named(many(18, { content: 99 }, 7));
  expect(after?.ids).toBe(before?.ids);
  expect(after?.content).not.toBe(before?.content);
});

it('knows whose content it is', () => {
  const swapped = [
    { id: 1, content: 2 },
    { id: 2, content: 1 },
  ];
  expect(named(swapped)?.content).not.toBe(
    named(swapped.map(({ id }) => ({ id, content: id })))?.content,
  );
});

it('takes prompts and references for rows without ids', () => {
  const rows = [{ content: 5 }, { content: 3 }];
  expect(named(rows)).toEqual(named(rows.toReversed()));
  expect(named(rows)?.ids).not.toBe(named([{ content: 5 }])?.ids);
});

it('looks at a sample of many tasks, the same in any order', () => {
  const tasks = tasksOf({
    idKeys: Float64Array.from(many(1000), ({ id }) => id ?? 0),
    contentKeys: new Float64Array(1000).fill(Number.NaN),
  });
  expect(tasks.keys).toHaveLength(1000);
  expect(tasks.sample.size).toBe(64);
});

it.each([
  ['rising', many(20_000)],
  ['falling', many(20_000).toReversed()],
  [
    'after many trials of one task',
    [...many(17_000).map(() => ({ id: 5, content: 5 })), ...many(9)],
  ],
  ['of so many tasks that each counts', many(256)],
])('samples the smallest keys of rows %s', (_, rows) => {
  const keys = Float64Array.from(rows, ({ id }) => id ?? 0);
  const distinct = [...new Set(keys)].sort((a, b) => a - b);
  const expected = distinct.slice(0, distinct.length > 256 ? 64 : 256);
  const sample = [...sampleTasks(keys)];
  expect(sample.map(([key]) => key).sort((a, b) => a - b)).toEqual(expected);
  for (const [key, row] of sample) expect(row).toBe(keys.indexOf(key));
});

it('names nothing where only ids are known, or nothing', () => {
  expect(named([{ id: 1, content: blank }])).toBeUndefined();
  expect(named([{ content: blank }, { content: blank }])).toBeUndefined();
  expect(
    named([
      { id: 1, content: blank },
      { id: 2, content: 5 },
    ]),
  ).toBeDefined();
  expect(named([])).toBeUndefined();
});
