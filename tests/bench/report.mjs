/** What measures give, and how it is printed. */

/**
 * @typedef {object} Goal
 * @property {number} limit
 * @property {'value' | 'ratio'} of
 * @property {boolean} [isLeast] the limit is to be reached from above
 *
 * @typedef {object} Line
 * @property {string} what
 * @property {number} [value] absent when it could not be measured
 * @property {'ms' | 'MB' | 'kB' | '×' | '%' | 'µs' | 'MB/s'} unit
 * @property {number} [ratio] to the floor of the same rows
 * @property {Goal} [goal]
 * @property {string} [note] why there is no value, or what else to know
 * @property {readonly number[]} [rounds] every value, where the median of several is given
 */

/** @param {readonly number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * A line with the median of several rounds.
 *
 * @param {string} what
 * @param {readonly number[]} rounds ms
 * @param {number} floorMs
 * @param {number} [limit] the goal, as a ratio to the floor
 * @returns {Line}
 */
export function ratioLine(what, rounds, floorMs, limit) {
  const value = median(rounds);
  return {
    what,
    value,
    unit: 'ms',
    ratio: value / floorMs,
    rounds,
    ...(limit === undefined ? {} : { goal: { limit, of: 'ratio' } }),
  };
}

/**
 * A line with the median of several rounds and a goal in its own unit.
 *
 * @param {string} what
 * @param {readonly number[]} rounds
 * @param {number} limit
 * @param {Line['unit']} [unit]
 * @returns {Line}
 */
export function valueLine(what, rounds, limit, unit = 'ms') {
  return { what, value: median(rounds), unit, rounds, goal: { limit, of: 'value' } };
}

/**
 * @param {Line} line
 * @returns {boolean | undefined} undefined without a goal or a value
 */
export function isReached({ value, ratio, goal }) {
  const reached = goal?.of === 'ratio' ? ratio : value;
  if (goal === undefined || reached === undefined || Number.isNaN(reached)) return undefined;
  return goal.isLeast ? reached >= goal.limit : reached <= goal.limit;
}

/** @param {Line} line */
function printGoal({ goal, unit }) {
  if (goal === undefined) return '';
  const sign = goal.isLeast ? '≥' : '≤';
  return `${sign} ${goal.limit} ${goal.of === 'ratio' ? '×' : unit}`;
}

/** @param {Line} line */
function printValue({ value, unit }) {
  if (value === undefined) return '–';
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}

/**
 * One row of the table.
 *
 * @param {Line} line
 * @returns {string}
 */
export function printLine(line) {
  const reached = isReached(line);
  const verdict = reached === undefined ? '' : reached ? 'reached' : 'MISSED';
  const cells = [
    line.what.padEnd(56),
    printValue(line).padStart(9),
    (line.ratio === undefined ? '' : `${line.ratio.toFixed(2)} ×`).padStart(9),
    printGoal(line).padStart(12),
    verdict.padEnd(8),
    line.note ?? '',
  ];
  return cells.join('  ').trimEnd();
}

/** The table's head. */
export const TABLE_HEAD = [
  'measure'.padEnd(56),
  'median'.padStart(9),
  '÷ floor'.padStart(9),
  'goal'.padStart(12),
].join('  ');
