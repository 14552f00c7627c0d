import { timeSinceNavigation } from '../playground.mjs';
import { valueLine } from '../report.mjs';

const SLOWDOWN = 4;
const VISITS = 5;

/** @type {import('../score-file.mjs').Measure} */
export const firstVisit = {
  name: 'first-visit',
  async run({ browser, url }) {
    /** @type {number[]} */
    const visits = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const page = await browser.emptyPage(url);
      const session = await page.context().newCDPSession(page);
      await session.send('Network.clearBrowserCache');
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      await page.goto(url, { waitUntil: 'commit' });
      visits.push(await timeSinceNavigation(page, '18 rows scored'));
    }
    return [valueLine(`first visit to the scored sample, CPU ÷ ${SLOWDOWN}`, visits, 1000)];
  },
};
