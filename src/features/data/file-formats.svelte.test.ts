import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureBytes, fixtureText } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import { it, openFile, settled } from '../../../tests/support/open-app.ts';

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
