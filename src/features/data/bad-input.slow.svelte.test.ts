import { describe, expect } from 'vitest';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureBytes } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { openFiles } from './open-files.ts';
import { openQuestion } from './open-question.ts';

/** Opens a fixture, or a text under a name. */
async function opened(name: string, content: BlobPart = fixtureBytes(name)): Promise<AppState> {
  const app = await openApp();
  app.workspace.clear();
  await openFile(app, name, content);
  return app;
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

it('cells that are no trajectories are missing in every row where the column is missing', async () => {
  const app = await opened('missing-columns.jsonl');
  expect(await shownIds(app)).toEqual(['m-1', 'm-2', 'm-3']);
  expect(openQuestion(runOf(app))).toEqual({ kind: 'expected' });
  expect(headline(app)).toContain('3 rows read; no calls could be compared.');
  const recall = runOf(app).summary.find(({ columnId }) => columnId === 'trajectory_recall');
  expect(recall).toMatchObject({ mean: null, valid: 0, notEvaluated: 3 });
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
    expect(receiptOf(app)).not.toContain(sentence);
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

// seconds each, were it read to its end or looked at again from every place
it.each([
  ['brackets.json', '[', /The format was not recognised/],
  ['nested.json', '{"a":', /limit of one row is 100 MB|no end within/],
  ['zeros.bin', '\u0000', /binary data/],
])('large garbage %s is given up', async (name, piece, sentence) => {
  const app = await openApp();
  app.workspace.clear();
  const part = new TextEncoder().encode(piece.repeat(Math.ceil(1e6 / piece.length)));
  await openFiles(app, [new File(Array<BlobPart>(110).fill(part), name)]);
  await settled(app);
  expect(`${unreadable(app)} ${receiptOf(app)}`).toMatch(sentence);
  await expectAlive(app);
});

function headline(app: AppState): string {
  return runOf(app)
    .headline.parts.map(({ text }) => text)
    .join('');
}
