import { startListener } from './listener.ts';
import { expect, openOwnPage, test } from './playground.ts';

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

/** What a browser says of requests that it refuses. */
const REFUSED = /Content Security Policy|Refused to|Fetch API cannot load|EventSource|WebSocket/i;

test('the browser refuses every request of the page and of its workers', async ({
  browser,
  baseURL,
}) => {
  const { page, close } = await openOwnPage(browser, baseURL, { allow: REFUSED });
  const listener = await startListener();
  const own = page.url();
  const ways = ['fetch', 'no-cors', 'xhr', 'socket', 'events'];
  expect(await page.evaluate(leak, listener.url)).toEqual(
    [...ways, 'image'].map((way) => `${way} refused`),
  );
  expect(await page.evaluate((url) => fetch(url).catch(() => 'refused'), own)).toBe('refused');
  // a beacon has no answer to wait for: what is sent after it would come later
  expect(await page.evaluate(leak, listener.url)).toHaveLength(6);
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) {
    expect(await worker.evaluate(leak, listener.url)).toEqual(ways.map((way) => `${way} refused`));
  }
  expect(listener.hits).toEqual([]);
  listener.stop();

  await page.getByRole('button', { name: 'Network off, 0 requests' }).click();
  const dialog = page.getByRole('dialog', { name: 'Network off' });
  const refused = dialog.getByRole('definition').nth(1);
  await expect.poll(async () => Number(await refused.textContent())).toBeGreaterThanOrEqual(6);
  await expect(dialog.getByRole('definition').nth(2)).toHaveText('none');
  await close();
});

test('a session asks for nothing outside its folder, and the shield says so', async ({
  browser,
  baseURL,
}) => {
  const outside: string[] = [];
  const { app, page, close } = await openOwnPage(browser, baseURL, {
    prepare: (context) => {
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? '') && !/^(blob|data):/.test(url)) outside.push(url);
      });
      return Promise.resolve();
    },
  });
  await page.getByRole('tab', { name: 'Charts' }).click();
  await app.choose('Samples', /Customer support/);
  await app.expectRows(16);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByText('A and B have no row in common')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/deep/sub/');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(
    baseURL,
  );
  expect(outside).toEqual([]);
  const shield = page.getByRole('button', { name: 'Network off, 0 requests' });
  await expect(shield).toContainText('Network off · 0 requests');
  await close();
});
