import { loadCore } from '../load-core.mjs';
import { valueLine } from '../report.mjs';

const STEPS = 200;
const ROUNDS = 15;

/**
 * Reading, scoring and causes of a row whose reference has 200 steps with patterns: in the order in
 * which they are listed, in groups of four that have no order, free of each other, with two lists side by side, and
 * one that stands for too many sequences.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const patternedRow = {
  name: 'patterned-row',
  async run() {
    const core = await loadCore();
    const roles = core.assignRoles(['predicted_trajectory', 'reference_trajectory']);
    const matching = { rule: { mode: 'exact' }, tools: [], optionalCalls: false, patterns: true };
    const settings = /** @type {typeof core.DEFAULT_SETTINGS} */ ({
      ...core.DEFAULT_SETTINGS,
      matching,
    });
    return Object.entries(KINDS).map(([kind, order]) => {
      const line = JSON.stringify(makeRow(order));
      const rounds = Array.from({ length: ROUNDS }, () => {
        const record = JSON.parse(line);
        const builder = new core.ChunkBuilder(settings, roles);
        const start = process.cpuUsage();
        builder.add(record, { offset: 0, length: line.length, line: 1 });
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      return valueLine(`row of ${STEPS} steps with patterns, processor time: ${kind}`, rounds, 50);
    });
  },
};

/** @typedef {{tool_name: string, tool_input: object}} Step */

/** @type {Record<string, (steps: readonly Step[]) => unknown[]>} */
const KINDS = {
  'in order': (steps) => [...steps],
  'groups of four': (steps) => groupsOf(steps, 4),
  free: (steps) => [{ $inAnyOrder: steps }],
  'two lists': (steps) => [
    {
      $inAnyOrder: [0, 1].map((half) => ({
        $oneOf: [steps.filter((_, place) => place % 2 === half)],
      })),
    },
  ],
  'too many ways': (steps) => {
    const alike = steps.map((step, place) => {
      const min = (place * 5) % 13;
      return { ...step, tool_name: 'same', tool_input: { x: { $range: { min, max: min + 5 } } } };
    });
    const lists = groupsOf(alike, 2).map(({ $inAnyOrder }) => ({ $oneOf: [$inAnyOrder] }));
    return [{ $inAnyOrder: lists }];
  },
};

/**
 * @param {readonly Step[]} steps
 * @param {number} size
 */
function groupsOf(steps, size) {
  return Array.from({ length: steps.length / size }, (_, i) => ({
    $inAnyOrder: steps.slice(i * size, (i + 1) * size),
  }));
}

/** @param {(steps: readonly Step[]) => unknown[]} order */
function makeRow(order) {
  const steps = Array.from({ length: STEPS }, (_, n) => ({
    tool_name: `tool ${n % 20}`,
    tool_input: {
      n,
      order: { $var: `order_${n % 3}` },
      value: { $any: [{ $regex: '^a+$' }, { $range: { min: 1, max: 5 } }] },
    },
  }));
  const reference = order(steps);
  const isSame = JSON.stringify(reference).includes('"same"');
  /** @type {(step: Step, n: number) => Step[]} */
  const make = ({ tool_name }, n) => {
    if (isSame) {
      const place = (n * 77) % STEPS;
      return [{ tool_name: 'same', tool_input: { x: ((place * 5) % 13) + ((place * 7) % 6) } }];
    }
    // some are not made, others made wrong
    if (n % 25 === 7) return [];
    const tool_input = n % 30 === 4 ? {} : { n, order: `O-${n % 3}`, value: n % 2 ? 'aaa' : 3 };
    return [{ tool_name, tool_input }];
  };
  return { predicted_trajectory: steps.flatMap(make), reference_trajectory: reference };
}
