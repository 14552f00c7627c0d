import { generateDataset } from '../generate.mjs';
import { ratioLine, valueLine } from '../report.mjs';
import { scoreInRounds } from '../score-file.mjs';

/**
 * Files with letters beyond ASCII, as they are and as Python writes them.
 *
 * @param {string} name
 * @param {'non-ascii' | 'escaped'} style
 * @param {string} title
 * @returns {import('../score-file.mjs').Measure}
 */
const measureOf = (name, style, title) => ({
  name,
  async run(bench) {
    const dataset = generateDataset({ style, bytes: bench.bytes });
    const floorMs = await bench.floors.of(dataset);
    const { first, shown, stored } = await scoreInRounds(bench, dataset);
    return [
      ratioLine(`JSONL, ${title}: all rows scored and shown`, shown, floorMs, 1),
      ratioLine(`JSONL, ${title}: stored`, stored, floorMs, 1.8),
      valueLine(`JSONL, ${title}: first scores on screen`, first, 150),
    ];
  },
});

export const jsonlNonAscii = measureOf('jsonl-non-ascii', 'non-ascii', 'many scripts');
export const jsonlEscaped = measureOf('jsonl-escaped', 'escaped', 'all of it escaped');
