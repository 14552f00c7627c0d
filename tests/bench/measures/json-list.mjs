import { generateDataset } from '../generate.mjs';
import { ratioLine, valueLine } from '../report.mjs';
import { scoreInRounds } from '../score-file.mjs';

/**
 * A list has no lines to parse: its floor is that of as many rows of the JSONL file, which is made of
 * the same rows.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const jsonList = {
  name: 'json',
  async run(bench) {
    const asLines = generateDataset({ style: 'ascii', bytes: bench.bytes });
    const rowMs = (await bench.floors.of(asLines)) / asLines.rowCount;
    const lines = [];
    for (const [format, what] of LISTS) {
      const dataset = generateDataset({ style: 'ascii', format, bytes: bench.bytes });
      const { first, shown, stored } = await scoreInRounds(bench, dataset);
      const floorMs = rowMs * dataset.rowCount;
      lines.push(
        ratioLine(`${what}: all rows scored and shown`, shown, floorMs, 1),
        ratioLine(`${what}: stored`, stored, floorMs, 1.8),
        valueLine(`${what}: first scores on screen`, first, 150),
      );
    }
    return lines;
  },
};

const LISTS = /** @type {const} */ ([
  ['json', 'JSON list'],
  ['indented.json', 'JSON list, indented'],
]);
