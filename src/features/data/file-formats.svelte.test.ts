import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureBytes, fixtureText } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import { it, openApp, openFile, runOf, settled } from '../../../tests/support/open-app.ts';

it.each([
  ['rows.jsonl', 'JSONL'],
  ['rows-crlf-bom.jsonl', 'JSONL'],
  ['rows.json', 'JSON rows'],
  ['columns-of-lists.json', 'JSON columns'],
  ['columns-of-dicts.json', 'JSON columns'],
  ['rows.csv', 'CSV'],
  ['rows.tsv', 'CSV'],
])(
  'a file of the same four rows %s has the same scores, and nothing of it is skipped',
  async (name, title) => {
    const app = await openApp();
    await openFile(app, name, fixtureBytes(name));
    await expectFourRows(app);
    expect(receiptOf(app)).toMatch(new RegExp(`^4 rows ${title} Columns`));
    expect(runOf(app).skipped.size).toBe(0);
  },
);

it.each([
  ['rows-lenient.json', 'is not strict JSON'],
  ['rows-fenced.md', 'code block'],
  ['rows-split.json', 'split'],
  ['rows-repr.csv', 'strict JSON'],
  ['rows-paste.txt', 'Python'],
  ['rows-table.md', '2 lines around the data ignored.'],
])(
  'a file of the same four rows %s has the same scores, and the receipt says: %s',
  async (name, sentence) => {
    const app = await openApp();
    await openFile(app, name, fixtureText(name));
    await expectFourRows(app);
    expect(receiptOf(app)).toMatch(/^4 rows/);
    expect(receiptOf(app)).toContain(sentence);
  },
);

it('a file of the same four rows is taken out of a log, whose other lines are counted once, however its rows are read', async ({
  app,
}) => {
  await openFile(app, 'rows-log.txt', fixtureText('rows-log.txt'));
  await expectFourRows(app);
  const receipt = receiptOf(app);
  expect(receipt).toContain('5 lines');
  expect(receipt).not.toContain('blank');
  await app.workspace.setReading({ droppedTools: ['no_such_tool'] });
  await settled(app);
  await expectFourRows(app);
  expect(receiptOf(app)).toContain('5 lines');
  expect(receiptOf(app)).not.toContain('blank');
});

it('a file of the same four rows is unpacked from gzip, which the receipt says', async ({
  app,
}) => {
  const packed = new Uint8Array(gzipSync(fixtureBytes('rows.jsonl')));
  await openFile(app, 'rows.jsonl.gz', packed);
  await expectFourRows(app);
  expect(receiptOf(app)).toContain('gzip');
});
