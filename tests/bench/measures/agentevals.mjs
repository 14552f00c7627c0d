import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadCore } from '../load-core.mjs';
import { RowMaker, ROW_STYLES } from '../rows.mjs';
import { timePerRow } from '../time-per-row.mjs';

const ROWS = 2000;
const MODES = ['strict', 'unordered', 'subset', 'superset'];
const TRAJECTORY_METRICS = /^trajectory_/;

/**
 * The six trajectory metrics against the matchers of the npm package agentevals: the same rows, as
 * parsed as each side takes them, in this process. It runs where `AGENTEVALS_DIR` names a folder
 * the package is installed in.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const agentevals = {
  name: 'agentevals',
  async run() {
    const peer = await importPeer();
    if (!peer) {
      const note = 'skipped: not installed, see AGENTEVALS_DIR in CONTRIBUTING';
      return [{ what: 'six metrics against agentevals', unit: '×', note }];
    }
    const maker = new RowMaker(1, { ...ROW_STYLES.ascii });
    const rows = Array.from({ length: ROWS }, () => maker.next()).filter(
      ({ reference_trajectory }) => reference_trajectory.length <= 15,
    );
    const conversations = rows.map((row) => ({
      outputs: row.predicted_trajectory.map(toMessage),
      referenceOutputs: row.reference_trajectory.map(toMessage),
    }));
    const scorers = [await sixMetrics(rows)];
    for (const trajectoryMatchMode of MODES) {
      const evaluate = peer.createTrajectoryMatchEvaluator({ trajectoryMatchMode });
      scorers.push(async () => {
        for (const conversation of conversations) await evaluate(conversation);
      });
    }
    const [ours = Number.NaN, ...modes] = await timePerRow(rows.length, scorers);
    const fastest = Math.min(...modes);
    const all = modes.reduce((sum, value) => sum + value, 0);
    const list = modes.map((value, i) => `${MODES[i]} ${value.toFixed(1)}`).join(', ');
    return [
      { what: 'six metrics of a row', value: ours, unit: 'µs' },
      {
        what: 'agentevals, its fastest mode ÷ six metrics',
        value: fastest / ours,
        unit: '×',
        goal: { limit: 20, of: 'value', isLeast: true },
        note: `µs: ${list}`,
      },
      {
        what: 'agentevals, its four modes together ÷ six metrics',
        value: all / ours,
        unit: '×',
        goal: { limit: 60, of: 'value', isLeast: true },
      },
    ];
  },
};

/**
 * @typedef {(conversation: object) => Promise<unknown>} Evaluate
 * @returns {Promise<{createTrajectoryMatchEvaluator: (options: object) => Evaluate} | undefined>}
 */
async function importPeer() {
  const folder = process.env['AGENTEVALS_DIR'];
  if (!folder) return undefined;
  try {
    const path = createRequire(join(resolve(folder), 'package.json')).resolve('agentevals');
    return await import(pathToFileURL(path).href);
  } catch {
    return undefined;
  }
}

/**
 * @param {readonly import('../rows.mjs').Row[]} rows
 * @returns {Promise<() => Promise<void>>} scores all rows
 */
async function sixMetrics(rows) {
  const core = await loadCore();
  const roles = core.assignRoles(Object.keys(rows[0] ?? {}));
  const settings = { ...core.DEFAULT_SETTINGS, tools: ['search_flights'] };
  const columns = core
    .listColumns(settings)
    .filter(({ metricId }) => TRAJECTORY_METRICS.test(metricId))
    .map((column) => ({ column, metric: core.findMetric(column.metricId) }));
  const records = rows.map((row) => JSON.parse(JSON.stringify(row)));
  return () => {
    for (const [index, record] of records.entries()) {
      const { row } = core.readRow(record, roles, index + 1);
      for (const { column, metric } of columns) metric?.score?.(row, settings, column);
    }
    return Promise.resolve();
  };
}

/** @param {import('../rows.mjs').Call} call */
function toMessage({ tool_name, tool_input }) {
  return {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: tool_name, arguments: JSON.stringify(tool_input) } }],
  };
}
