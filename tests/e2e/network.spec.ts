import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './playground.ts';

/** Counts what reaches a host that is not the page's own. */
async function startListener(): Promise<{ url: string; hits: string[]; stop: () => void }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('reached');
  });
  server.on('upgrade', (request, socket) => {
    hits.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/`, hits, stop: () => server.close() };
}

/** Tries every way to send something; runs in the page or a worker. */
async function leak(url: string): Promise<string[]> {
  const settle = (what: string, way: Promise<unknown>): Promise<string> =>
    way.then(
      () => `${what} sent`,
      () => `${what} refused`,
    );
  const event = (target: EventTarget, good: string, bad: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      target.addEventListener(good, resolve);
      target.addEventListener(bad, reject);
    });
  const xhr = new XMLHttpRequest();
  xhr.open('POST', `${url}xhr`);
  const sent = event(xhr, 'load', 'error');
  xhr.send('x');
  const ways = [
    settle('fetch', fetch(`${url}fetch`)),
    settle('no-cors', fetch(`${url}no-cors`, { mode: 'no-cors', method: 'POST', body: 'x' })),
    settle('xhr', sent),
    settle('socket', event(new WebSocket(url.replace('http', 'ws')), 'open', 'error')),
    settle('events', event(new EventSource(`${url}events`), 'open', 'error')),
  ];
  if (typeof Image === 'function') {
    navigator.sendBeacon(`${url}beacon`, 'x');
    const image = new Image();
    const loaded = event(image, 'load', 'error');
    image.src = `${url}image`;
    ways.push(settle('image', loaded));
  }
  return Promise.all(ways);
}

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Content Security Policy|Refused to|Fetch API cannot load|EventSource|WebSocket/i);
});

test('the browser refuses every request of the page', async ({ app, page }) => {
  const listener = await startListener();
  const own = page.url();
  expect(await page.evaluate(leak, listener.url)).toEqual(
    ['fetch', 'no-cors', 'xhr', 'socket', 'events', 'image'].map((way) => `${way} refused`),
  );
  expect(await page.evaluate((url) => fetch(url).catch(() => 'refused'), own)).toBe('refused');
  // a beacon has no answer to wait for: what is sent after it would come later
  expect(await page.evaluate(leak, listener.url)).toHaveLength(6);
  expect(listener.hits).toEqual([]);
  listener.stop();

  await page.getByRole('button', { name: 'Network off, 0 requests' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Network off' });
  const refused = dialog.getByRole('definition').nth(1);
  await expect.poll(async () => Number(await refused.textContent())).toBeGreaterThanOrEqual(6);
  await expect(dialog.getByRole('definition').nth(2)).toHaveText('none');
});

test('the browser refuses every request of a worker', async ({ app, page }) => {
  await app.expectRows(18);
  const listener = await startListener();
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) {
    expect(await worker.evaluate(leak, listener.url)).toEqual(
      ['fetch', 'no-cors', 'xhr', 'socket', 'events'].map((way) => `${way} refused`),
    );
  }
  expect(listener.hits).toEqual([]);
  listener.stop();
});

test('a session makes no request to another host, and the shield says so', async ({
  app,
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.context().on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.reload();
  await app.expectRows(18);
  await page.getByRole('tab', { name: 'Charts' }).click();
  await app.choose('Samples', /Customer support/);
  await app.expectRows(16);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByText('A and B have no row in common')).toBeVisible();
  expect([...hosts].filter((host) => host !== '')).toEqual([new URL(baseURL ?? '').host]);
  const shield = page.getByRole('button', { name: 'Network off, 0 requests' });
  await expect(shield).toContainText('Network off · 0 requests');
});
