import { generateDataset } from '../generate.mjs';
import { ratioLine, valueLine } from '../report.mjs';
import { LARGE_BYTES, scoreInRounds } from '../score-file.mjs';

const SMALL_BYTES = 25_000_000;

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
      ...(bench.bytes > SMALL_BYTES ? [await smallLine(bench)] : []),
    ];
  },
};

/**
 * A file that takes so short a time that starting counts.
 *
 * @param {import('../score-file.mjs').Bench} bench
 */
async function smallLine(bench) {
  const dataset = generateDataset({ style: 'ascii', bytes: SMALL_BYTES });
  const floorMs = await bench.floors.of(dataset);
  const { shown } = await scoreInRounds(bench, dataset);
  return ratioLine('JSONL, 25 MB: all rows scored and shown', shown, floorMs, 1.3);
}
