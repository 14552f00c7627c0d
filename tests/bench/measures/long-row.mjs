import { loadCore } from '../load-core.mjs';
import { valueLine } from '../report.mjs';
import { RowMaker, ROW_STYLES } from '../rows.mjs';

const SHORT = 1000;
const LONG = 10_000;
/** The fastest counts: what else the machine does makes the others slower. */
const ROUNDS = 9;

/**
 * Everything the page computes of a row whose sides have many calls, in the three ways that are
 * hard: out of order, with changes all over, with nothing in common. Then the diff that is shown
 * when such a row is opened, from its text on, as the worker makes it.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const longRow = {
  name: 'long-row',
  async run() {
    const core = await loadCore();
    const roles = core.assignRoles(['id', 'predicted_trajectory', 'reference_trajectory']);
    /** @param {import('./long-row.mjs').Sides} sides */
    const time = (sides) => {
      const line = JSON.stringify({ id: 'long', ...sides });
      const times = Array.from({ length: ROUNDS }, () => {
        const record = JSON.parse(line);
        const builder = new core.ChunkBuilder(core.DEFAULT_SETTINGS, roles);
        const startMs = performance.now();
        builder.add(record, { offset: 0, length: line.length, line: 1 });
        return performance.now() - startMs;
      });
      return Math.min(...times);
    };
    const scored = Object.entries(KINDS).map(([kind, change]) => {
      const sides = (/** @type {number} */ count) => makeSides(count, change);
      // code that has run is compiled
      for (let warm = 0; warm < 3; warm++) time(sides(SHORT));
      const shortMs = time(sides(SHORT));
      const longMs = time(sides(LONG));
      return {
        what: `row of 10,000 calls a side ÷ of 1,000: ${kind}`,
        value: longMs / shortMs,
        unit: /** @type {const} */ ('×'),
        goal: { limit: 12, of: /** @type {const} */ ('value') },
        note: `${longMs.toFixed(1)} ms ÷ ${shortMs.toFixed(2)} ms`,
      };
    });
    const shown = Object.entries(KINDS).map(([kind, change]) => {
      const line = JSON.stringify({ id: 'long', ...makeSides(SHORT, change) });
      const rounds = Array.from({ length: ROUNDS }, () => {
        const startMs = performance.now();
        core.detailRow(JSON.parse(line), roles);
        return performance.now() - startMs;
      });
      return valueLine(`diff of a row of 1,000 calls a side: ${kind}`, rounds, 200);
    });
    return [...scored, ...shown];
  },
};

/**
 * @typedef {import('../rows.mjs').Call} Call
 * @typedef {{predicted_trajectory: Call[], reference_trajectory: Call[]}} Sides
 */

/** @type {Record<string, (expected: readonly Call[], other: readonly Call[]) => Call[]>} */
const KINDS = {
  reversed: (expected) => expected.toReversed(),
  'a tenth changed': (expected, other) =>
    expected.map((call, index) => (index % 10 === 0 ? (other[index] ?? call) : call)),
  'nothing in common': (_, other) => [...other],
};

/**
 * @param {number} count
 * @param {(expected: readonly Call[], other: readonly Call[]) => Call[]} change
 * @returns {Sides}
 */
function makeSides(count, change) {
  const rows = new RowMaker(1, ROW_STYLES.ascii);
  const make = () => Array.from({ length: count }, () => rows.call());
  const expected = make();
  return { reference_trajectory: expected, predicted_trajectory: change(expected, make()) };
}
