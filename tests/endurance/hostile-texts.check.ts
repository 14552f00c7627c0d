import { describe, expect, it } from 'vitest';
import { hostileText } from '../support/hostile-texts.ts';
import { readAsPage } from '../support/read-as-page.ts';

const TEXTS = 500;
const LENGTH = 1_000_000;
/**
 * How long a text may take, and each of its rows (half a million of them fit in a megabyte), as
 * multiples of the time in which JSON.parse reads a megabyte of rows on this machine at this time.
 * Half a million objects suffer more from what else the machine does than one JSON.parse.
 */
const LIMIT = 200;
const LIMIT_PER_ROW = 0.002;
/** The time of JSON.parse is the median of so many measurements. */
const MEASURED = 15;

const ROWS = JSON.stringify(
  Array.from({ length: LENGTH / 50 }, (_, id) => ({ id, text: `row ${String(id)}`, list: [id] })),
);

/** Processor time of a task in milliseconds: other processes do not count. */
async function timeOf<T>(
  task: () => T,
): Promise<{ readonly ms: number; readonly result: Awaited<T> }> {
  const before = process.cpuUsage();
  const result = await task();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

/** Measures JSON.parse once more; the median of the last measurements. */
const parseTimes: number[] = [];
async function parseMs(): Promise<number> {
  do parseTimes.push((await timeOf(() => void JSON.parse(ROWS))).ms);
  while (parseTimes.length < MEASURED);
  const last = parseTimes.slice(-MEASURED).sort((a, b) => a - b);
  return last[Math.floor(MEASURED / 2)] ?? 0;
}

async function timeToRead(text: string): Promise<{ readonly ms: number; readonly rows: number }> {
  const { ms, result } = await timeOf(() => readAsPage(text));
  return { ms, rows: result.rows };
}

describe('hostile texts', () => {
  it(`of a megabyte, ${String(TEXTS)} of them, are each answered in time`, async () => {
    const slow: string[] = [];
    for (let seed = 0; seed < TEXTS; seed++) {
      const { name, text } = hostileText(seed, LENGTH);
      const floor = await parseMs();
      const { ms, rows } = await timeToRead(text);
      const ratio = ms / floor;
      if (ratio > LIMIT + rows * LIMIT_PER_ROW)
        slow.push(`${String(seed)}: ${ratio.toFixed(0)} ×, ${String(rows)} rows: ${name}`);
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
