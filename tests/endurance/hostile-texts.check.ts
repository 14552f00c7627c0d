import { describe, expect, it } from 'vitest';
import { hostileText } from '../support/hostile-texts.ts';
import { readAsPage } from '../support/read-as-page.ts';

const TEXTS = 500;
const LENGTH = 1_000_000;
/** Processor time of one text, and of each of its rows: half a million of them fit in a megabyte. */
const LIMIT_MS = 2000;
const LIMIT_MS_PER_ROW = 0.01;

/** Processor time in milliseconds: other processes do not count. */
async function timeToRead(text: string): Promise<{ readonly ms: number; readonly rows: number }> {
  const before = process.cpuUsage();
  const { rows } = await readAsPage(text);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, rows };
}

describe('hostile texts', () => {
  it(`of a megabyte, ${String(TEXTS)} of them, are each answered in time`, async () => {
    const slow: string[] = [];
    for (let seed = 0; seed < TEXTS; seed++) {
      const { name, text } = hostileText(seed, LENGTH);
      const { ms, rows } = await timeToRead(text);
      if (ms > LIMIT_MS + rows * LIMIT_MS_PER_ROW)
        slow.push(`${String(seed)}: ${ms.toFixed(0)} ms, ${String(rows)} rows: ${name}`);
    }
    expect(slow).toEqual([]);
  });

  it('twice as long take about twice the time', async () => {
    const steep: string[] = [];
    for (let seed = 0; seed < TEXTS; seed += 5) {
      const { ms } = await timeToRead(hostileText(seed, LENGTH).text);
      // the time of a short text says nothing
      if (ms < 300) continue;
      const { ms: twice } = await timeToRead(hostileText(seed, 2 * LENGTH).text);
      if (twice > 3.5 * ms)
        steep.push(`${String(seed)}: ${ms.toFixed(0)} ms, then ${twice.toFixed(0)} ms`);
    }
    expect(steep).toEqual([]);
  });
});
