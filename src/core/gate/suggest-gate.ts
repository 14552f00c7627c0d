import { CONFIDENCE } from '#core/base/statistics/interval.ts';
import { hasVerdict, mainMetric } from '#core/compare/main-metric.ts';
import { findMetric, findRecorded } from '#core/score/metrics/registry.ts';
import {
  FEWEST_ROWS,
  USUAL_MARGIN,
  type Condition,
  type GateConfig,
  type Subject,
} from './gate-config.ts';
import { GateError, isOfRun, measure, type GateRun } from './measure.ts';

/**
 * Suggests a gate that the run passes, and that a run as good will rarely miss. Against a baseline it
 * is one condition on the main metric, otherwise a least value of it and a share of failures; both with
 * recorded times. A threshold is twice as far from the run’s value as the bound of its interval,
 * rounded to the weaker side. Undefined without a score that could be better or worse.
 */
export function suggestGate(run: GateRun, hasBaseline: boolean): GateConfig | undefined {
  const { columns, settings } = run;
  const scored = columns.scores.filter(({ values }) =>
    values.some((value) => !Number.isNaN(value)),
  );
  const main = mainMetric(
    scored.filter((column) => hasVerdict(column.metricId) && !isOfRun(column)),
  );
  if (!main) return undefined;
  const conditions: (Condition | undefined)[] = hasBaseline
    ? [{ metric: main.id, noWorseBy: USUAL_MARGIN }, unscoredIn(run, 'uncompared', USUAL_MARGIN)]
    : [bounded(run, { metric: main.id }), bounded(run, { rows: 'failed' }), unscoredIn(run)];
  if (findRecorded(scored, 'latency_in_seconds')) conditions.push(bounded(run, { latency: 'p95' }));
  const found = conditions.filter((condition) => condition !== undefined);
  if (found.length === 0) return undefined;
  return {
    version: 1,
    rules: settings.emptyTrajectories === 'skip' ? 'vertex' : 'standard',
    confidence: CONFIDENCE,
    adjust: 'holm',
    fewestRows: FEWEST_ROWS,
    conditions: found,
  };
}

/** Allows as many rows without a score as the run has; undefined for those allowed anyway, or all. */
function unscoredIn(
  run: GateRun,
  rows: 'unscored' | 'uncompared' = 'unscored',
  allowed = 0,
): Condition | undefined {
  const share = measure({ rows: 'unscored', max: 0 }, { candidate: run }).value ?? 0;
  return share > allowed && share < 1 ? { rows, max: roundUp(share, 0.01) } : undefined;
}

/** Requires what the run reaches with its whole interval; undefined where that requires nothing. */
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
    return max < 0.99 ? { ...subject, max: roundUp(max, 0.01) } : undefined;
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
