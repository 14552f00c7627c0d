import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import sizeLimits from '../../../.size-limit.js';

/** What is wanted; the limit that a build is checked against may be higher. */
const GOAL_KB = 56;

/** @type {import('../score-file.mjs').Measure} */
export const pageSize = {
  name: 'page-size',
  run() {
    const files = sizeLimits.flatMap(({ path }) => path);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    return Promise.resolve([
      {
        what: 'scripts before interaction, gzip',
        value: bytes / 1000,
        unit: /** @type {const} */ ('kB'),
        goal: { limit: GOAL_KB, of: /** @type {const} */ ('value') },
      },
    ]);
  },
};
