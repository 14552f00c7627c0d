import { SAMPLES } from '#samples/registry.ts';
import { describe, expect, vi } from 'vitest';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { fixtureText } from '../../../tests/support/format-fixtures.ts';
import { openQuestion } from '#features/data/open-question.ts';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import {
  it,
  openFile,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
  shownRows,
} from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from './open-run.ts';

const names = (app: AppState): string[] => app.library.list.map(({ name }) => name);

const valuesOf = (run: OpenRun, id: string) =>
  run.columns.scores.find((column) => column.id === id)?.values;

function settingsWith(change: Partial<MetricSettings>): MetricSettings {
  return { ...DEFAULT_SETTINGS, tools: [], ...change };
}

describe('other settings', () => {
  it('compute anew only the scores that they change, and replace the run', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    const before = runOf(app);
    await app.workspace.setSettings(settingsWith({ duplicates: 'multiset' }));
    await settled(app);
    const after = runOf(app);
    expect(after.record.settings.duplicates).toBe('multiset');
    const taken = (id: string): boolean => valuesOf(after, id) === valuesOf(before, id);
    expect(taken('trajectory_exact_match')).toBe(true);
    expect(taken('trajectory_recall')).toBe(false);
    expect(after.rows).toBe(before.rows);
    expect(names(app)).toEqual(['rows', 'On-device home assistant']);
    expect(app.library.find(before.record.id)).toBeUndefined();
  });

  it('ask no worker to score where they only take metrics away', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    const scoring = vi.spyOn(app.pool, 'run');
    await app.workspace.setSettings(settingsWith({ metrics: ['trajectory_recall'] }));
    await settled(app);
    expect(scoring).not.toHaveBeenCalled();
    expect(runOf(app).summary.map(({ columnId }) => columnId)).toEqual(['trajectory_recall']);
    expect(scoresOf(app, 'trajectory_recall')).toEqual([1, 1, 1]);
  });

  it('read every row anew where how calls are compared changes', async ({ app }) => {
    const search = (words: string) => [{ tool_name: 'search', tool_input: { words } }];
    const sides = {
      predicted_trajectory: search('Lamp'),
      reference_trajectory: search('lamp'),
    };
    await openRows(app, [{ id: 'a', ...sides }]);
    expect(scoresOf(app, 'trajectory_exact_match')).toEqual([0]);
    const rule = { mode: 'exact', ignoreCase: true } as const;
    await app.workspace.setSettings(settingsWith({ matching: { ...EXACT_RULES, rule } }));
    await settled(app);
    expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1]);
    expect((await shownRows(app))[0]?.why).toEqual([]);
  });

  it('are kept for what is opened next where nothing is open', async ({ app }) => {
    app.workspace.clear();
    await app.workspace.setSettings(settingsWith({ duplicates: 'multiset' }));
    expect(app.workspace.phase.kind).toBe('empty');
    await openRows(app, THREE_ROWS);
    expect(runOf(app).record.settings.duplicates).toBe('multiset');
  });

  it('of a stored run make another beside it', async ({ app }) => {
    const sample = runOf(app).record.id;
    await openRows(app, THREE_ROWS);
    expect(await app.workspace.openRun(sample)).toBe(true);
    await app.workspace.setSettings(settingsWith({ duplicates: 'multiset' }));
    await settled(app);
    expect(app.library.find(sample)?.settings.duplicates).toBe('membership');
    expect(names(app)).toHaveLength(3);
  });
});

describe('another column for a role', () => {
  // of two columns with calls none is taken without being asked
  const RENAMED = fixtureText('rows.jsonl').replaceAll(
    '"reference_trajectory"',
    '"drafted": [{"tool_name": "renew_card", "tool_input": {}}], "wanted"',
  );

  it('is scored at once, and taken again for files with the same columns', async ({ app }) => {
    await openFile(app, 'renamed.jsonl', RENAMED);
    expect(receiptOf(app)).toMatch(/“drafted” \(.*\) and “wanted” \(.*\) hold calls\./);
    await app.workspace.setRoles({ reference_trajectory: 'wanted' });
    await settled(app);
    await expectFourRows(app);
    expect(receiptOf(app)).not.toContain('hold calls');
    await openRows(app, THREE_ROWS);
    await openFile(app, 'again.jsonl', RENAMED);
    await expectFourRows(app);
    expect(receiptOf(app)).toContain('Read like the last file with these columns.');
    expect(runOf(app).record.roles.reference_trajectory).toBe('wanted');
    await app.workspace.openSample(SAMPLES[0]!);
    await settled(app);
    await app.workspace.correct(RENAMED);
    expect(runOf(app).record.roles.reference_trajectory).toBe('wanted');
  });

  it('may be none: the side is not asked for then', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    await app.workspace.setRoles({ reference_trajectory: '' });
    await settled(app);
    expect(scoresOf(app, 'trajectory_exact_match')).toEqual([null, null, null]);
    expect(openQuestion(runOf(app))).toBeUndefined();
  });
});

it('what a judge or a person has said is shown of the open run and of no other', async ({
  app,
}) => {
  const sample = runOf(app);
  await openRows(app, THREE_ROWS);
  const run = runOf(app);
  await app.workspace.runs.change(sample.record.id, (run) => ({ ...run, key: 'other' }));
  expect(runOf(app)).toBe(run);
  const settings = settingsWith({ thresholds: { trajectory_recall: 0.5 } });
  await app.workspace.runs.change(run.record.id, (run) => ({
    ...run,
    record: { ...run.record, settings },
  }));
  expect(app.workspace.settings.thresholds).toBe(settings.thresholds);
  expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
});

describe('a run from outside', () => {
  async function openedFromOutside(app: AppState): Promise<void> {
    await openRows(app, THREE_ROWS);
    const run = runOf(app);
    await app.workspace.openSample((await import('#samples/registry.ts')).SAMPLES[0]!);
    await settled(app);
    await app.workspace.saveNow();
    await app.workspace.openUnsaved({ ...run, key: `${run.key} from outside` });
  }

  it('is open and not stored: after a reload there is what was left', async ({ app }) => {
    await openedFromOutside(app);
    expect(app.workspace.isUnsaved).toBe(true);
    expect(runOf(app).record).toMatchObject({ sourceId: '', state: 'running' });
    expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(app.workspace.title).toBe('rows');
    expect(names(app)).toEqual(['rows', 'On-device home assistant']);
    const again = await reopenApp();
    expect(again.workspace.title).toBe('On-device home assistant');
  });

  it('is stored as a run of its own, once, when a person keeps it', async ({ app }) => {
    await openedFromOutside(app);
    await app.workspace.keep();
    await app.workspace.keep();
    expect(app.workspace.isUnsaved).toBe(false);
    expect(names(app)).toEqual(['rows', 'rows', 'On-device home assistant']);
    const again = await reopenApp();
    expect(runOf(again).record.id).toBe(runOf(app).record.id);
    expect(await shownIds(again)).toEqual(['r-same', 'r-swapped', 'r-extra']);
  });

  it('is stored once it is scored anew', async ({ app }) => {
    await openedFromOutside(app);
    await app.workspace.setSettings(settingsWith({ duplicates: 'multiset' }));
    await settled(app);
    expect(app.workspace.isUnsaved).toBe(false);
    expect(runOf(app).record.state).toBe('complete');
    expect(scoresOf(app, 'trajectory_recall')).toEqual([1, 1, 1]);
  });

  it('need not be kept when it is stored already', async ({ app }) => {
    await app.workspace.keep();
    expect(names(app)).toHaveLength(1);
  });
});
