import { createServer } from 'node:http';
import { longestTask, openPlayground } from '../playground.mjs';

const ROWS = 1000;
const DELAY_MS = 50;
const BARE_CALLS = 400;
/** A browser opens no more connections to a server that speaks HTTP/1.1, as this one does. */
const CONNECTIONS = 6;

/**
 * Judging rows by a judge on loopback, against a judge that is never left waiting and against bare
 * requests of the same page.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const judge = {
  name: 'judge',
  async run(bench) {
    const lines = [];
    for (const atATime of [CONNECTIONS, 8]) lines.push(...(await measure(bench, atATime)));
    return lines;
  },
};

/**
 * @param {import('../score-file.mjs').Bench} bench
 * @param {number} atATime calls
 * @returns {Promise<import('../report.mjs').Line[]>}
 */
async function measure({ browser, url, longestTasks }, atATime) {
  const server = await startJudge();
  await prepare(await browser.emptyPage(url), url, server.url, atATime);
  const { judged, bare, longest } = await browser.withBarePage(url, async (page) => {
    await page.shown('Saved locally');
    await page.press('Metrics');
    await page.press('Judge…');
    await page.press('Turn the network on');
    await page.shown('Network on');
    await page.press('Metrics');
    await page.press('Judge…');
    const askBare = () => page.evaluate(askBarely, { url: server.url, calls: BARE_CALLS, atATime });
    const before = await server.shareOf(askBare, atATime);
    const startMs = await page.evaluate(() => performance.now(), undefined);
    const judged = await server.shareOf(async () => {
      await page.press(`Judge ${ROWS.toLocaleString('en')} rows`);
      await page.shown('rows judged with');
    }, atATime);
    const longest = await longestTask(page, startMs);
    return { judged, longest, bare: [before, await server.shareOf(askBare, atATime)] };
  });
  server.stop();
  longestTasks.push(longest);
  const percent = bare.map((share) => (share * 100).toFixed(0)).join(' % and ');
  const most = Math.min(1, CONNECTIONS / atATime);
  return [
    {
      what: `a judge of ${DELAY_MS} ms, ${atATime} at a time: share of the ideal`,
      value: judged * 100,
      unit: '%',
      goal: { limit: 90 * most, of: 'value', isLeast: true },
      note: `bare requests of the same page: ${percent} %`,
    },
    {
      what: 'longest main-thread task while judging',
      value: longest,
      unit: 'ms',
      goal: { limit: 50, of: 'value' },
      ...(longest === 0 ? { note: 'none of 50 ms or more' } : {}),
    },
  ];
}

/**
 * Opens rows and chooses the judge; both are found again when the page is opened next.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} url
 * @param {string} judgeUrl
 * @param {number} atATime calls
 */
async function prepare(page, url, judgeUrl, atATime) {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    JSON.stringify({
      id: `row-${index}`,
      prompt: `Switch lamp ${index} on`,
      response: 'Done.',
      predicted_trajectory: [{ tool_name: 'switch_lamp', tool_input: { index } }],
    }),
  );
  await openPlayground(page, url);
  await page.getByLabel('Open file').setInputFiles({
    ...{
      name: 'judged.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(rows.join('\n')),
    },
  });
  await page.getByRole('button', { name: /^Show [\d,]+ rows/ }).click();
  await page.getByText('Saved locally').waitFor();
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  await page.getByRole('button', { name: 'Judge…', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Judge' });
  await drawer.getByLabel('Provider').selectOption('openai');
  await drawer.getByLabel('Template', { exact: true }).selectOption('goal_success');
  await drawer.getByText('Limits, rate and prices').click();
  for (const [label, value] of Object.entries({
    Address: judgeUrl,
    'Concurrent calls': String(atATime),
    'Calls per minute': '60000',
  })) {
    const field = drawer.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.press('Tab');
  }
  await page.waitForTimeout(500);
}

/**
 * Runs in the page: sends requests to the judge and does nothing with the answers.
 *
 * @param {{url: string, calls: number, atATime: number}} given
 */
async function askBarely({ url, calls, atATime }) {
  let left = calls;
  const ask = async () => {
    while (left-- > 0) {
      const answer = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ content: `bare ${left}` }] }),
      });
      await answer.text();
    }
  };
  await Promise.all(Array.from({ length: atATime }, ask));
}

/** A judge that takes its time over every answer, and lets pages ask without asking before. */
async function startJudge() {
  /** @type {number[]} */
  let askedAtMs = [];
  const content = JSON.stringify({ explanation: 'It did what it was asked.', score: 1 });
  const usage = { prompt_tokens: 100, completion_tokens: 20 };
  const choices = [{ message: { content }, finish_reason: 'stop' }];
  const body = JSON.stringify({ choices, usage });
  const head = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'content-type, authorization',
    'access-control-max-age': '7200',
    'content-type': 'application/json',
  };
  const server = createServer((request, response) => {
    const isAsked = request.method === 'POST';
    if (isAsked) askedAtMs.push(performance.now());
    request.resume().on('end', () => {
      setTimeout(
        () => response.writeHead(200, head).end(isAsked ? body : ''),
        isAsked ? DELAY_MS : 0,
      );
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    /**
     * The share of the ideal throughput, from the first question to the last answer.
     *
     * @param {() => Promise<void>} ask
     * @param {number} atATime calls
     */
    async shareOf(ask, atATime) {
      askedAtMs = [];
      await ask();
      const tookMs = (askedAtMs.at(-1) ?? 0) - (askedAtMs[0] ?? 0) + DELAY_MS;
      return (askedAtMs.length * DELAY_MS) / atATime / tookMs;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
