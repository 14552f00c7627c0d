import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, fixtureText, test } from './playground.ts';

/** Hands out a dataset, and misbehaves on other paths. */
async function startHost(): Promise<{ url: string; asked: string[]; server: Server }> {
  const asked: string[] = [];
  const cors = { 'access-control-allow-origin': '*' };
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push(`${url} ${headers.cookie ?? ''}${headers.referer ?? ''}`.trim());
    if (url === '/rows.jsonl') response.writeHead(200, cors).end(fixtureText('rows.jsonl'));
    else if (url === '/closed.jsonl') response.writeHead(200).end(fixtureText('rows.jsonl'));
    else if (url === '/moved.jsonl')
      response.writeHead(302, { ...cors, location: '/rows.jsonl' }).end();
    else if (url === '/slow.jsonl') response.writeHead(200, cors).write('{"id":');
    else response.writeHead(404, cors).end('no');
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, asked, server };
}

test('a link loads a dataset by its address, once the network is on and a person agreed', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/CORS policy|Failed to load resource/);
  const { url, asked, server } = await startHost();
  const open = (link: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, link);
  await open(`#data=${url}/rows.jsonl`);
  await expect(
    page.getByText(`This link loads a dataset from ${new URL(url).host}.`),
  ).toBeVisible();
  await expect(page.getByText(`${url}/rows.jsonl`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load it' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByText('Network on')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Load it' }).click();
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.50' });
  await expect(page.getByLabel('Dataset title')).toHaveValue('rows');
  expect(asked).toEqual(['/rows.jsonl']);
  await expect(page.getByText('Network on · 1 request')).toBeVisible();

  for (const [path, why] of [
    ['/closed.jsonl', 'does not let other pages read its data (CORS)'],
    ['/moved.jsonl', 'sends the request on to another address'],
    ['/gone.jsonl', 'The server answers 404'],
  ] as const) {
    await open(`#data=${encodeURIComponent(url + path)}`);
    await page.getByRole('button', { name: 'Load it' }).click();
    await expect(page.getByText(why)).toBeVisible();
  }
  await open('#data=http://example.org/rows.jsonl');
  await expect(page.getByText('Data is loaded by https only, or from this device.')).toBeVisible();

  await open(`#data=${url}/slow.jsonl`);
  await page.getByRole('button', { name: 'Load it' }).click();
  await expect(page.getByText(`Loading data from ${new URL(url).host}`)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Loading data from')).toHaveCount(0);
  await app.expectRows(4);
  server.closeAllConnections();
  server.close();
});

test('the Open menu takes an address the same way', async ({ app, page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const { url, asked, server } = await startHost();
  await app.choose('Open', 'From a URL…');
  const dialog = page.getByRole('dialog', { name: 'Open from a URL' });
  const field = dialog.getByRole('textbox', { name: 'Address of a dataset' });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  for (const [address, why] of [
    ['rows.jsonl', 'This is no address'],
    ['http://example.org/rows.jsonl', 'by https only'],
  ] as const) {
    await field.fill(address);
    await field.press('Enter');
    await expect(dialog.getByText(why)).toBeVisible();
  }
  await field.fill(` ${url}/rows.jsonl?a=%20&b=1#c `);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`${url}/rows.jsonl?a=%20&b=1#c`)).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Turn the network on' }).click();
  await page.getByRole('button', { name: 'Load it' }).click();
  await expect(page.getByText('The server answers 404')).toBeVisible();
  expect(asked).toEqual(['/rows.jsonl?a=%20&b=1']);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('From a URL');
  await expect(page.getByRole('option', { name: /From a URL/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await field.fill(`${url}/rows.jsonl`);
  await field.press('Enter');
  await page.getByRole('button', { name: 'Load it' }).click();
  await app.expectRows(4);
  server.closeAllConnections();
  server.close();
});
