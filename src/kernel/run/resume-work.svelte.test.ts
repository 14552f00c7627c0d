import { describe, expect } from 'vitest';
import { SAMPLES } from '#samples/registry.ts';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureText } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  reopenApp,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { putRaw, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { jsonl, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { DraftRecord } from '#kernel/storage/schema.ts';
import type { AppState } from '#kernel/app.svelte.ts';

async function draft(): Promise<DraftRecord> {
  const [stored] = await readRaw('drafts');
  return stored as DraftRecord;
}

/** Waits until the work is stored so that a reload finds this text of it. */
async function draftHas(text: string): Promise<void> {
  await eventually(async () => expect((await draft()).text).toBe(text));
}

describe('a reload', () => {
  it('keeps typed work and its run', async ({ app }) => {
    const text =
      '{"id": "own-1", "predicted_trajectory": [{"tool_name": "a"}], "reference_trajectory": [{"tool_name": "a"}]}\n';
    app.workspace.edit(text);
    await eventually(() => expect(runOf(app).columns.rowCount).toBe(1));
    await settled(app);
    await draftHas(text);
    const again = await reopenApp();
    expect(runOf(again).record.id).toBe(runOf(app).record.id);
    expect(again.workspace.text).toBe(text);
    expect(await shownIds(again)).toEqual(['own-1']);
  });

  it('keeps unfinished text', async ({ app }) => {
    app.workspace.edit('{"id": "half');
    await draftHas('{"id": "half');
    const again = await reopenApp();
    expect(again.workspace.text).toBe('{"id": "half');
    await eventually(() =>
      expect(again.workspace.phase).toMatchObject({ issue: { code: 'file_not_json', line: 1 } }),
    );
  });

  it('does not score a text again over which the workers were lost, until it is asked to', async ({
    app,
  }) => {
    const text = jsonl(THREE_ROWS);
    app.workspace.edit(text);
    await until(() => app.workspace.progress !== undefined);
    const timer = setInterval(() => {
      for (const worker of [...ThreadWorker.living]) worker.crash();
    });
    await until(() => app.workspace.phase.kind === 'unreadable');
    clearInterval(timer);
    await eventually(async () => expect(await draft()).toMatchObject({ text, isHeld: true }));
    const again = await reopenApp();
    expect(again.workspace.text).toBe(text);
    expect(again.workspace.phase).toMatchObject({ issue: { code: 'scoring_held' } });
    expect(again.workspace.progress).toBeUndefined();
    await again.workspace.setSettings(again.workspace.settings);
    await settled(again);
    expect(await shownIds(again)).toEqual(THREE_ROWS.map(({ id }) => id));
    expect(await draft()).not.toHaveProperty('isHeld');
  });

  it('keeps the chosen sample and its settings', async ({ app }) => {
    await app.workspace.openSample(SAMPLES[1]!);
    await settled(app);
    const again = await reopenApp();
    expect(runOf(again).columns.rowCount).toBe(16);
    expect(again.workspace.sampleId).toBe('customer-support');
    const tools = runOf(again).summary.map(({ tool }) => tool);
    expect(tools).toContain('issue_refund');
    expect(tools).toContain('create_ticket');
  });

  it('keeps the lines that were skipped', async ({ app }) => {
    await openFile(app, 'broken-line.jsonl', fixtureText('broken-line.jsonl'));
    const again = await reopenApp();
    await expectFourRows(again);
    expect(receiptOf(again)).toContain('Line 3 skipped.');
    expect(await runOf(again).skipped.text()).toContain('f-broken');
  });

  it('keeps what was typed since the run was scored', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    await putRaw('drafts', { ...(await draft()), text: '{"id": "later"}' });
    const again = await reopenApp();
    expect(again.workspace.text).toBe('{"id": "later"}');
    await eventually(async () => expect(await shownIds(again)).toEqual(['later']));
  });

  it('scores the text anew where the run is gone', async ({ app }) => {
    await openFile(app, 'four.jsonl', fixtureText('rows.jsonl'));
    await putRaw('drafts', { ...(await draft()), runId: 'gone' });
    const again = await reopenApp();
    await expectFourRows(again);
    expect(again.workspace.title).toBe('four');
  });

  it.each([
    ['nothing was left', { runId: null, text: '' }],
    ['only a large file was left, and it is gone', { runId: 'gone', text: null }],
  ])('opens the sample where %s', async (_, left) => {
    await openApp();
    await putRaw('drafts', { ...(await draft()), ...left });
    expect((await reopenApp()).workspace.sampleId).toBe(SAMPLES[0]?.id);
  });
});

describe('a link to a run', () => {
  async function reopenAt(id: string): Promise<AppState> {
    history.replaceState(null, '', `#/?run=${id}`);
    return reopenApp();
  }

  it('opens it in place of the work left', async ({ app }) => {
    const sample = runOf(app).record.id;
    await openRows(app, THREE_ROWS);
    const again = await reopenAt(sample);
    expect(runOf(again).record.id).toBe(sample);
  });

  it('opens the work left where it is the same, or is gone', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    const { id } = runOf(app).record;
    expect(runOf(await reopenAt(id)).record.id).toBe(id);
    expect(runOf(await reopenAt('gone')).record.id).toBe(id);
  });
});
