import { describe, expect, it } from 'vitest';
import { outcomeMessage, OUTCOMES } from '#core/calls/outcome.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureBytes, fixtureText } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows, scoresOfRow } from '../../../tests/support/four-rows.ts';
import {
  openApp,
  openFile,
  runOf,
  scoresOf,
  settled,
  shownIds,
  shownRows,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openFiles } from './load-data.svelte.ts';

const CALL = '[{"tool_name": "list_loans", "tool_input": {"overdue": true}}]';
const ALL_RIGHT = [1, 1, 1, 1, 1];
const ALL_WRONG = [0, 0, 0, 0, 0];
const NO_SCORES = [null, null, null, null, null];

/** Opens a fixture, or a text under a name. */
async function opened(name: string, content: BlobPart = fixtureBytes(name)): Promise<AppState> {
  const app = await openApp();
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
  it('a broken line: its place and text, and the rows around it are scored', async () => {
    const app = await opened('broken-line.jsonl');
    await expectFourRows(app);
    expect(receiptOf(app)).toMatch(
      /^4 rows JSONL · 1 skipped .*Line 3 skipped\. \S.*\(column 51\)\./,
    );
    expect(await skipped(app)).toBe(`${fixtureText('broken-line.jsonl').split('\n')[2] ?? ''}\n`);
  });

  it('JSON of another type: what each line is instead', async () => {
    const app = await openApp();
    await app.workspace.openText(`${fixtureText('rows.jsonl')}[1, 2]\n"text"\n7\nnull\n`);
    await settled(app);
    await expectFourRows(app);
    const receipt = receiptOf(app);
    expect(receipt).toContain('4 skipped');
    expect(receipt).toContain('Line 5 skipped. A row is a JSON object; this is a list.');
    expect(receipt).toContain('Line 8 skipped. A row is a JSON object; this is null.');
    expect(await skipped(app)).toBe('[1, 2]\n"text"\n7\nnull\n');
  });

  it('more fields than columns; fewer are taken as not recorded', async () => {
    const lines = ['id,prompt,predicted_trajectory', 'a-1,hello,[]', 'a-2,hello,[],[],more'];
    const app = await opened('fields.csv', `${[...lines, 'a-3,hi', 'a-4,hey,[]'].join('\n')}\n`);
    expect(await shownIds(app)).toEqual(['a-1', 'a-2', 'a-3', 'a-4']);
    const receipt = receiptOf(app);
    expect(receipt).toContain(
      'Line 3: 5 fields, but the header has 3. The extra ones are kept in “further_cells”',
    );
    expect(receipt).toContain('Line 4: 2 of 3 fields; the rest count as not recorded.');
  });

  it('a quote that is never closed', async () => {
    const lines = ['id,predicted_trajectory,reference_trajectory', 'q-1,[],[]', 'q-2,"[],[]'];
    const app = await opened('quote.csv', `${[...lines, 'q-3,[],[]'].join('\n')}\n`);
    expect(receiptOf(app)).toContain('A quote is opened and never closed.');
    expect(await shownIds(app)).toEqual(['q-1', 'q-3']);
    expect(await skipped(app)).toContain('q-2');
  });

  it('the row that a list breaks off in', async () => {
    const text = fixtureText('rows.json');
    const app = await opened('cut.json', text.slice(0, text.indexOf('"f-3"') + 20));
    expect(await shownIds(app)).toEqual(['f-1', 'f-2']);
    expect(receiptOf(app)).toContain('1 skipped');
    expect(receiptOf(app)).toMatch(/Line \d+ skipped\. (Object|List) is not closed/);
  });

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
    const receipt = receiptOf(app);
    for (const reason of [
      /Line 2 not scored\. predicted_trajectory is a number; expected a list of calls\./,
      /Line 3 not scored\. predicted_trajectory/,
      /Line 4 not scored\. predicted_trajectory is text that is not JSON/,
      /Line 5 not scored\. predicted_trajectory call 1 has no tool_name; found: tool_input\./,
      /Line 6 not scored\. predicted_trajectory call 2 is a number; expected an object/,
      /5 not scored/,
    ])
      expect(receipt).toMatch(reason);
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

  it('are missing in an object without any', async () => {
    const app = await opened('unknown-shape.json');
    expect(rowCount(app)).toBe(1);
    expect(headline(app)).toContain('no trajectory could be compared');
    expect(receiptOf(app)).toContain('predicted_trajectory not found. Columns found: a.');
  });
});

describe('names and values that are easily mistaken', () => {
  it('a header with the same name twice keeps both columns', async () => {
    const app = await opened('duplicate-header.csv');
    expect(rowCount(app)).toBe(2);
    expect(receiptOf(app)).toContain('Column “prompt” occurs twice.');
    expect(receiptOf(app)).toContain('prompt_2');
    expect(await trajectoryScores(app, 'h-1')).toEqual(ALL_RIGHT);
    expect(app.view.detail?.prompt).toBe('Which books are overdue?');
    expect(app.view.detail?.otherFields).toMatchObject([
      { name: 'prompt_2', text: 'Was ist überfällig?' },
    ]);
  });

  it('__proto__ as a key is an argument like any other', async () => {
    const app = await opened('proto-keys.jsonl');
    expect(rowCount(app)).toBe(3);
    expect(await trajectoryScores(app, 'k-1')).toEqual(ALL_WRONG);
    expect(await trajectoryScores(app, 'k-2')).toEqual(ALL_RIGHT);
    expect(await trajectoryScores(app, 'k-3')).toEqual(NO_SCORES);
    expect(scoresOf(app, 'failure')).toEqual([null, null, null]);
    expect('polluted' in {}).toBe(false);
    expect(app.view.detail?.slots[0]?.differences[0]?.path).toBe('/__proto__');
    const results = await app.reader.ask(runOf(app), 'writeResults', {
      rows: app.view.rows,
      type: 'jsonl',
    });
    expect((await results.text()).match(/"__proto__":/g)).toHaveLength(2);
  });

  it('__proto__ as a column is a column like any other', async () => {
    const app = await opened('proto-column.csv');
    expect(rowCount(app)).toBe(2);
    expect(await trajectoryScores(app, 'p-1')).toEqual(ALL_RIGHT);
    expect(receiptOf(app)).toContain('__proto__ extra column');
    expect('polluted' in {}).toBe(false);
    app.view.select(1);
    await eventually(() =>
      expect(app.view.detail?.otherFields).toMatchObject([{ name: '__proto__', text: 'polluted' }]),
    );
  });

  it('integers beyond 2^53 are compared, shown and written digit by digit', async () => {
    const app = await opened('big-integers.jsonl');
    expect(scoresOf(app, 'trajectory_exact_match')).toEqual([0, 1, 1, 0, 0]);
    expect(app.view.detail?.slots[0]).toMatchObject({
      kind: 'changed',
      differences: [
        { path: '/number', reference: '9007199254740992', prediction: '9007199254740993' },
      ],
    });
    const results = await app.reader.ask(runOf(app), 'writeResults', {
      rows: app.view.rows,
      type: 'jsonl',
    });
    const text = await results.text();
    for (const digits of ['9007199254740993', '9007199254740992', '123456789012345678901'])
      expect(text).toContain(digits);
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
