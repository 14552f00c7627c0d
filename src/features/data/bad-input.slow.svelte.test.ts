import { describe, expect } from 'vitest';
import { outcomeMessage, OUTCOMES } from '#core/calls/outcome.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureBytes } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows, scoresOfRow } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  runOf,
  settled,
  shownIds,
  shownRows,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openFiles } from './open-files.ts';

const CALL = '[{"tool_name": "list_loans", "tool_input": {"overdue": true}}]';
const ALL_RIGHT = [1, 1, 1, 1, 1];

/** Opens a fixture, or a text under a name. */
async function opened(name: string, content: BlobPart = fixtureBytes(name)): Promise<AppState> {
  const app = await openApp();
  app.workspace.clear();
  await openFile(app, name, content);
  return app;
}

const rowCount = (app: AppState): number => runOf(app).columns.rowCount;
const skipped = (app: AppState): Promise<string> => runOf(app).skipped.text();

/** The five trajectory scores of a row. */
async function trajectoryScores(app: AppState, id: string): Promise<(number | null)[]> {
  const ids = await shownIds(app);
  return scoresOfRow(app, ids.indexOf(id)).slice(0, 5);
}

/** The page goes on working: the next good dataset is scored. */
async function expectAlive(app: AppState): Promise<void> {
  await openFile(app, 'rows.jsonl', fixtureBytes('rows.jsonl'));
  await expectFourRows(app);
}

/** What the results pane says where nothing could be read. */
function unreadable(app: AppState): string {
  const { phase, progress } = app.workspace;
  if (phase.kind !== 'unreadable') throw new Error(`the file is ${phase.kind}`);
  expect(progress).toBeUndefined();
  const { title, detail } = sentenceOf(phase.issue);
  return `${title} ${detail}`;
}

describe('lines that are no rows are skipped', () => {
  it('deeper nesting than 200, even of 100,000 levels', async () => {
    const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    const row = (id: string, input: string): string => {
      const calls = `[{"tool_name": "t", "tool_input": ${input}}]`;
      return `{"id": "${id}", "predicted_trajectory": ${calls}, "reference_trajectory": ${calls}}`;
    };
    const cell = JSON.stringify(`[${'['.repeat(5000)}${']'.repeat(5000)}]`);
    const lines = [
      row('deep', nested(150)),
      row('deeper', nested(250)),
      row('abyss', nested(100_000)),
      `{"id": "text", "predicted_trajectory": ${cell}, "reference_trajectory": ${CALL}}`,
      row('flat', '{}'),
    ];
    const app = await opened('deep.jsonl', lines.join('\n'));
    expect(await shownIds(app)).toEqual(['deep', 'text', 'flat']);
    const receipt = receiptOf(app);
    expect(receipt).toContain('Line 2 skipped. Nested deeper than 200 levels.');
    expect(receipt).toContain('Line 3 skipped. Nested deeper than 200 levels.');
    expect(receipt).toMatch(/Line 4 not scored\. predicted_trajectory/);
    expect(await trajectoryScores(app, 'deep')).toEqual(ALL_RIGHT);
    expect(await trajectoryScores(app, 'flat')).toEqual(ALL_RIGHT);
    expect(app.view.detail?.slots[0]?.prediction?.input).toContain('"a"');
    expect(await skipped(app)).toBe(`${lines[1] ?? ''}\n${lines[2] ?? ''}\n`);
  });

  it('noise around one row: every line of it is kept', async () => {
    const noise = Array.from({ length: 10_000 }, (_, line) => `noise ${line} }{ "`);
    noise[4000] = `{"id": "good", "predicted_trajectory": ${CALL}, "reference_trajectory": ${CALL}}`;
    const app = await opened('noise.jsonl', noise.join('\n'));
    expect(await shownIds(app)).toEqual(['good']);
    expect(await trajectoryScores(app, 'good')).toEqual(ALL_RIGHT);
    expect(receiptOf(app)).toContain('9,999 skipped');
    expect(receiptOf(app)).toContain('Line 1 skipped.');
    const lines = (await skipped(app)).trimEnd().split('\n');
    expect(lines).toEqual(noise.filter((_, line) => line !== 4000));
    await expectAlive(app);
  });
});

describe('cells that are no trajectories', () => {
  it('are not scored, each with its reason', async () => {
    const app = await opened('wrong-type.jsonl');
    expect(rowCount(app)).toBe(6);
    expect(receiptOf(app)).toContain('5 not scored');
    expect(runOf(app).summary[0]).toMatchObject({ mean: 1, valid: 1, notEvaluated: 0, errors: 5 });
    expect((await shownRows(app))[1]?.predictionState).toBe('unreadable');
    const outcome = OUTCOMES[runOf(app).columns.scores[0]?.outcomes[1] ?? 0] ?? 'scored';
    expect(outcomeMessage(outcome)).toBe('The predicted trajectory cannot be read.');
    app.view.select(3);
    await eventually(() => expect(app.view.detail?.raw.text).toContain('list_loans, then renew'));
  });

  it('are missing in every row where the column is missing', async () => {
    const app = await opened('missing-columns.jsonl');
    expect(await shownIds(app)).toEqual(['m-1', 'm-2', 'm-3']);
    const receipt = receiptOf(app);
    expect(receipt).toContain('reference_trajectory not found.');
    expect(receipt).toContain('Columns found: id, prompt, predicted_trajectory.');
    expect(headline(app)).toContain('3 rows read; no trajectory could be compared.');
    const recall = runOf(app).summary.find(({ columnId }) => columnId === 'trajectory_recall');
    expect(recall).toMatchObject({ mean: null, valid: 0, notEvaluated: 3 });
  });
});

it('five megabytes in one cell are scored, and shown bounded', async () => {
  const words = 'lorem ipsum '.repeat(5_000_000 / 12);
  const calls = [{ tool_name: 't', tool_input: { text: words } }];
  const big = { id: 'big', prompt: words, response: 'yes', reference: 'no' };
  const lines = [
    JSON.stringify({ ...big, predicted_trajectory: calls, reference_trajectory: calls }),
    `{"id": "small", "predicted_trajectory": ${CALL}, "reference_trajectory": ${CALL}}`,
  ];
  const app = await opened('cell.jsonl', lines.join('\n'));
  expect(await shownIds(app)).toEqual(['big', 'small']);
  expect(await trajectoryScores(app, 'big')).toEqual(ALL_RIGHT);
  expect(app.view.detail?.prompt.length).toBeLessThan(50_000);
  app.view.select(1);
  await eventually(() => expect(app.view.detail?.preview.id).toBe('small'));
  await expectAlive(app);
});

describe('a file that cannot be read is told why, and the next one is read', () => {
  it.each([
    ['an empty file', 'empty.jsonl', undefined, 'The file is empty.'],
    ['only blank lines', 'blank.jsonl', '\n  \r\n\t\n', 'There are only blank lines.'],
    ['a picture', 'binary.png', undefined, 'It is a PNG image.'],
    [
      'bytes that are no text under a good name',
      'noise.jsonl',
      Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 256),
      'It is binary data.',
    ],
    [
      'text of no known shape',
      'letter.txt',
      'Dear agent,\nplease read this letter.\nYours, etc.\n',
      'The format was not recognised',
    ],
  ])('%s', async (_, name, content, sentence) => {
    const app = await opened(name, content);
    expect(unreadable(app)).toContain(sentence);
    expect(receiptOf(app)).toMatch(/^0 rows/);
    expect(receiptOf(app)).toContain(sentence);
    expect(app.workspace.run).toBeUndefined();
    expect(app.library.list.map((run) => run.name)).toEqual(['On-device home assistant']);
    if (typeof content === 'string') expect(app.workspace.text).toBe(content);
    if (name === 'binary.png') expect(app.workspace.text).toBeNull();
    await expectAlive(app);
  });

  it('nothing but lines that are no rows: each is listed', async () => {
    const app = await opened('noise.jsonl', 'noise }{\n'.repeat(5000));
    expect(unreadable(app)).toContain('No row could be read.');
    expect(receiptOf(app)).toContain('5,000 skipped');
    await expectAlive(app);
  });
});

describe('large garbage', () => {
  // seconds each, were it read to its end or looked at again from every place
  it.each([
    ['brackets.json', '[', /The format was not recognised/],
    ['nested.json', '{"a":', /limit of one row is 100 MB|no end within/],
    ['zeros.bin', '\u0000', /binary data/],
  ])('%s is given up', async (name, piece, sentence) => {
    const app = await openApp();
    app.workspace.clear();
    const part = new TextEncoder().encode(piece.repeat(Math.ceil(1e6 / piece.length)));
    await openFiles(app, [new File(Array<BlobPart>(110).fill(part), name)]);
    await settled(app);
    expect(`${unreadable(app)} ${receiptOf(app)}`).toMatch(sentence);
    await expectAlive(app);
  });
});

function headline(app: AppState): string {
  return runOf(app)
    .headline.parts.map(({ text }) => text)
    .join('');
}
