import { loadCore } from '../load-core.mjs';
import { RowMaker, ROW_STYLES } from '../rows.mjs';
import { timePerRow } from '../time-per-row.mjs';

const ROWS = 2000;
const FEW_CALLS = 1000;
const MANY_CALLS = 10_000;
const TRAJECTORY_METRICS = /^trajectory_/;
const TEXT_METRICS = ['exact_match', 'bleu', 'rouge_1', 'rouge_2', 'rouge_l', 'rouge_l_sum'];

/**
 * What the formulas cost, in this process: on top of reading rows, of texts, and as calls grow.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const formulas = {
  name: 'formulas',
  async run() {
    const core = await loadCore();
    const maker = new RowMaker(1, ROW_STYLES.ascii);
    const lines = Array.from({ length: ROWS }, () => JSON.stringify(maker.next()));
    const [reading = NaN, scoring = NaN] = await timePerRow(ROWS, [
      () => scoreLines(core, lines, []),
      () => scoreLines(core, lines, trajectoryColumns(core)),
    ]);
    const writer = new RowMaker(1, { ...ROW_STYLES.small, wordsPerText: 50 });
    const texts = Array.from({ length: ROWS }, () => {
      const { response, reference } = writer.next();
      return JSON.stringify({ response, reference });
    });
    const [readingTexts = NaN, scoringTexts = NaN] = await timePerRow(ROWS, [
      () => scoreLines(core, texts, []),
      () => scoreLines(core, texts, columnsOf(core, { metrics: TEXT_METRICS })),
    ]);
    const [fewCalls, manyCalls] = [[rowWithCalls(FEW_CALLS)], [rowWithCalls(MANY_CALLS)]];
    const [few = NaN, many = NaN] = await timePerRow(1, [
      () => scoreLines(core, fewCalls, trajectoryColumns(core)),
      () => scoreLines(core, manyCalls, trajectoryColumns(core)),
    ]);
    return [
      {
        what: 'reading rows and six metrics ÷ reading rows',
        value: scoring / reading,
        unit: '×',
        goal: { limit: 1.25, of: 'value' },
        note: `µs a row: ${scoring.toFixed(1)} and ${reading.toFixed(1)}`,
      },
      {
        what: 'six text metrics of 50 words a text',
        value: scoringTexts - readingTexts,
        unit: 'µs',
        // 25,000 rows a second
        goal: { limit: 40, of: 'value' },
      },
      {
        what: `a row of ${MANY_CALLS} calls a side ÷ one of ${FEW_CALLS}`,
        value: many / few,
        unit: '×',
        goal: { limit: 15, of: 'value' },
        note: 'read and scored, ten times the calls',
      },
    ];
  },
};

/** @typedef {typeof import('../scoring-core.ts')} Core */
/** @typedef {import('#core/score/metric/metric.ts').ScoreColumn} ScoreColumn */

/**
 * @param {Core} core
 * @param {readonly string[]} lines rows as JSON
 * @param {readonly ScoreColumn[]} columns
 */
function scoreLines(core, lines, columns) {
  const settings = core.DEFAULT_SETTINGS;
  const metrics = columns.map((column) => ({ column, metric: core.findMetric(column.metricId) }));
  /** @type {ReturnType<Core['assignRoles']> | undefined} */
  let roles;
  for (const [index, line] of lines.entries()) {
    const record = /** @type {import('#core/base/json/json-value.ts').JsonObject} */ (
      core.parseJson(line)
    );
    roles ??= core.assignRoles(Object.keys(record));
    const { row } = core.readRow(record, roles, index + 1);
    for (const { column, metric } of metrics) metric?.score?.(row, settings, column);
  }
}

/**
 * @param {Core} core
 * @param {Partial<import('#core/score/metric/settings.ts').MetricSettings>} chosen
 */
function columnsOf(core, chosen) {
  return core.listColumns({ ...core.DEFAULT_SETTINGS, ...chosen });
}

/** @param {Core} core */
function trajectoryColumns(core) {
  return columnsOf(core, { tools: ['search_flights'] }).filter(({ metricId }) =>
    TRAJECTORY_METRICS.test(metricId),
  );
}

/**
 * All calls differ, and every second one comes at another place than expected.
 *
 * @param {number} count
 */
function rowWithCalls(count) {
  const calls = Array.from({ length: count }, (_, at) => ({
    tool_name: `tool_${at % 50}`,
    tool_input: { at, text: `call ${at}` },
  }));
  const swapped = calls.map((call, at) => calls[at ^ 2] ?? call);
  return JSON.stringify({ predicted_trajectory: swapped, reference_trajectory: calls });
}
