import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CANARY, drawerOf, openDrawer, results, run, setSecret, setUp } from './agent-drawer.ts';
import { startAgent } from './agent-server.ts';
import { killBrowser, test } from './kept-browser.ts';
import { expect } from './playground.ts';
import { dumpStorage, storedCount } from './stored.ts';

const ROWS = 40;
const ANSWERED = 12;
const AT_A_TIME = 4;

test(
  'a run of an agent goes on after the browser was killed, and its key is nowhere',
  { tag: '@long' },
  async ({ startBrowser }) => {
    const agent = await startAgent();
    const said: string[] = [];
    const asked: string[] = [];
    const listen = (page: Page): void => {
      page.on('console', (message) => said.push(message.text()));
      page.on('request', (request) => asked.push(request.url()));
    };
    const prompts = Array.from({ length: ROWS }, (_, index) => `row ${String(index)}`);
    const before = await startBrowser();
    listen(before.page);
    await before.open();
    await setUp(before, agent, prompts);
    agent.mostAnswers = ANSWERED;
    await run(before.page, /^Run 40 rows/);
    await expect.poll(() => agent.prompts.length).toBe(ANSWERED + AT_A_TIME);
    await expect.poll(() => storedCount(before.page, 'exchanges')).toBe(ANSWERED);
    const answered = agent.prompts.slice(0, ANSWERED);
    await killBrowser(before);

    agent.mostAnswers = Infinity;
    const app = await startBrowser();
    const { page } = app;
    listen(page);
    await page.goto('./');
    // a browser that dies may lose what it kept in localStorage; here it does
    await page.evaluate(() => localStorage.removeItem('trajectory-playground:agent'));
    await page.reload();
    await app.expectRows(ROWS);
    await openDrawer(page);
    const drawer = drawerOf(page);
    await drawer.getByRole('button', { name: 'Continue that run' }).click();
    await expect(drawer.getByText('12 of 40 calls were answered before')).toBeVisible();
    await drawer.getByRole('button', { name: 'Turn the network on' }).click();
    await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
    await app.expectRows(ROWS);
    await expect(drawerOf(page)).toBeVisible();
    await setSecret(page);
    await run(page, /^Run 40 rows/);
    await expect(drawer).toBeHidden();
    await app.expectMeans({ 'Exact match': '1.00' });
    const rows = await results(app);
    expect(rows.map((row) => row['prompt'])).toEqual(prompts);
    const timesOf = (prompt: string): number =>
      agent.prompts.filter((one) => one === prompt).length;
    expect(answered.map(timesOf)).toEqual(answered.map(() => 1));
    expect(agent.prompts).toHaveLength(ROWS + AT_A_TIME);
    expect(agent.keys.every((key) => key === CANARY)).toBe(true);

    const download = async (begin: () => Promise<void>): Promise<Buffer> => {
      const waiting = page.waitForEvent('download');
      await begin();
      return readFileSync(await (await waiting).path());
    };
    const runFile = await download(() => app.choose('Share', /^Run file/));
    const places: Record<string, string> = {
      storage: await dumpStorage(page),
      'run-file': gunzipSync(runFile).toString(),
      results: JSON.stringify(rows),
      page: await page.content(),
      addresses: [...asked, ...agent.paths, page.url()].join('\n'),
      console: said.join('\n'),
    };
    expect(places['run-file']).toContain('[secret]');
    const found = Object.entries(places).filter(([, text]) => text.includes(CANARY));
    expect(found.map(([place]) => place)).toEqual([]);
    agent.stop();
  },
);
