import { found, timeOtherRows } from '../playground.mjs';
import { valueLine } from '../report.mjs';
import { withLongestTask } from '../task-trace.mjs';
import {
  chooseTwoRuns,
  DIFFERENCES,
  FIRST_NUMBERS,
  reopenTwoRuns,
  timesUntil,
} from '../two-runs.mjs';

/**
 * Two runs of many small rows: found again after a restart, sorted, filtered and compared.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const largeRun = {
  name: 'large-run',
  async run(bench) {
    const { rowCount } = bench;
    const { page, reopenedMs } = await reopenTwoRuns(bench, rowCount);
    const count = rowCount.toLocaleString('en');

    const { value, longestMs } = await withLongestTask(page, async () => {
      const filters = page.getByRole('toolbar', { name: 'Filters' });
      const failed = await found(filters.getByRole('button', { name: /^Agent failed/ }));
      const filtered = await timeOtherRows(failed);
      await timeOtherRows(failed);
      const header = page.getByRole('grid').getByRole('columnheader', { name: 'id' });
      const sorted = await timeOtherRows(await found(header.getByRole('button')));
      const compare = await found(await chooseTwoRuns(page));
      const [means = Number.NaN, compared = Number.NaN] = await timesUntil(compare, [
        FIRST_NUMBERS,
        DIFFERENCES,
      ]);
      return { filtered, sorted, means, compared };
    });
    bench.longestTasks.push(longestMs);
    const { filtered, sorted, means, compared } = value;
    return [
      valueLine(`${count} rows: reopened after a restart`, [reopenedMs], 300),
      valueLine(`${count} rows: sorted by a column`, [sorted], 300),
      valueLine(`${count} rows: filtered`, [filtered], 300),
      valueLine(`${count} rows: two runs compared, first means`, [means], 1000),
      valueLine(`${count} rows: two runs compared, differences and intervals`, [compared], 700),
    ];
  },
};
