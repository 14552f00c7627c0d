import { expect, vi } from 'vitest';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { csv, jsonl, row, type Row } from '../../../tests/e2e/rows.ts';
import {
  failQuestion,
  it,
  openFile,
  openRows,
  runOf,
  settled,
} from '../../../tests/support/open-app.ts';
import { referenceEditorOf } from '#features/references/reference-editor.ts';

const TASKS = [row('a', 'xy', 'xy'), row('b', 'x', 'xy'), row('c', 'y', 'z')];
const OTHER_CALLS = [row('c', 'z', 'z'), row('a', '', 'xy'), row('b', 'xyz', 'xy')];

async function taskSetOf(
  app: AppState,
  rows: readonly Row[],
  name = 'rows.jsonl',
): Promise<TaskSet | undefined> {
  await openFile(app, name, name.endsWith('.csv') ? csv(rows) : jsonl(rows));
  const { id, taskSet } = runOf(app).record;
  expect((await app.library.store.get(id))?.taskSet).toEqual(taskSet);
  return taskSet;
}

const withoutIds = (rows: readonly Row[]) => rows.map(({ id, ...rest }) => rest);

it('is the same for the same tasks in another order, format, or with other calls', async ({
  app,
}) => {
  const known = await taskSetOf(app, TASKS);
  expect(known?.count).toBe(3);
  expect(await taskSetOf(app, OTHER_CALLS, 'other.jsonl')).toEqual(known);
  expect(await taskSetOf(app, OTHER_CALLS, 'other.csv')).toEqual(known);
  expect(await taskSetOf(app, [...TASKS, ...OTHER_CALLS], 'trials.jsonl')).toEqual(known);
});

it('is the same for the records of a framework, under its own keys', async ({ app }) => {
  const known = await taskSetOf(app, TASKS);
  const records = OTHER_CALLS.map(({ id, prompt, predicted_trajectory, reference_trajectory }) => ({
    id,
    question: prompt,
    actual_tool_calls: predicted_trajectory,
    expectedTools: reference_trajectory,
  }));
  expect(await taskSetOf(app, records, 'records.jsonl')).toEqual(known);
  expect(runOf(app).record.formatTitle).toBe('JSONL');
});

it('goes by prompts and references where rows have no ids', async ({ app }) => {
  const known = await taskSetOf(app, withoutIds(TASKS));
  expect(known?.count).toBe(3);
  expect(await taskSetOf(app, withoutIds(OTHER_CALLS), 'other.csv')).toEqual(known);
});

it('is kept when other rules are set', async ({ app }) => {
  const known = await taskSetOf(app, TASKS);
  failQuestion(app, 'taskSet', new Error('asked again'));
  const { id, settings } = runOf(app).record;
  await app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
  await settled(app);
  expect(runOf(app).record.id).not.toBe(id);
  expect(runOf(app).record.taskSet).toEqual(known);
});

it('is absent where nothing says what was asked, and where the rows cannot be read again', async ({
  app,
}) => {
  const alone = TASKS.map(({ id, predicted_trajectory }) => ({ id, predicted_trajectory }));
  expect(await taskSetOf(app, alone)).toBeUndefined();
  failQuestion(app, 'taskSet', new Error('gone'));
  const open = app.reader.open.bind(app.reader);
  vi.spyOn(app.reader, 'open').mockImplementation(async (...args) => {
    const { file } = await open(...args);
    return { file: { ...file, parts: undefined } };
  });
  expect(await taskSetOf(app, TASKS, 'again.jsonl')).toBeUndefined();
  expect(runOf(app).record.state).toBe('complete');
});

it('is that of the references that were accepted', async ({ app }) => {
  await openRows(app, TASKS);
  const known = runOf(app).record.taskSet;
  await referenceEditorOf(app).accept({ kind: 'row', row: 1 });
  await settled(app);
  const { taskSet } = runOf(app).record;
  expect(taskSet?.ids).toBe(known?.ids);
  expect(taskSet?.content).not.toBe(known?.content);
});
