import { listAt } from '#core/base/lists/lists.ts';
import { FEWEST_EQUAL, tailOf } from '#core/base/statistics/interval.ts';
import { adjustHolm } from '#core/base/statistics/paired.ts';
import { pairRuns, type OtherIds, type OtherTasks } from '#core/compare/compare-runs.ts';
import { departuresOf } from '#core/score/metric/settings.ts';
import { rowsByName } from '#core/score/columns/scored-columns.ts';
import { isBeyond, type Claim } from './estimate-bounds.ts';
import { isRowsSeen, USUAL_MARGIN, type Condition, type GateConfig } from './gate-config.ts';
import {
  betterEnd,
  GateError,
  inGroupsOf,
  lackingRows,
  measure,
  measureUncompared,
  measureUnseen,
  recordsFailures,
  splitGroups,
  type GateRun,
  type GateRuns,
  type Measurement,
  type OtherExpectations,
} from './measure.ts';

/** The verdict on a condition, or on all. */
export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE';

/** What would decide an inconclusive condition. */
type Needed =
  /** About this many more rows, pairs or tasks. */
  | { readonly kind: 'more'; readonly count: number; readonly isAtLeast: boolean }
  /** Up to as many again: which number would do depends on what they are. */
  | { readonly kind: 'as many again' }
  /** This many more trials of every task. */
  | { readonly kind: 'trials'; readonly count: number }
  /** No practical number of rows would separate the value from the threshold. */
  | { readonly kind: 'too close' }
  /** A baseline that has the run’s rows. */
  | { readonly kind: 'baseline' };

/** A condition with its verdict and evidence. */
export interface JudgedCondition extends Omit<Measurement, 'estimate'> {
  /** For one group, where the config has a condition for each. */
  readonly condition: Condition;
  readonly place: number;
  readonly verdict: Verdict;
  /**
   * At the config’s confidence, infinite on a side that is not bounded; null for too few rows, and for
   * what is counted and not estimated.
   */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** The side of the threshold on which the condition is met. */
  readonly side: 'at least' | 'at most';
  readonly threshold: number;
  /** Set where the condition is inconclusive. */
  readonly needed: Needed | null;
  /** How many conditions, itself among them, failing is adjusted for. */
  readonly adjustedFor: number;
  /** It fails alone, but not after the adjustment. */
  readonly isSpared: boolean;
}

/** What a gate did not see, and of which rows it compared others. */
export interface Unseen {
  /** Records of the run that could not be read. */
  readonly unread: number;
  /** Rows of the baseline without one in the run. */
  readonly missing: number;
  /** Rows of the run without one in the baseline. */
  readonly added: number;
  /** Absent where ids pair most rows, or not every row has one. */
  readonly otherIds?: OtherIds;
}

/** The report of a gate on a run. */
export interface GateReport {
  /** How the rows were scored; empty for the standard rules. */
  readonly rules: string;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly adjust: GateConfig['adjust'];
  /** In the order of the config, then those that every gate has and the run misses. */
  readonly conditions: readonly JudgedCondition[];
  readonly unseen: Unseen;
  /** Absent unless ids in the baseline mean other tasks. */
  readonly otherTasks?: OtherTasks;
  /** Rows compared by tool names only; absent for none. */
  readonly byName?: number;
}

/** A condition that cannot be judged. */
export interface GateProblem {
  /** Its place in the config’s list. */
  readonly place: number;
  readonly reason: string;
}

/** A report, or the problems that prevent it; a gate with problems never passes. */
export type GateResult =
  | { readonly ok: true; readonly report: GateReport }
  | { readonly ok: false; readonly problems: readonly GateProblem[] };

/** The data that a gate reads besides the columns of a run. */
export interface GateNeeds {
  readonly cells: readonly string[];
  readonly callCounts: boolean;
}

/** Lists what must be read of the rows for a gate. */
export function needsOf({ conditions }: GateConfig): GateNeeds {
  const columns = conditions.flatMap(({ group }) => (group ? [group.column] : []));
  return {
    cells: [...new Set(columns)],
    callCounts: conditions.some((condition) => 'calls' in condition),
  };
}

/** The verdicts, most important first. */
export const VERDICTS: readonly Verdict[] = ['FAIL', 'INCONCLUSIVE', 'PASS'];

/**
 * Judges a run by a gate. A condition on an estimate passes where the whole interval meets it, and
 * fails where the whole interval misses it; against a baseline, where the mean misses it and the whole
 * interval is worse than no difference. What is counted of all rows, such as unscored ones, has no
 * interval: the count decides. All conditions must pass, so passing needs no adjustment; one failure
 * is enough, so failures are adjusted by Holm.
 * @param baseline the run that `noWorseBy` refers to
 * @param others what is known of pairs that mean different tasks
 * @param paired the rows of both runs; absent: paired by the keys at hand
 * @returns the report; problems where a condition cannot be judged
 */
export function judgeGate(
  config: GateConfig,
  candidate: GateRun,
  baseline: GateRun | undefined,
  others?: OtherExpectations,
  paired = baseline && pairRuns(baseline.columns, candidate.columns),
): GateResult {
  const { measured, problems, unseen } = measureGate(config, candidate, baseline, others, paired);
  if (problems.length > 0) return { ok: false, problems };
  const scored = departuresOf(candidate.settings).join(', ');
  const rules = config.rules === 'vertex' && scored === '' ? UNLIKE_CONFIG : scored;
  const byName = rowsByName(candidate.columns);
  const report = {
    ...judgeMeasured(measured, config),
    rules,
    unseen,
    ...(others && { otherTasks: others.counts }),
    ...(byName > 0 && { byName }),
  };
  return { ok: true, report };
}

const UNLIKE_CONFIG =
  'standard rules, though the config asks for those of the Vertex AI service, which leave rows without calls out';

/** A condition with its measurement. */
export interface Measured {
  /** Its place in the config’s list. */
  readonly place: number;
  readonly condition: Condition;
  readonly measurement: Measurement;
}

/** Measures all conditions, or their groups; reports what cannot be measured. */
export function measureGate(
  config: GateConfig,
  candidate: GateRun,
  baseline: GateRun | undefined,
  others?: OtherExpectations,
  paired = baseline && pairRuns(baseline.columns, candidate.columns),
): {
  readonly measured: readonly Measured[];
  readonly problems: readonly GateProblem[];
  readonly unseen: Unseen;
} {
  const judged = baseline && paired ? inGroupsOf(baseline, candidate, paired.pairs) : candidate;
  const runs: GateRuns = {
    candidate: judged,
    ...(baseline && paired && { baseline, paired }),
    ...(others && { otherCalls: others.rows }),
  };
  const unseen: Unseen = {
    unread: candidate.columns.skippedCount,
    missing: paired?.pairs.onlyBaseline.length ?? 0,
    added: paired?.pairs.onlyCandidate.length ?? 0,
    ...(paired?.otherIds && { otherIds: paired.otherIds }),
  };
  const problems: GateProblem[] = [];
  const measured: Measured[] = [];
  const tryOne = (place: number, measureOne: () => void): void => {
    try {
      measureOne();
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      problems.push({ place, reason: error.message });
    }
  };
  for (const [place, condition] of config.conditions.entries())
    tryOne(place, () => {
      for (const single of splitGroups(condition, judged))
        measured.push({ place, condition: single, measurement: measure(single, runs) });
    });
  if (measured.length === 0 && problems.length === 0)
    problems.push({ place: 0, reason: 'The gate has no condition, and would let all pass.' });
  if (problems.length === 0)
    tryOne(config.conditions.length, () => measured.push(...measureUnwritten(config, runs)));
  return { measured, problems, unseen };
}

/**
 * Measures what every gate asks unless its config says how many rows may be unscored, uncompared or
 * fail: none that the baseline scores may be lost, few may be new. What is met is not mentioned.
 */
function* measureUnwritten({ conditions }: GateConfig, runs: GateRuns): Generator<Measured> {
  const place = conditions.length;
  const own = conditions.filter((one) => 'rows' in one && one.group === undefined);
  const isWritten = (rows: string, bound?: string): boolean =>
    own.some((one) => 'rows' in one && one.rows === rows && (bound === undefined || bound in one));
  const subjects = conditions.filter((one) => !('rows' in one && one.rows === 'uncompared'));
  const lacking = lackingRows(subjects, runs);
  if (!isWritten('unscored', 'max')) {
    const condition: Condition = { rows: 'unscored', max: 0 };
    const measurement = measureUnseen(condition, runs, lacking.inCandidate);
    if ((measurement.value ?? 0) > 0) yield { place, condition, measurement };
  }
  if (lacking.inBaseline && !isWritten('uncompared')) {
    const condition: Condition = { rows: 'uncompared', max: USUAL_MARGIN };
    const measurement = measureUncompared(condition, runs, lacking.inBaseline);
    if ((measurement.value ?? 0) > USUAL_MARGIN) yield { place, condition, measurement };
  }
  if (isWritten('failed')) return;
  if (!runs.paired || !recordsFailures(runs.candidate)) return;
  const condition: Condition = { rows: 'failed', noWorseBy: USUAL_MARGIN };
  const measurement = measure(condition, runs);
  if ((measurement.value ?? 0) > 0) yield { place, condition, measurement };
}

/** Judges at least one measurement, see {@link judgeGate}. */
export function judgeMeasured(
  measured: readonly Measured[],
  config: GateConfig,
): Omit<GateReport, 'rules' | 'unseen'> {
  const { confidence, adjust } = config;
  const conditions = judgeAll(measured, config);
  const verdict = VERDICTS.find((one) => conditions.some((other) => other.verdict === one));
  return { verdict: verdict ?? 'INCONCLUSIVE', confidence, adjust, conditions };
}

function judgeAll(measured: readonly Measured[], config: GateConfig): JudgedCondition[] {
  const { confidence, adjust, fewestRows } = config;
  const tail = tailOf(confidence);
  const chances = measured.map((one) => failChance(one, fewestRows));
  const adjusted = chances.slice();
  const sizes = chances.map(() => 1);
  for (const places of adjust === 'holm' ? familiesOf(measured) : []) {
    const together = adjustHolm(places.map((at) => chances[at] as number));
    for (const [place, at] of places.entries()) {
      adjusted[at] = together[place] as number;
      sizes[at] = places.length;
    }
  }
  return measured.map((one, at) => {
    const adjustedFor = sizes[at] as number;
    // the tail for one more row, if all other conditions stay undecided
    const failTail = tail / adjustedFor;
    const { place, condition, measurement } = one;
    const { estimate, ...about } = measurement;
    const { side, threshold } = sideOf(condition);
    const isEnough = about.count >= fewestRows && estimate !== undefined;
    // new rows are no fault of the run, but nothing is known of them
    const isNew = 'rows' in condition && condition.rows === 'uncompared';
    const isFailed = isEnough && !isNew && (adjusted[at] as number) <= tail;
    const isPassed = isEnough && estimate.chance({ side, threshold }) <= tail;
    const verdict = isPassed ? 'PASS' : isFailed ? 'FAIL' : 'INCONCLUSIVE';
    const isSpared = verdict === 'INCONCLUSIVE' && isEnough && (chances[at] as number) <= tail;
    return {
      condition,
      place,
      verdict,
      side,
      threshold,
      adjustedFor,
      isSpared,
      ...about,
      interval: isEnough && !isCounted(condition) ? estimate.interval(confidence) : null,
      needed:
        verdict !== 'INCONCLUSIVE'
          ? null
          : isNew
            ? { kind: 'baseline' }
            : neededFor(one, fewestRows, tail, failTail),
    };
  });
}

/**
 * The conditions that failing is adjusted for together, by place: those on the baseline, because the
 * same runs are compared in each, and the groups of one condition. Others stand for themselves.
 */
function familiesOf(measured: readonly Measured[]): Iterable<readonly number[]> {
  const families = new Map<number, number[]>();
  for (const [at, { condition, place }] of measured.entries())
    listAt(families, 'noWorseBy' in condition ? -1 : place).push(at);
  return families.values();
}

/** Whether a condition is on all there is, and not on what it is drawn from. */
function isCounted(condition: Condition): boolean {
  return 'rows' in condition && isRowsSeen(condition.rows) && !('noWorseBy' in condition);
}

function sideOf(condition: Condition): Pick<JudgedCondition, 'side' | 'threshold'> {
  if ('min' in condition) return { side: 'at least', threshold: condition.min };
  if ('max' in condition) return { side: 'at most', threshold: condition.max };
  return betterEnd(condition) === 'lower'
    ? { side: 'at most', threshold: condition.noWorseBy }
    : { side: 'at least', threshold: -condition.noWorseBy };
}

/**
 * What shows a failure: that the limit is missed. Of a drop from the baseline beyond the limit it is
 * enough that it is no chance; undefined for a smaller one.
 */
function failClaim(condition: Condition, value: number): Claim | undefined {
  const { side, threshold } = sideOf(condition);
  const missed = side === 'at least' ? 'below' : 'above';
  if (!('noWorseBy' in condition)) return { side: missed, threshold };
  return isBeyond({ side: missed, threshold }, value) ? { side: missed, threshold: 0 } : undefined;
}

/** The p-value of a failure; 1 for too few rows. */
function failChance({ condition, measurement }: Measured, fewestRows: number): number {
  const { estimate, count, differ } = measurement;
  const claim = estimate && failClaim(condition, estimate.value);
  if (!claim || count < fewestRows) return 1;
  const chance = estimate.chance(claim);
  // as on the page, runs differ only where interval and test agree
  return differ === null ? chance : Math.max(chance, differ / 2);
}

/** A larger multiple of the rows is not practical. */
const MAX_TIMES = 1000;

function neededFor(
  { condition, measurement }: Measured,
  fewestRows: number,
  tail: number,
  failTail: number,
): Needed {
  const { estimate, count, trialsMissing } = measurement;
  if (trialsMissing > 0) return { kind: 'trials', count: trialsMissing };
  // without an estimate, as of equal values on an open scale, the configured number of rows is
  // needed
  const fewest = estimate || count < 2 ? fewestRows : Math.max(fewestRows, FEWEST_EQUAL);
  if (!estimate || count < fewest) return { kind: 'more', count: fewest - count, isAtLeast: true };
  const claim = failClaim(condition, estimate.value);
  const total = Math.min(
    estimate.countFor(sideOf(condition), tail),
    claim ? estimate.countFor(claim, failTail) : Infinity,
  );
  if (!(total <= count * MAX_TIMES)) return { kind: 'too close' };
  // the estimate of the total is itself off by about as many rows as there are
  if (total < 2 * count) return { kind: 'as many again' };
  return { kind: 'more', count: roundUp(total - count), isAtLeast: false };
}

/** Rounds up to two digits, the precision of the estimate. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}

/** Exit codes of the command by verdict; 3 means that the gate could not be judged. */
export const EXIT_CODES: Readonly<Record<Verdict, number>> = { PASS: 0, FAIL: 1, INCONCLUSIVE: 2 };
