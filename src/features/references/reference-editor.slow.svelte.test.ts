import { describe, expect, it, vi } from 'vitest';
import { setThreshold } from '#features/metrics/thresholds.ts';
import { withReview } from '#core/score/review/review.ts';
import { changeReviews } from '#features/review/reviewer.ts';
import { step } from '../../../tests/support/build.ts';
import { holdUp } from '../../../tests/support/gate.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { SAMPLES } from '#samples/registry.ts';
import { rowsWithLabel } from '#core/score/columns/scored-columns.ts';
import type { Acceptance } from '#core/explain/reference-edits/reference-edit.ts';
import { SourceLost } from '#engine/source-lost.ts';
import {
  openApp,
  openFile,
  reopenApp,
  runOf,
  scoresOf,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { canEdit } from '#kernel/run/open-run.ts';
import { readTypedCalls } from './typed-calls.ts';
import { referenceEditorOf } from './reference-editor.ts';

const row = (id: string, predicted: readonly object[], expected: readonly object[]) => ({
  id,
  predicted_trajectory: predicted,
  reference_trajectory: expected,
});
const set = (value: JsonValue) => step('set', { room: 'den', value });
const ROWS = [
  row('equal', [step('a')], [step('a')]),
  row('other', [step('a'), set('21'), step('b')], [set(21), step('c')]),
  row('text', [set('19')], [set(19)]),
  row('text-2', [set('5'), step('b')], [set(5)]),
];
/** Spaced as no printer would, so that a row that is written anew is told from one that is not. */
const TEXT = ROWS.map((one) => `${JSON.stringify(one).replace(',', ' ,  ')}\n`).join('');
const OTHER = 1;

const exactOf = (app: AppState) => scoresOf(app, 'trajectory_exact_match');
const editsOf = (app: AppState) => runOf(app).record.references?.edits ?? [];
const means = (app: AppState) =>
  runOf(app).summary.find(({ columnId }) => columnId === 'trajectory_exact_match')?.mean;

/** All rows of the cause whose signature has a part. */
function causeOf(app: AppState, part: string): Acceptance {
  const { causes, columns } = runOf(app);
  const signature = causes.find(({ name }) => name.includes(part))?.name ?? '';
  return { kind: 'signature', signature, rows: rowsWithLabel(columns.signatures, signature) };
}

async function openHouse(): Promise<AppState> {
  const app = await openApp();
  await openFile(app, 'house.jsonl', TEXT);
  expect(exactOf(app)).toEqual([1, 0, 0, 0]);
  return app;
}

/** The call of a tool in the row “other”, as it is aligned now. */
async function callOf(app: AppState, tool: string): Promise<Acceptance> {
  const detail = await app.reader.ask(runOf(app), 'detailRow', OTHER);
  const slot = (detail?.slots ?? []).findIndex(
    ({ reference, prediction }) => (reference ?? prediction)?.tool === tool,
  );
  return { kind: 'call', row: OTHER, slot };
}

/** Accepts what the agent did in the row “other”, call by call, and then all rows of a cause. */
async function acceptAll(app: AppState): Promise<void> {
  const editor = referenceEditorOf(app);
  for (const tool of ['a', 'c']) await editor.accept(await callOf(app, tool));
  await editor.accept({ kind: 'row', row: OTHER });
  await editor.accept(causeOf(app, '/value'));
}

describe('what an agent did is accepted into the reference', () => {
  it.each([
    ['[{"tool_name": "a"},]', /^Comma before a closing bracket/, 20],
    ['{"tool_name": "a"}', /^Write the calls as a list/, undefined],
    ['[{"tool_input": {}}]', /call 1/, undefined],
    ['[{"tool_name": "a", "tool_input": {"x": {"$any": 1}}}]', /\$any/, undefined],
  ])('but not as %s', (text, reason, at) => {
    const said = expect.stringMatching(reason) as string;
    expect(readTypedCalls(text)).toEqual({ ok: false, reason: said, ...(at && { at }) });
  });

  it('and undone by the notice of a cause', async () => {
    const app = await openHouse();
    await referenceEditorOf(app).accept(causeOf(app, '/value'));
    app.notices.toasts.at(-1)?.action?.run();
    await eventually(() => expect(runOf(app).record.references).toBeUndefined());
    expect(means(app)).toBe(0.25);
  });

  it.each([0, 2])('in a list indented by %i, kept over a reload, and undone', async (by) => {
    const rowsOf = async (app: AppState): Promise<unknown[]> => {
      const editor = referenceEditorOf(app);
      const { text } = await savedFile(() => editor.downloadRows(runOf(app)));
      return text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
    };
    const first = await openApp();
    await openFile(first, 'house.json', JSON.stringify(ROWS, null, by));
    expect(exactOf(first)).toEqual([1, 0, 0, 0]);
    await acceptAll(first);
    const [equal, other, text, text2] = ROWS;
    const accepted = { ...other, reference_trajectory: other!.predicted_trajectory };
    const cause = [
      { ...text, reference_trajectory: [set('19')] },
      { ...text2, reference_trajectory: [set('5')] },
    ];
    expect(await rowsOf(first)).toEqual([equal, accepted, ...cause]);
    const app = await reopenApp();
    expect(await shownIds(app)).toEqual(ROWS.map(({ id }) => id));
    await referenceEditorOf(app).undo(editsOf(app).at(-1)!.id);
    expect(exactOf(app)).toEqual([1, 1, 0, 0]);
    expect(await rowsOf(app)).toEqual([equal, accepted, text, text2]);
  });

  it('though nothing of the run is stored, and then nothing of it is', async () => {
    const app = await openHouse();
    const runCount = app.library.list.length;
    await app.workspace.openUnsaved(runOf(app));
    await referenceEditorOf(app).accept({ kind: 'row', row: OTHER });
    expect(exactOf(app)).toEqual([1, 1, 0, 0]);
    expect(app.workspace.isUnsaved).toBe(true);
    expect(app.library.list).toHaveLength(runCount);
  });
});

describe('nothing is changed', () => {
  it('where there is nothing to accept', async () => {
    const app = await openHouse();
    expect(await referenceEditorOf(app).accept({ kind: 'row', row: 0 })).toBe(0);
    expect(app.notices.toasts.at(-1)?.text).toBe('Nothing differs there.');
    expect(runOf(app).record.references).toBeUndefined();
  });

  it('by a click on a call that has moved on: it would be another by now', async () => {
    const app = await openHouse();
    const editor = referenceEditorOf(app);
    const click = await callOf(app, 'a');
    // both are pressed before the first is done
    const changed = await Promise.all([editor.accept(click), editor.accept(click)]);
    expect(changed).toEqual([1, 0]);
    expect(editsOf(app)).toHaveLength(1);
  });

  it('where the rows can no longer be read, which is told', async () => {
    const app = await openHouse();
    vi.spyOn(app.pool, 'run').mockRejectedValue(new SourceLost());
    expect(await referenceEditorOf(app).accept({ kind: 'row', row: OTHER })).toBe(0);
    expect(app.notices.toasts.at(-1)?.text).toBe(
      'The rows can no longer be read, so nothing was changed.',
    );
  });

  it('in a run without both sides, or one that is not whole', async () => {
    const run = runOf(await openHouse());
    expect(canEdit(run)).toBe(true);
    expect(canEdit({ ...run, roles: { predicted_trajectory: 'predicted_trajectory' } })).toBe(
      false,
    );
    expect(canEdit({ ...run, record: { ...run.record, state: 'interrupted' } })).toBe(false);
  });
});

describe('while references are being accepted', () => {
  it('a mark, a threshold and a name go along', async () => {
    const app = await openHouse();
    const { id } = runOf(app).record;
    const editing = holdUp(app.pool, 'ask');
    const accepting = referenceEditorOf(app).accept({ kind: 'row', row: OTHER });
    await editing.reached;
    const mark = { row: 2, id: '', step: null, steps: 1, tool: '', code: '', note: 'fine' };
    await changeReviews(app, id, (known) => withReview(known, mark));
    await setThreshold(app, 'trajectory_precision', 0.5);
    await app.workspace.rename('Renamed');
    editing.open();
    expect(await accepting).toBe(1);
    expect(exactOf(app)).toEqual([1, 1, 0, 0]);
    const expectAll = (app: AppState): void => {
      const { record, summary } = runOf(app);
      expect(record).toMatchObject({
        ...{ name: 'Renamed, expected calls changed', errorAnalysis: { marks: [mark] } },
        settings: { thresholds: { trajectory_precision: 0.5 } },
      });
      expect(summary.find(({ columnId }) => columnId === 'error_code')).toMatchObject({ mean: 1 });
      expect(scoresOf(app, 'error_code')).toEqual([null, null, 1, null]);
    };
    expectAll(app);
    await app.workspace.saveNow();
    expectAll(await reopenApp());
  });

  it('another run that is opened stays', async () => {
    const app = await openHouse();
    const editing = holdUp(app.pool, 'ask');
    const accepting = referenceEditorOf(app).accept({ kind: 'row', row: OTHER });
    await editing.reached;
    await app.workspace.openSample(SAMPLES[0]!);
    const { id } = runOf(app).record;
    editing.open();
    expect(await accepting).toBe(0);
    expect(runOf(app).record.id).toBe(id);
  });
});
