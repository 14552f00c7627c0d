import { gzipSync } from 'node:zlib';
import { writeParquet } from '../support/parquet.ts';
import { expect, fixtureText, test } from './playground.ts';

test('unpacks gzip, and reads Parquet, whose code comes when it is needed', async ({ app }) => {
  const packed = gzipSync(fixtureText('rows.jsonl'));
  await app.openFile({ name: 'rows.jsonl.gz', mimeType: 'application/gzip', buffer: packed });
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.67' });

  const call = (room: string) => JSON.stringify([{ tool_name: 'set_lamp', tool_input: { room } }]);
  const buffer = writeParquet(
    ['id', 'prompt', 'predicted_trajectory', 'reference_trajectory'],
    [
      ['p-1', 'Hall, “please”', call('hall'), call('hall')],
      ['p-2', 'Küche', call('küche'), call('attic')],
      ['p-3', 'Nothing to do', '[]', ''],
    ],
  );
  await app.openFile({ name: 'rows.parquet', mimeType: '', buffer });
  await app.expectRows(3);
  await app.expectMeans({ 'Exact match': '0.50' });
  await app.expectIds(['p-1', 'p-2', 'p-3']);
  await app.showData();
  await expect(app.receipt).toContainText('The rows were read from Parquet.');
  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(3);

  await app.openFile({ name: 'cut.parquet', mimeType: '', buffer: buffer.subarray(0, -20) });
  await expect(
    app.page.getByText(/(?:damaged or incomplete|cannot|could not).*stays\./),
  ).toBeVisible();
  await app.expectRows(3);
});
