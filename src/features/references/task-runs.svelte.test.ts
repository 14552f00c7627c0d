import { describe, expect, it } from 'vitest';
import { openApp, openFile, runOf } from '../../../tests/support/open-app.ts';
import { candidatesOf, chosenAtFirst, rowsOfTask } from './task-runs.ts';

const call = (tool_name: string) => ({ tool_name, tool_input: {} });
const row = (id: string | null, made: string) => ({
  ...(id === null ? {} : { id }),
  predicted_trajectory: [call(made)],
  reference_trajectory: [call('a')],
});

async function openTrials(made: readonly (readonly [string | null, string])[]) {
  const app = await openApp();
  const text = made.map(([id, tool]) => JSON.stringify(row(id, tool))).join('\n');
  await openFile(app, 'trials.jsonl', text);
  return runOf(app);
}

describe('the runs of a task', () => {
  it('are the rows with its id', async () => {
    const run = await openTrials([
      ['x', 'a'],
      ['y', 'a'],
      ['x', 'b'],
    ]);
    expect(rowsOfTask(run, 2)).toEqual([0, 2]);
    expect(rowsOfTask(run, 1)).toEqual([1]);
  });

  it('that pass are learnt from, where there are several, else all', async () => {
    const run = await openTrials([
      ['x', 'a'],
      ['x', 'b'],
      ['x', 'a'],
      ['y', 'a'],
      ['y', 'b'],
    ]);
    const candidates = candidatesOf(run, rowsOfTask(run, 0));
    expect(candidates.map(({ isPassing }) => isPassing)).toEqual([true, false, true]);
    expect([...chosenAtFirst(candidates)]).toEqual([0, 2]);
    expect([...chosenAtFirst(candidatesOf(run, rowsOfTask(run, 3)))]).toEqual([3, 4]);
  });
});
