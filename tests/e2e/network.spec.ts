import { startListener } from './listener.ts';
import { awaitWorkers, expect, openOwnPage, test } from './playground.ts';

test.use({ serviceWorkers: 'allow' });

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

/** Asks for what may be needed later; nothing tells when that is refused. */
async function prefetch(url: string): Promise<void> {
  for (const rel of ['prefetch', 'preload', 'modulepreload', 'icon', 'stylesheet', 'manifest']) {
    const link = document.createElement('link');
    Object.assign(link, { rel, as: rel === 'preload' ? 'image' : 'script', href: `${url}${rel}` });
    document.head.append(link);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

/** What a browser says of requests that it refuses. */
const REFUSED = /Content Security Policy|Refused to|Fetch API cannot load|EventSource|WebSocket/i;

test('the browser refuses every request of the page and of its workers @main', async ({
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
  await page.evaluate(prefetch, listener.url);
  await awaitWorkers(page);
  for (const worker of page.workers()) {
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

test('inside another page the network cannot be switched on', async ({ browser, baseURL }) => {
  const listener = await startListener(
    `<link rel="icon" href="data:,"><iframe src="${String(baseURL)}" width="1250" height="850"></iframe>`,
  );
  const { page, close } = await openOwnPage(browser, baseURL, { allow: REFUSED, isBlank: true });
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.goto(listener.url);
  const framed = page.frameLocator('iframe');
  await framed.getByRole('button', { name: 'Network off, 0 requests' }).click();
  const dialog = framed.getByRole('dialog', { name: 'Network off' });
  await expect(dialog).toContainText('this page is shown inside another one');
  await expect(dialog.getByRole('button', { name: 'Turn the network on' })).toHaveCount(0);
  // what a click would leave behind does not count either
  const inside = page.frames()[1]!;
  const reloaded = page.waitForEvent('framenavigated', (frame) => frame === inside);
  await inside.evaluate(() => {
    sessionStorage.setItem('trajectory-playground:network', 'on');
    location.reload();
  });
  await reloaded;
  await expect(framed.getByRole('button', { name: /^Network off/ })).toBeVisible();
  expect(await inside.evaluate(leak, listener.url)).not.toContain('fetch sent');
  expect(listener.hits).toEqual(['/']);
  listener.stop();
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
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await app.choose('Open', /Customer support/);
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
