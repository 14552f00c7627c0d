import { generateDataset } from '../generate.mjs';
import { ratioLine, valueLine } from '../report.mjs';
import { LARGE_BYTES, scoreInRounds } from '../score-file.mjs';

/** @type {import('../score-file.mjs').Measure} */
export const jsonl = {
  name: 'jsonl',
  async run(bench) {
    const dataset = generateDataset({ style: 'ascii', bytes: bench.bytes });
    const floorMs = await bench.floors.of(dataset);
    const { first, shown, stored } = await scoreInRounds(bench, dataset);
    const isLarge = bench.bytes >= LARGE_BYTES;
    return [
      ratioLine('JSONL: all rows scored and shown', shown, floorMs, 1),
      ratioLine('JSONL: stored', stored, floorMs, isLarge ? 2 : 1.8),
      valueLine('JSONL: first scores on screen', first, 150),
    ];
  },
};
