import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import sizeLimits from '../../../.size-limit.js';

/**
 * What is wanted of each part, in kB; the limit that a build is checked against may be higher.
 *
 * @type {Readonly<Record<string, number>>}
 */
const GOALS = { shell: 40, playground: 130 };

/** @type {import('../score-file.mjs').Measure} */
export const pageSize = {
  name: 'page-size',
  run() {
    return Promise.resolve(
      sizeLimits.map(({ name, path }) => ({
        what: `scripts of the ${name}, gzip`,
        value: path.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1000,
        unit: /** @type {const} */ ('kB'),
        goal: { limit: GOALS[name] ?? 0, of: /** @type {const} */ ('value') },
      })),
    );
  },
};
