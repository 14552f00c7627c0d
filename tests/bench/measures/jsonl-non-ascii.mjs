import { generateDataset } from '../generate.mjs';
import { ratioLine, valueLine } from '../report.mjs';
import { scoreInRounds } from '../score-file.mjs';

/** @type {import('../score-file.mjs').Measure} */
export const jsonlNonAscii = {
  name: 'jsonl-non-ascii',
  async run(bench) {
    const dataset = generateDataset({ style: 'non-ascii', bytes: bench.bytes });
    const floorMs = await bench.floors.of(dataset);
    const { first, shown, stored } = await scoreInRounds(bench, dataset);
    return [
      ratioLine('JSONL, many scripts: all rows scored and shown', shown, floorMs, 1.9),
      ratioLine('JSONL, many scripts: stored', stored, floorMs),
      valueLine('JSONL, many scripts: first scores on screen', first, 200),
    ];
  },
};
