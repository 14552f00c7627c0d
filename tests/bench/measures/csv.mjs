import { generateDataset } from '../generate.mjs';
import { ratioLine, valueLine } from '../report.mjs';
import { scoreInRounds } from '../score-file.mjs';

/**
 * CSV has no JSON lines to parse: its floor is that of as many rows of the JSONL file, which is
 * made of the same rows.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const csv = {
  name: 'csv',
  async run(bench) {
    const dataset = generateDataset({ style: 'ascii', format: 'csv', bytes: bench.bytes });
    const asLines = generateDataset({ style: 'ascii', bytes: bench.bytes });
    const floorMs = ((await bench.floors.of(asLines)) / asLines.rowCount) * dataset.rowCount;
    const { first, shown, stored } = await scoreInRounds(bench, dataset);
    return [
      ratioLine('CSV with JSON cells: all rows scored and shown', shown, floorMs, 1.5),
      ratioLine('CSV with JSON cells: stored', stored, floorMs, 2.5),
      valueLine('CSV with JSON cells: first scores on screen', first, 200),
    ];
  },
};
