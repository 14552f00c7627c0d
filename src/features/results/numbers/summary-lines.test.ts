import { expect, it } from 'vitest';
import { asCsv, type SummaryLines } from './summary-lines.ts';

const TABLE: SummaryLines = {
  head: ['metric', 'mean', 'median', 'rows'],
  lines: [
    ['Match, "all" | a\\b', 2 / 3, null, 3],
    ['b', 1, 0, 3],
  ],
};

it('writes numbers in full as CSV', () => {
  expect(asCsv(TABLE)).toBe(
    `metric,mean,median,rows\r\n"Match, ""all"" | a\\b",${String(2 / 3)},,3\r\nb,1,0,3\r\n`,
  );
});
