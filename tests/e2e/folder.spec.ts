import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipOf } from '../support/zip.ts';
import { expect, test } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

const FILES = {
  'a.jsonl': jsonl(THREE_ROWS.slice(0, 1)),
  'broken.json': 'no rows',
  'sub/b.jsonl': jsonl(THREE_ROWS.slice(1)),
};

test('a folder that is opened from the menu by keyboard is one dataset', async ({ app }) => {
  const { page } = app;
  const folder = join(await mkdtemp(join(tmpdir(), 'folder-')), 'runs');
  await mkdir(join(folder, 'sub'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const chooser = page.waitForEvent('filechooser');
  const bar = page.getByRole('toolbar', { name: 'Top bar' });
  await bar.getByRole('button', { name: 'Open', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Folder…' }).press('Enter');
  await (await chooser).setFiles(folder);
  await expect(page.getByText('1 file could not be read.')).toBeVisible();
  await expect(app.status).toContainText('3 rows scored');
  await app.showData();
  await expect(app.receipt).toContainText('broken.json: not read.');
});

test('a ZIP archive that is dropped is one dataset', async ({ app }) => {
  const { page } = app;
  const entries = Object.entries(FILES).map(([name, content]) => ({ name, content }));
  const bytes = [...zipOf(entries)];
  const dropped = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(all)], 'runs.zip'));
    return data;
  }, bytes);
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await expect(app.status).toContainText('3 rows scored');
  await app.showData();
  await expect(app.receipt).toContainText('broken.json: not read.');
});
