import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import sizeLimits from '../../../.size-limit.js';

/** @type {import('../score-file.mjs').Measure} */
export const pageSize = {
  name: 'page-size',
  run() {
    const files = sizeLimits.flatMap(({ path }) => path);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    const limit = Number.parseFloat(sizeLimits[0]?.limit ?? '');
    return Promise.resolve([
      {
        what: 'scripts before interaction, gzip',
        value: bytes / 1000,
        unit: /** @type {const} */ ('kB'),
        goal: { limit, of: /** @type {const} */ ('value') },
      },
    ]);
  },
};
