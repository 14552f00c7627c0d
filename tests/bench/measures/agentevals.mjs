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
 * The six trajectory metrics against the matchers of the npm package agentevals, in this process:
 * the same rows, as parsed as each side takes them, and from the bytes of a file on, which agentevals
 * has `JSON.parse` read. It runs where `AGENTEVALS_DIR` names a folder the package is installed in.
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
    const evaluators = MODES.map((trajectoryMatchMode) =>
      peer.createTrajectoryMatchEvaluator({ trajectoryMatchMode }),
    );
    const core = await loadCore();
    const theirFile = printLines(rows.map((row, index) => besides(row, conversations[index])));
    const [ours = NaN, ownRead = NaN, theirAll = NaN, ...theirs] = await timePerRow(rows.length, [
      parsedScorer(core, rows),
      fileScorer(core, rows),
      () => evaluateAll(evaluators, parseLines(theirFile)),
      ...evaluators.map((one) => () => evaluateAll([one], conversations)),
      ...evaluators.map((one) => () => evaluateAll([one], parseLines(theirFile))),
    ]);
    const modes = theirs.slice(0, MODES.length);
    const fastest = Math.min(...modes);
    const all = modes.reduce((sum, value) => sum + value, 0);
    const fromFile = theirs.slice(MODES.length);
    return [
      { what: 'six metrics of a row', value: ours, unit: 'µs' },
      {
        what: 'agentevals, its fastest mode ÷ six metrics',
        value: fastest / ours,
        unit: '×',
        goal: { limit: 20, of: 'value', isLeast: true },
        note: `µs: ${listModes(modes)}`,
      },
      {
        what: 'agentevals, its four modes together ÷ six metrics',
        value: all / ours,
        unit: '×',
        goal: { limit: 60, of: 'value', isLeast: true },
      },
      { what: 'six metrics of a row, from the file on', value: ownRead, unit: 'µs' },
      {
        what: 'agentevals from its file on, its fastest mode ÷ six metrics',
        value: Math.min(...fromFile) / ownRead,
        unit: '×',
        goal: { limit: 10, of: 'value', isLeast: true },
        note: `µs: ${listModes(fromFile)}`,
      },
      {
        what: 'agentevals from its file on, its four modes ÷ six metrics',
        value: theirAll / ownRead,
        unit: '×',
        goal: { limit: 45, of: 'value', isLeast: true },
        note: `µs: ${theirAll.toFixed(1)}; the file is parsed once`,
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
 * @param {import('../rows.mjs').Row} row
 * @param {object | undefined} conversation
 * @returns {object} the conversation with all else that the row holds
 */
function besides({ predicted_trajectory, reference_trajectory, ...rest }, conversation) {
  return { ...rest, ...conversation };
}

/** @param {readonly number[]} values µs, by mode */
function listModes(values) {
  return values.map((value, index) => `${MODES[index]} ${value.toFixed(1)}`).join(', ');
}

/**
 * @param {readonly Evaluate[]} evaluators
 * @param {readonly object[]} conversations
 */
async function evaluateAll(evaluators, conversations) {
  for (const conversation of conversations)
    for (const evaluate of evaluators) await evaluate(conversation);
}

/**
 * @param {readonly object[]} rows
 * @returns {Uint8Array<ArrayBuffer>} a file of JSONL
 */
function printLines(rows) {
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/**
 * @param {Uint8Array} file
 * @returns {object[]}
 */
function parseLines(file) {
  const lines = new TextDecoder().decode(file).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/**
 * A file whose bytes are in memory, as they are for the other side: to read its own blobs takes Node
 * as long as scoring.
 */
class BytesBlob extends Blob {
  #bytes;

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  constructor(bytes) {
    super();
    this.#bytes = bytes;
  }

  /** @override */
  get size() {
    return this.#bytes.length;
  }

  /**
   * @override
   * @param {number} [from]
   * @param {number} [to]
   */
  slice(from, to) {
    return new BytesBlob(this.#bytes.subarray(from, to));
  }

  /** @override */
  arrayBuffer() {
    return Promise.resolve(this.#bytes.slice().buffer);
  }
}

/**
 * @typedef {Awaited<ReturnType<typeof loadCore>>} Core
 * @param {Core} core
 * @param {readonly import('../rows.mjs').Row[]} rows
 */
function sixMetrics(core, rows) {
  const settings = { ...core.DEFAULT_SETTINGS, tools: ['search_flights'] };
  return {
    settings,
    roles: core.assignRoles(Object.keys(rows[0] ?? {})),
    columns: core.listColumns(settings).filter(({ metricId }) => TRAJECTORY_METRICS.test(metricId)),
  };
}

/**
 * @param {Core} core
 * @param {readonly import('../rows.mjs').Row[]} rows
 * @returns {() => void} scores all rows
 */
function parsedScorer(core, rows) {
  const { settings, roles, columns } = sixMetrics(core, rows);
  const scorers = columns.map((column) => ({ column, metric: core.findMetric(column.metricId) }));
  const records = rows.map((row) => JSON.parse(JSON.stringify(row)));
  return () => {
    for (const [index, record] of records.entries()) {
      const { row } = core.readRow(record, roles, index + 1);
      for (const { column, metric } of scorers) metric?.score?.(row, settings, column);
    }
  };
}

/**
 * @param {Core} core
 * @param {readonly import('../rows.mjs').Row[]} rows
 * @returns {() => Promise<unknown>} scores the file of all rows
 */
function fileScorer(core, rows) {
  const { settings, roles, columns } = sixMetrics(core, rows);
  const blob = new BytesBlob(printLines(rows));
  const head = { text: '', isWhole: false, name: '' };
  const only = columns.map(({ id }) => id);
  const job = { blob, head, formatId: 'jsonl', roles, settings, only, notes: [] };
  return () => core.scoreLines({ job, start: 0, end: blob.size });
}

/** @param {import('../rows.mjs').Call} call */
function toMessage({ tool_name, tool_input }) {
  return {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: tool_name, arguments: JSON.stringify(tool_input) } }],
  };
}
