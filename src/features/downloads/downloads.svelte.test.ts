import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import {
  it,
  openFile,
  openRows,
  runOf,
  scoresOf,
  shownRows,
} from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import { calls, jsonl, row, THREE_ROWS, type Row } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { downloadsOf, fileName } from './downloads.ts';

const AWKWARD: readonly Row[] = [
  row('quotes', 'ab', 'ab', {
    prompt: 'He said "no, thanks",\nthen left',
    latency_in_seconds: 1.5,
  }),
  row('unicode', 'ba', 'ab', { prompt: 'Grüße, 你好 🎹 \u2028', note: '007', failure: 1 }),
  row('empty', '', 'a', { note: '=1+1' }),
  { id: 'missing', prompt: ' spaces ', reference_trajectory: calls('a') },
  {
    id: 'null',
    prompt: '',
    predicted_trajectory: null,
    reference_trajectory: calls('a'),
    extra: { deep: [1, 'a"b', null] },
  },
];

function saveResults(app: AppState, type: 'csv' | 'jsonl', isForSheets = false) {
  return savedFile(() => downloadsOf(app).results(runOf(app), app.view.rows, type, isForSheets));
}

describe('results', () => {
  it.for([
    ['csv', 'CSV'],
    ['jsonl', 'JSONL'],
  ] as const)('are read back from %s with equal scores', async ([type, formatTitle], { app }) => {
    await openRows(app, AWKWARD);
    const linesOf = async () =>
      (await shownRows(app)).map(({ id, prompt, barcode, why }) => [id, prompt, barcode, why]);
    const columns = () => runOf(app).columns.scores.map(({ id }) => [id, scoresOf(app, id)]);
    const lines = await linesOf();
    const scores = columns();
    const first = await saveResults(app, type);
    await openFile(app, `again.${type}`, first.text);
    expect(runOf(app).record).toMatchObject({ name: 'again', formatTitle, rowCount: 5 });
    expect(await linesOf()).toEqual(lines);
    expect(columns()).toEqual(scores);
    expect((await saveResults(app, type)).text).toBe(first.text);
  });

  it('say in CSV that they are UTF-8 where a spreadsheet is to open them, and only there', async ({
    app,
  }) => {
    await openRows(app, AWKWARD, 'My rows.jsonl');
    const plain = await saveResults(app, 'csv');
    const marked = await saveResults(app, 'csv', true);
    expect(marked.name).toBe(plain.name);
    const [before, after] = await Promise.all(
      [plain, marked].map(async ({ content }) => Buffer.from(await content.arrayBuffer())),
    );
    expect(after!.toString('hex')).toBe(`efbbbf${before!.toString('hex')}`);
  });

  it('are those of the rows shown, in the order shown', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    await app.view.arrange(
      [{ kind: 'failing', columnId: 'trajectory_exact_match' }],
      [{ by: 'trajectory_precision', descending: false }],
    );
    const { text } = await saveResults(app, 'jsonl');
    const ids = text.match(/"id":"[^"]*"/g);
    expect(ids).toEqual(['"id":"r-extra"', '"id":"r-swapped"']);
  });
});

it('the summary is written, and has no rows to be opened', async ({ app }) => {
  await openRows(app, AWKWARD, 'My rows.jsonl');
  const { name, text } = await savedFile(() => downloadsOf(app).run(runOf(app), 'summary'));
  expect(name).toBe('my-rows-summary.json');
  expect(JSON.parse(text)).toMatchObject({
    ...{ name: 'My rows', row_count: 5 },
    summary_metrics: {
      'trajectory_exact_match/mean': 1 / 3,
      'trajectory_recall/mean': 2 / 3,
    },
  });

  await openFile(app, name, text);
  expect(runOf(app).record.name).toBe('My rows');
  await eventually(() =>
    expect(app.notices.toasts.map((toast) => toast.text).join()).toContain('No rows found.'),
  );
});

describe('other files of a run', () => {
  it('have what was scored and skipped', async ({ app }) => {
    await openFile(app, 'mine.jsonl', `${jsonl(THREE_ROWS)}{broken\n`);
    const [downloads, run] = [downloadsOf(app), runOf(app)];
    for (const [save, name, part] of [
      [() => downloads.run(run, 'summary'), 'mine-summary.json', '"row_count"'],
      [() => downloads.skipped(run), 'mine-skipped.txt', '{broken'],
    ] as const) {
      const file = await savedFile(save);
      expect(file.name).toBe(name);
      expect(file.text).toContain(part);
    }
  });

  it('says why a file could not be written', async ({ app }) => {
    vi.spyOn(app.reader, 'ask').mockRejectedValue(new Error('no memory left'));
    await downloadsOf(app).results(runOf(app), app.view.rows, 'csv');
    await eventually(() =>
      expect(app.notices.banners).toMatchObject([
        { kind: 'error', title: 'The file could not be written.', text: 'no memory left' },
      ]),
    );
  });
});

it.each([
  ['My rows, second try!', 'my-rows-second-try'],
  ['Größe 你好', 'größe-你好'],
  ['../../etc', 'etc'],
  ['…', 'run'],
  ['a'.repeat(100), 'a'.repeat(60)],
])('the name of a file %s', (title, name) => {
  expect(fileName(title)).toBe(name);
});
