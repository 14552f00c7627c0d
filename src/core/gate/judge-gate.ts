import { FEWEST_EQUAL, tailOf } from '#core/base/statistics/interval.ts';
import { adjustHolm } from '#core/base/statistics/paired.ts';
import { pairRuns, type OtherTasks } from '#core/compare/compare-runs.ts';
import { departuresOf } from '#core/score/metric-sets/describe-settings.ts';
import { rowsByName } from '#core/score/columns/scored-columns.ts';
import type { Claim } from './estimate-bounds.ts';
import type { Condition, GateConfig } from './gate-config.ts';
import {
  betterEnd,
  GateError,
  measure,
  splitGroups,
  type GateRun,
  type GateRuns,
  type Measurement,
} from './measure.ts';

/** What a gate says, of one condition or of all. */
export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE';

/** What would decide a condition that is inconclusive. */
type Needed =
  /** About so many more of the condition’s unit: rows, pairs or tasks. */
  | { readonly kind: 'more'; readonly count: number; readonly isAtLeast: boolean }
  /** So many more trials of every task. */
  | { readonly kind: 'trials'; readonly count: number }
  /** The value is so close to the threshold that no usual number of rows tells them apart. */
  | { readonly kind: 'too close' };

/** A condition with its verdict and what stands behind it. */
export interface JudgedCondition extends Omit<Measurement, 'estimate'> {
  /** Of one group, where the config asks for each. */
  readonly condition: Condition;
  readonly place: number;
  readonly verdict: Verdict;
  /** At the config’s confidence; null for too few rows, a side infinite where so few rows have no bound. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** The condition is met on this side of the threshold. */
  readonly side: 'at least' | 'at most';
  readonly threshold: number;
  /** Set where the condition is inconclusive. */
  readonly needed: Needed | null;
  /** By itself it fails, but not after the adjustment for several conditions. */
  readonly isSpared: boolean;
}

/** What a gate says of a run. */
export interface GateReport {
  /** How the run’s rows were scored; empty for standard rules, as the config has them. */
  readonly rules: string;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly adjust: GateConfig['adjust'];
  /** In the order of the config. */
  readonly conditions: readonly JudgedCondition[];
  /** Where ids stand for other tasks in the baseline; absent where none does. */
  readonly otherTasks?: OtherTasks;
  /** Rows of the run whose calls are compared by name only; absent where none are. */
  readonly byName?: number;
}

/** A condition that cannot be judged. */
export interface GateProblem {
  /** Its place in the config’s list. */
  readonly place: number;
  readonly reason: string;
}

/** A report, or everything that keeps a gate from being judged: it is never passed then. */
export type GateResult =
  | { readonly ok: true; readonly report: GateReport }
  | { readonly ok: false; readonly problems: readonly GateProblem[] };

/** What a gate needs of a run besides its columns. */
export interface GateNeeds {
  readonly cells: readonly string[];
  readonly callCounts: boolean;
  readonly baseline: boolean;
}

/** Lists what has to be read of the rows before a gate can be judged. */
export function needsOf({ conditions }: GateConfig): GateNeeds {
  const columns = conditions.flatMap(({ group }) => (group ? [group.column] : []));
  return {
    cells: [...new Set(columns)],
    callCounts: conditions.some((condition) => 'calls' in condition),
    baseline: conditions.some((condition) => 'noWorseBy' in condition),
  };
}

/** The verdicts, the one that matters most first. */
export const VERDICTS: readonly Verdict[] = ['FAIL', 'INCONCLUSIVE', 'PASS'];

/**
 * Judges a run by a gate. A condition passes or fails by the bound of an interval, never by the mean
 * alone: it passes where the whole interval meets it, and fails where the whole interval misses it.
 * All conditions have to pass, so that passing needs no adjustment; one that fails is enough, so that
 * failing is adjusted for all conditions, after Holm.
 * @param baseline what “no worse than baseline” refers to; the runs’ rows are paired by id, or where
 *   not all rows have one by content keys, which must be complete then
 * @returns the report; problems where a condition cannot be judged
 */
export function judgeGate(
  config: GateConfig,
  candidate: GateRun,
  baseline: GateRun | undefined,
): GateResult {
  const { measured, problems } = measureGate(config, candidate, baseline);
  if (problems.length > 0) return { ok: false, problems };
  const scored = departuresOf(candidate.settings).join(', ');
  const rules = config.rules === 'vertex' && scored === '' ? UNLIKE_CONFIG : scored;
  const byName = rowsByName(candidate.columns);
  const report = { ...judgeMeasured(measured, config), rules };
  return { ok: true, report: byName === 0 ? report : { ...report, byName } };
}

const UNLIKE_CONFIG =
  'standard rules, though the config is for those of the Vertex AI service, which leave rows with an empty side out';

/** A condition with what the rows say about it. */
export interface Measured {
  /** Its place in the config’s list. */
  readonly place: number;
  readonly condition: Condition;
  readonly measurement: Measurement;
}

/** Measures what all conditions, or their groups, are about; and says what cannot be measured. */
export function measureGate(
  config: GateConfig,
  candidate: GateRun,
  baseline: GateRun | undefined,
): { readonly measured: readonly Measured[]; readonly problems: readonly GateProblem[] } {
  const isPaired = baseline && needsOf(config).baseline;
  const runs: GateRuns = {
    candidate,
    ...(isPaired ? { baseline, paired: pairRuns(baseline.columns, candidate.columns) } : {}),
  };
  const problems: GateProblem[] = [];
  const measured: Measured[] = [];
  for (const [place, condition] of config.conditions.entries()) {
    try {
      for (const single of splitGroups(condition, candidate))
        measured.push({ place, condition: single, measurement: measure(single, runs) });
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      problems.push({ place, reason: error.message });
    }
  }
  if (measured.length === 0 && problems.length === 0)
    problems.push({ place: 0, reason: 'The gate has no condition, and would let all pass.' });
  return { measured, problems };
}

/** Judges what was measured, at least one thing, see {@link judgeGate}. */
export function judgeMeasured(
  measured: readonly Measured[],
  config: GateConfig,
): Omit<GateReport, 'rules'> {
  const { confidence, adjust } = config;
  const conditions = judgeAll(measured, config);
  const verdict = VERDICTS.find((one) => conditions.some((other) => other.verdict === one));
  return { verdict: verdict ?? 'INCONCLUSIVE', confidence, adjust, conditions };
}

function judgeAll(measured: readonly Measured[], config: GateConfig): JudgedCondition[] {
  const { confidence, adjust, fewestRows } = config;
  const tail = tailOf(confidence);
  const chances = measured.map((one) => failChance(one, fewestRows));
  const adjusted = adjust === 'holm' ? adjustHolm(chances) : chances;
  // what a further row has to reach, where all other conditions are undecided
  const failTail = adjust === 'holm' ? tail / measured.length : tail;
  return measured.map((one, at) => {
    const { place, condition, measurement } = one;
    const { estimate, ...about } = measurement;
    const { side, threshold } = sideOf(condition);
    const isEnough = about.count >= fewestRows && estimate !== undefined;
    const isFailed = isEnough && (adjusted[at] as number) <= tail;
    const isPassed = isEnough && estimate.chance({ side, threshold }) <= tail;
    const verdict = isPassed ? 'PASS' : isFailed ? 'FAIL' : 'INCONCLUSIVE';
    const isSpared = verdict === 'INCONCLUSIVE' && isEnough && (chances[at] as number) <= tail;
    return {
      condition,
      place,
      verdict,
      side,
      threshold,
      isSpared,
      ...about,
      interval: isEnough ? estimate.interval(confidence) : null,
      needed: verdict === 'INCONCLUSIVE' ? neededFor(one, fewestRows, tail, failTail) : null,
    };
  });
}

function sideOf(condition: Condition): Pick<JudgedCondition, 'side' | 'threshold'> {
  if ('min' in condition) return { side: 'at least', threshold: condition.min };
  if ('max' in condition) return { side: 'at most', threshold: condition.max };
  return betterEnd(condition) === 'lower'
    ? { side: 'at most', threshold: condition.noWorseBy }
    : { side: 'at least', threshold: -condition.noWorseBy };
}

function failClaim(condition: Condition): Claim {
  const { side, threshold } = sideOf(condition);
  return { side: side === 'at least' ? 'below' : 'above', threshold };
}

/** The chance that chance alone fails a condition; 1 where there are too few rows to tell. */
function failChance({ condition, measurement }: Measured, fewestRows: number): number {
  const { estimate, count, differ } = measurement;
  if (!estimate || count < fewestRows) return 1;
  const chance = estimate.chance(failClaim(condition));
  // as on the page, runs differ only where interval and test agree
  return differ === null ? chance : Math.max(chance, differ / 2);
}

/** More rows than so many times those there are will hardly be had. */
const MAX_TIMES = 1000;

function neededFor(
  { condition, measurement }: Measured,
  fewestRows: number,
  tail: number,
  failTail: number,
): Needed {
  const { estimate, count, trialsMissing } = measurement;
  if (trialsMissing > 0) return { kind: 'trials', count: trialsMissing };
  // of enough rows there is no estimate where all are equal and the scale has no end
  const fewest = estimate || count < 2 ? fewestRows : Math.max(fewestRows, FEWEST_EQUAL);
  if (!estimate || count < fewest) return { kind: 'more', count: fewest - count, isAtLeast: true };
  const total = Math.min(
    estimate.countFor(sideOf(condition), tail),
    estimate.countFor(failClaim(condition), failTail),
  );
  if (!(total <= count * MAX_TIMES)) return { kind: 'too close' };
  return { kind: 'more', count: roundUp(Math.max(1, total - count)), isAtLeast: false };
}

/** Rounds up to two digits: what is estimated is no surer than that. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}

/** Exit codes of the command, by verdict; 3 stands for a gate that could not be judged. */
export const EXIT_CODES: Readonly<Record<Verdict, number>> = { PASS: 0, FAIL: 1, INCONCLUSIVE: 2 };
