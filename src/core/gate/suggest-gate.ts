import { allRows } from '#core/explain/view/sort-rows.ts';
import { CONFIDENCE } from '#core/base/statistics/interval.ts';
import { hasVerdict, mainMetric } from '#core/compare/main-metric.ts';
import { causeKinds } from '#core/explain/summary/headline.ts';
import { describeTrials } from '#core/explain/summary/trials.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric, findRecorded } from '#core/score/metrics/registry.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { FEWEST_ROWS, type Condition, type GateConfig, type Subject } from './gate-config.ts';
import { GateError, measure, type GateRun } from './measure.ts';

/** How much worse than the baseline a run may be by default. */
const MARGIN = 0.05;
/** pass^k is suggested for at most this many trials. */
const USUAL_TRIALS = 4;

/**
 * Suggests a gate that the run passes, and that an equally good run rarely misses: each threshold
 * is twice as far from the run’s value as the bound of its interval, rounded to the weaker side.
 * Undefined without any score.
 */
export function suggestGate(run: GateRun, hasBaseline: boolean): GateConfig | undefined {
  const { columns, settings } = run;
  const { thresholds = {} } = settings;
  const scored = columns.scores.filter(({ values }) =>
    values.some((value) => !Number.isNaN(value)),
  );
  const rated = scored.filter(({ metricId }) => hasVerdict(metricId) && !isRecorded(metricId));
  const main = mainMetric(rated);
  const conditions: (Condition | undefined)[] = [];
  if (hasBaseline)
    for (const { id } of comparable(rated, main))
      conditions.push({ metric: id, noWorseBy: MARGIN });
  if (main) conditions.push(bounded(run, { metric: main.id }));
  const trials = describeTrials(columns, allRows(columns.rowCount), USUAL_TRIALS, thresholds);
  if (main && trials && isUnitScale(findMetric(main.metricId)?.scale))
    conditions.push(bounded(run, { metric: main.id, 'pass^k': trials.k }));
  if (findRecorded(scored, 'latency_in_seconds')) conditions.push(bounded(run, { latency: 'p95' }));
  if (findRecorded(scored, 'failure')) conditions.push(bounded(run, { rows: 'failed' }));
  const [cause] = causeKinds(columns.signatures);
  if (cause) conditions.push(bounded(run, { cause: cause.kind }));
  const found = conditions.filter((condition) => condition !== undefined);
  if (found.length === 0) return undefined;
  // an agent whose calls are no longer recorded must not look better
  const unscored = bounded(run, { rows: 'unscored' });
  return {
    version: 1,
    rules: settings.emptyTrajectories === 'skip' ? 'vertex' : 'standard',
    confidence: CONFIDENCE,
    adjust: 'holm',
    fewestRows: FEWEST_ROWS,
    conditions: unscored ? [...found, unscored] : found,
  };
}

function isRecorded(metricId: string): boolean {
  return findMetric(metricId)?.isRecorded === true;
}

/** The main metric and, if different, the strictest metric of calls. */
function comparable(rated: readonly ScoreValues[], main: ScoreValues | undefined): ScoreValues[] {
  const exact = rated.find(({ metricId }) => metricId === 'trajectory_exact_match');
  return [...new Set([main, exact])].filter((one) => one !== undefined);
}

/** Requires what the run's whole interval reaches; undefined where that requires nothing. */
function bounded(run: GateRun, subject: Subject): Condition | undefined {
  const isUpward = 'metric' in subject;
  try {
    const probe: Condition = isUpward ? { ...subject, min: 0 } : { ...subject, max: 1 };
    const { estimate } = measure(probe, { candidate: run });
    if (!estimate || estimate.count < FEWEST_ROWS) return undefined;
    const { low, high } = estimate.interval(CONFIDENCE);
    if (isUpward) {
      const min = roundDown(low - (estimate.value - low), 0.05);
      return findMetric(subject.metric)?.better === 'higher' && min > 0
        ? { ...subject, min }
        : undefined;
    }
    const max = high + (high - estimate.value);
    if (!Number.isFinite(max)) return undefined;
    if ('latency' in subject) return { ...subject, max: roundUp(max, max < 10 ? 0.5 : 5) };
    if (max < 0.99) return { ...subject, max: roundUp(max, 0.01) };
    return 'rows' in subject && subject.rows === 'unscored' ? { ...subject, max: 0.99 } : undefined;
  } catch (error) {
    // what cannot be measured is not required
    if (error instanceof GateError) return undefined;
    throw error;
  }
}

function roundDown(value: number, unit: number): number {
  return Number((Math.floor(value / unit + 1e-9) * unit).toFixed(4));
}

function roundUp(value: number, unit: number): number {
  return Number((Math.ceil(value / unit - 1e-9) * unit).toFixed(4));
}
