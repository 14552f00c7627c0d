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
    else response.writeHead(404, cors).end('no');
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, asked, server };
}

test('a dataset is loaded by its address, once the network is on and a person agreed', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/CORS policy|Failed to load resource/);
  const { url, asked, server } = await startHost();
  await app.choose('Open', 'From a URL…');
  const dialog = page.getByRole('dialog', { name: 'Open from a URL' });
  const field = dialog.getByRole('textbox', { name: 'Address of a dataset' });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await field.fill('rows.jsonl');
  await field.press('Enter');
  await expect(dialog.getByText('Enter an address such as')).toBeVisible();
  await field.fill(` ${url}/rows.jsonl `);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(`This link loads a dataset from ${new URL(url).host}.`),
  ).toBeVisible();
  await expect(page.getByText(`${url}/rows.jsonl`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load it' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Load it' }).click();
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.67' });
  await expect(page.getByLabel('Dataset title')).toHaveValue('rows');
  // neither cookie nor referrer came along
  expect(asked).toEqual(['/rows.jsonl']);
  await expect(page.getByText('Network on · 1 request')).toBeVisible();

  // what only the browser tells of a server
  for (const [path, why] of [
    ['/closed.jsonl', 'does not let other pages read its data (CORS)'],
    ['/moved.jsonl', 'redirects to another address'],
    ['/gone.jsonl', 'The server answers 404'],
  ] as const) {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#data=${encodeURIComponent(url + path)}`,
    );
    await page.getByRole('button', { name: 'Load it' }).click();
    await expect(page.getByText(why)).toBeVisible();
  }
  await app.expectRows(4);
  server.closeAllConnections();
  server.close();
});
