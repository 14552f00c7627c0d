import { generateDataset } from '../generate.mjs';
import { dropDataset, openPlayground } from '../playground.mjs';
import { peakMegabytes } from '../process-memory.mjs';

/**
 * In a round of its own: looking at a process holds it up.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const memory = {
  name: 'memory',
  async run({ browser, url, bytes }) {
    const dataset = generateDataset({ style: 'ascii', bytes });
    // a fresh start: what other measures left behind is not this file's
    await browser.restart();
    const page = await browser.emptyPage(url);
    await openPlayground(page, url);
    const value = await peakMegabytes(browser.profile, () => dropDataset(page, dataset));
    const what = 'memory of the tab at peak (PSS of the renderers)';
    if (value === undefined) return [{ what, unit: 'MB', note: 'n/a: no /proc here' }];
    return [{ what, value, unit: 'MB', goal: { limit: 500, of: 'value' } }];
  },
};
