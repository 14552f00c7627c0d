import { allRows } from '#core/explain/view/sort-rows.ts';
import {
  countOf as countIn,
  distributionOf,
  meanOfDistribution,
  quantileOfDistribution,
  type Distribution,
} from '#core/base/statistics/distribution.ts';
import type { Range } from '#core/base/statistics/bounded-mean.ts';
import { countOf } from '#core/base/text/sentence.ts';
import { nameMeant } from '#core/base/text/nearest-name.ts';
import { meanSpread } from '#core/base/statistics/interval.ts';
import { pairedSpread } from '#core/base/statistics/paired.ts';
import { countValues } from '#core/base/statistics/value-counts.ts';
import { isErrorOutcome, OUTCOMES } from '#core/calls/outcome.ts';
import { comparesArguments, countUnlike, isUnlike } from '#core/compare/judged-alike.ts';
import { chanceOf, SEED, type OtherTasks, type PairedRuns } from '#core/compare/compare-runs.ts';
import { HOW_PAIRED, howPaired } from '#core/compare/comparison-sentences.ts';
import { addUpScores, type PairedRows } from '#core/compare/pair-scores.ts';
import { passHatChances, scoreTasks } from '#core/explain/summary/trials.ts';
import { valuesOfCells, type CellValues } from '#core/explain/view/cell-values.ts';
import { isTrajectoryMetric } from '#core/explain/view/view-rows.ts';
import { differenceKindOf, parseSignature, type DifferenceKind } from '#core/match/signature.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import { isUnitScale, rangeOf, UNIT, type Metric } from '#core/score/metric/metric.ts';
import { withMatching, type MetricSettings, departuresOf } from '#core/score/metric/settings.ts';
import { areCausesAlike, isScoredAlike } from '#core/score/columns/plan-rescore.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { findMetric, findRecorded, METRICS, titleOf } from '#core/score/metrics/registry.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  countedShare,
  estimateMean,
  estimateQuantile,
  estimateShare,
  type Estimate,
} from './estimate-bounds.ts';
import type { Condition, Group, Subject } from './gate-config.ts';

/** A run as a gate judges it. */
export interface GateRun {
  readonly columns: ScoredColumns;
  /** How its rows were scored, and the scores from which they pass. */
  readonly settings: MetricSettings;
  /**
   * The number of predicted calls by row, NaN where unknown; read only for conditions about calls.
   */
  readonly callCounts?: Float64Array;
  /** The columns of the dataset that conditions group by. */
  readonly cells?: ReadonlyMap<string, CellValues>;
}

/** A candidate, and the baseline it is paired with, if any. */
export interface GateRuns {
  readonly candidate: GateRun;
  readonly baseline?: GateRun;
  readonly paired?: PairedRuns;
  /** Rows of the candidate of which other calls are expected than in the baseline. */
  readonly otherCalls?: ReadonlySet<number>;
}

/** What rows of a candidate ask that those of the baseline do not. */
export interface OtherExpectations {
  readonly counts: OtherTasks;
  /** The rows of which other calls are expected. */
  readonly rows: ReadonlySet<number>;
}

/** The measured subject of a condition. */
export interface Measurement {
  readonly unit: 'row' | 'pair' | 'task';
  /** Its estimate; undefined for too few rows. */
  readonly estimate: Estimate | undefined;
  /** The number itself; null without rows. */
  readonly value: number | null;
  readonly count: number;
  /** Rows, or pairs, without a value. */
  readonly left: number;
  /** The number of counted rows of a share; null otherwise. */
  readonly counted: number | null;
  /** The rows that a condition on unscored ones counts, apart from those that are missing. */
  readonly lost?: LostRows;
  /** Trials that tasks lack for pass^k at the most; 0 where all have enough. */
  readonly trialsMissing: number;
  /** The two-sided p-value of the page’s own test that the runs differ; null without a baseline. */
  readonly differ: number | null;
}

/** Rows of a run that are not judged as the baseline is, each once. */
interface LostRows {
  /** Without a value. */
  readonly unscored: Uint32Array;
  /** Of which other calls, or another answer, are expected than in the baseline. */
  readonly edited: Uint32Array;
}

/** A measurement of rows that are all counted alike. */
const PLAIN = { counted: null, left: 0, trialsMissing: 0, differ: null } as const;

/** Why a condition cannot be judged at all: a sentence that says what to do. */
export class GateError extends Error {}

interface Values extends ScoreValues {
  readonly scale: Metric['scale'];
  readonly better: Metric['better'];
  readonly range: Range;
}

/** Measures the subject of a condition; throws GateError where there is nothing to measure. */
export function measure(condition: Condition, runs: GateRuns): Measurement {
  requireTool(condition, runs.candidate);
  requireAlike(condition, runs);
  if ('noWorseBy' in condition) return measurePairs(condition, runs);
  if (!('rows' in condition) || condition.rows === 'failed')
    return measureRows(condition, runs.candidate);
  return condition.rows === 'unscored'
    ? measureUnseen(condition, runs)
    : measureUncompared(condition, runs);
}

/**
 * Counts the rows that are not seen: without a value for a subject, in records that cannot be read, in
 * the baseline alone, or with other expected calls than there.
 * @param isLost 1 for a row without a value; absent: for the condition’s own subject
 */
export function measureUnseen(
  condition: Condition,
  { candidate, paired, otherCalls }: GateRuns,
  isLost: ArrayLike<number> = unscoredOf([condition], candidate, 'The run'),
): Measurement {
  const rows = rowsOf(condition.group, candidate);
  const isEdited = (row: number): boolean => otherCalls?.has(row) === true;
  const lost: LostRows = {
    edited: rows.filter(isEdited),
    unscored: rows.filter((row) => isLost[row] === 1 && !isEdited(row)),
  };
  const { skippedCount } = candidate.columns;
  // a record that cannot be read may be a row that is missing
  const gone = condition.group
    ? 0
    : Math.max(skippedCount, paired ? paired.pairs.onlyBaseline.length : 0);
  const found = lost.edited.length + lost.unscored.length + gone;
  return { ...countedOf(found, rows.length + gone), lost };
}

/**
 * Counts the rows that the baseline does not have, or has without a value.
 * @param isNew 1 for such a row; absent: for trajectory metrics; undefined without a baseline
 */
export function measureUncompared(
  condition: Condition,
  runs: GateRuns,
  isNew = lackingRows([{ rows: 'unscored' }], runs).inBaseline,
): Measurement {
  if (!isNew) throw new GateError('“uncompared” needs a baseline: give one with --baseline FILE.');
  const rows = rowsOf(condition.group, runs.candidate);
  return countedOf(rows.filter((row) => isNew[row] === 1).length, rows.length);
}

/** Rows of a candidate that lack a value for a subject, and those for which the baseline does. */
interface LackingRows {
  /** 1 where the baseline, if any, has it. */
  readonly inCandidate: ArrayLike<number>;
  /** Absent without a baseline. */
  readonly inBaseline?: ArrayLike<number>;
}

/** Marks rows of the candidate that lost a value for a subject, and those without one before. */
export function lackingRows(
  subjects: readonly Subject[],
  { candidate, baseline, paired }: GateRuns,
): LackingRows {
  if (!baseline || !paired) return { inCandidate: unscoredOf(subjects, candidate, 'The run') };
  const { baselineRows, candidateRows } = paired.pairs;
  const { rowCount } = candidate.columns;
  const partners = new Int32Array(rowCount).fill(-1);
  for (const [pair, row] of candidateRows.entries()) partners[row] = baselineRows[pair] as number;
  const inCandidate = new Uint8Array(rowCount);
  const inBaseline = new Uint8Array(rowCount);
  for (const subject of subjects) {
    const isLacking = unscoredOf([subject], candidate, 'The run');
    const wasLacking = unscoredBefore(subject, baseline);
    // a time that neither run records hides no failure
    const isScore = !('latency' in subject || 'calls' in subject);
    for (const [row, partner] of partners.entries()) {
      const wasSeen = partner >= 0 && wasLacking?.[partner] !== 1;
      if (wasSeen && isLacking[row] === 1) inCandidate[row] = 1;
      if (!wasSeen && (isScore || isLacking[row] !== 1)) inBaseline[row] = 1;
    }
  }
  return { inCandidate, inBaseline };
}

function countedOf(found: number, count: number): Measurement {
  if (count === 0) throw new GateError('The run has no rows.');
  const counted = Math.min(count, found);
  return {
    ...PLAIN,
    unit: 'row',
    count,
    counted,
    value: counted / count,
    estimate: countedShare(counted, count),
  };
}

/** Like {@link unscoredOf} for a baseline; undefined where the subject cannot be measured with it. */
function unscoredBefore(subject: Subject, baseline: GateRun): Float64Array | undefined {
  try {
    return unscoredOf([subject], baseline, 'The baseline');
  } catch (error) {
    if (error instanceof GateError) return undefined;
    throw error;
  }
}

/** A run whose paired rows are in the groups that the baseline has them in, where it has any. */
export function inGroupsOf(
  baseline: GateRun,
  candidate: GateRun,
  { baselineRows, candidateRows }: PairedRows,
): GateRun {
  const cells = new Map(candidate.cells);
  for (const [column, { names, codes }] of cells) {
    const before = baseline.cells?.get(column);
    if (!before) continue;
    const groups = Array.from(codes, (code) => names[code]);
    for (const [pair, row] of candidateRows.entries()) {
      const group = before.names[before.codes[baselineRows[pair] as number] as number] ?? '';
      if (group !== '') groups[row] = group;
    }
    const named = before.names.filter((name) => name !== '');
    cells.set(column, valuesOfCells(groups, named));
  }
  return { ...candidate, cells };
}

/** Which end of a subject is the good one. */
export function betterEnd(subject: Subject): Metric['better'] {
  if (!('metric' in subject)) return 'lower';
  return findMetric(metricIdOf(subject.metric))?.better ?? 'none';
}

/** A score column of a tool is named `metric(tool)`. */
function metricIdOf(columnId: string): string {
  return findMetric(columnId) ? columnId : columnId.replace(/\([^]*$/, '');
}

function measureRows(condition: Condition, run: GateRun): Measurement {
  const rows = rowsOf(condition.group, run);
  const values = valuesOf(condition, run, 'The run');
  if ('metric' in condition && condition['pass^k'] !== undefined)
    return measureTrials(condition, condition['pass^k'], values, rows, run);
  const picked = Float64Array.from(rows, (row) => values.values[row] as number);
  const distribution = distributionOf(picked);
  const count = distribution.size;
  if (count === 0) return notMeasured('row', whyEmpty(condition, values, rows.length), [values]);
  const share = percentileOf(condition);
  const isCounted = values.scale === 'binary';
  const counted = isCounted ? countIn(distribution, 1) : null;
  return {
    ...PLAIN,
    unit: 'row',
    count,
    counted,
    left: rows.length - count,
    value:
      share === undefined
        ? meanOfDistribution(distribution)
        : quantileOfDistribution(distribution, share),
    estimate:
      share !== undefined
        ? estimateQuantile(distribution, share)
        : counted !== null
          ? estimateShare(counted, count)
          : meanOf(picked, distribution, values.range),
  };
}

function meanOf(
  values: Float64Array,
  distribution: Distribution,
  range: Range,
): Estimate | undefined {
  const mean = meanOfDistribution(distribution);
  const spread = meanSpread(values, distribution, range);
  return spread && mean !== null ? estimateMean(mean, distribution.size, spread, range) : undefined;
}

function measureTrials(
  condition: Condition,
  k: number,
  values: Values,
  rows: Uint32Array,
  { columns, settings }: GateRun,
): Measurement {
  const found = scoreTasks(columns, rows, values, settings.thresholds ?? {});
  if (!found)
    throw new GateError(
      `pass^${k} of ${titleOf(values).title} needs a score from which a row passes.`,
    );
  const { tasks } = found;
  if (tasks.length === 0)
    throw new GateError(
      `pass^${k} needs rows with an id: rows with the same id are trials of a task.`,
    );
  const most = tasks.reduce((all, { distribution }) => Math.max(all, distribution.size), 0);
  if (most === 0) return notMeasured('task', whyEmpty(condition, values, rows.length), [values]);
  const chances = passHatChances(tasks, k);
  const distribution = distributionOf(chances);
  const left = tasks.length - chances.length;
  const fewest = tasks.reduce((all, { distribution: { size } }) => Math.min(all, size), most);
  return {
    ...PLAIN,
    unit: 'task',
    count: chances.length,
    left,
    trialsMissing: Math.max(0, k - (chances.length === 0 ? most : fewest)),
    value: meanOfDistribution(distribution),
    // trials that are missing may be those that fail
    estimate: left > 0 ? undefined : meanOf(chances, distribution, UNIT),
  };
}

/** Rows of the candidate that repeat a task more often than the baseline does, and have no partner. */
function repeatsWithoutPartner({ candidate, baseline, paired }: GateRuns): number {
  if (!baseline || !paired || paired.pairs.duplicates === 0) return 0;
  const keysOf = ({ columns }: GateRun): Float64Array =>
    paired.pairedBy === 'id' ? columns.idKeys : columns.contentKeys;
  const known = new Set(keysOf(baseline));
  const keys = keysOf(candidate);
  return paired.pairs.onlyCandidate.filter((row) => known.has(keys[row] as number)).length;
}

function measurePairs(condition: Condition, runs: GateRuns): Measurement {
  const { candidate, baseline, paired } = runs;
  const about = nameOf(condition);
  if (!baseline || !paired)
    throw new GateError(
      '“No worse than baseline” needs a baseline: give one with --baseline FILE.',
    );
  const repeated = paired.otherIds?.repeated ?? 0;
  if (repeated > 0)
    throw new GateError(
      `Rows are ${howPaired(paired)}, and ${countOf(repeated, 'row')} have the same as another row of their run: those cannot be paired. Give both runs the same ids.`,
    );
  if (paired.pairs.baselineRows.length === 0)
    throw new GateError(
      `The baseline shares no row with the run. ${HOW_PAIRED} Check that both files are of the same tasks.`,
    );
  const repeats = repeatsWithoutPartner(runs);
  if (repeats > 0)
    throw new GateError(
      `The run repeats tasks more often than the baseline: ${countOf(repeats, 'row')} of it cannot be paired. Give both as many trials of a task.`,
    );
  const b = valuesOf(condition, candidate, 'The run');
  if (isPairwise(b))
    throw new GateError(`${about} compares answers by itself, so it has no baseline; use "min".`);
  const a = valuesOf(condition, baseline, 'The baseline');
  if (b.better === 'none')
    throw new GateError(
      `${about} has no better end, so “no worse” says nothing; use "min" or "max".`,
    );
  const pairs = condition.group
    ? pickPairs(paired.pairs, rowsOf(condition.group, candidate), candidate.columns.rowCount)
    : paired.pairs;
  // the sign only affects the counts of better and worse rows
  const sums = addUpScores({ a, b }, pairs, 1);
  const { pairs: count, totalA, totalB, differences, passes } = sums;
  if (count === 0)
    return notMeasured(
      'pair',
      `No row has ${aValue(condition)} in both runs.${wayToScores(condition, b.metricId)}`,
      [a, b],
    );
  const value = (totalB - totalA) / count;
  const spread = pairedSpread(differences, SEED);
  const most = isUnitScale(b.scale) ? 1 : Infinity;
  return {
    ...PLAIN,
    unit: 'pair',
    count,
    value,
    left: pairs.baselineRows.length - count,
    differ: chanceOf(b.scale === 'binary', passes, differences).p,
    estimate: spread && estimateMean(value, count, spread, { least: -most, most }),
  };
}

/** A measurement of no row, where rows that have values do not compare; else throws GateError. */
function notMeasured(
  unit: Measurement['unit'],
  reason: string,
  scores: readonly ScoreValues[],
): Measurement {
  const left = Math.max(...scores.map((one) => countUnlike(one)));
  if (left === 0) throw new GateError(reason);
  return { ...PLAIN, unit, count: 0, left, value: null, estimate: undefined };
}

function pickPairs(all: PairedRows, rows: Uint32Array, rowCount: number): PairedRows {
  const isIn = new Uint8Array(rowCount);
  for (const row of rows) isIn[row] = 1;
  const kept = allRows(all.baselineRows.length).filter(
    (pair) => isIn[all.candidateRows[pair] as number] === 1,
  );
  return {
    baselineRows: Uint32Array.from(kept, (pair) => all.baselineRows[pair] as number),
    candidateRows: Uint32Array.from(kept, (pair) => all.candidateRows[pair] as number),
  };
}

function rowsOf(group: Group | undefined, run: GateRun): Uint32Array {
  const all = allRows(run.columns.rowCount);
  if (!group) return all;
  const { names, codes } = cellsOf(group, run);
  const wanted = names.indexOf(group.value ?? '');
  if (wanted < 0)
    throw new GateError(`No row has “${group.value ?? ''}” in the column “${group.column}”.`);
  return all.filter((row) => codes[row] === wanted);
}

/** The most groups that are judged one by one. */
const MAX_GROUPS = 50;

/** Splits a condition over groups, the largest first; throws GateError for too many or none. */
export function splitGroups(condition: Condition, run: GateRun): readonly Condition[] {
  const { group } = condition;
  if (!group || group.value !== undefined) return [condition];
  const { names, codes, otherCount } = cellsOf(group, run);
  if (names.length > MAX_GROUPS || otherCount > 0)
    throw new GateError(
      `The column “${group.column}” has more than ${MAX_GROUPS} values; name one with "value".`,
    );
  const counted = countValues(Float64Array.from(codes), MAX_GROUPS);
  const sizeOf = new Map(
    Array.from(counted?.values ?? [], (code, at) => [code, counted?.counts[at]]),
  );
  return names
    .map((value, code) => ({ value, size: sizeOf.get(code) ?? 0 }))
    .sort((a, b) => b.size - a.size)
    .map(({ value }) => ({ ...condition, group: { column: group.column, value } }));
}

function cellsOf({ column }: Group, { columns, cells }: GateRun): CellValues {
  const known = columns.columns.map(({ name }) => name);
  const found = cells?.get(column);
  if (!found || !known.includes(column))
    throw new GateError(`The run has no column “${column}” to group by; it has ${listed(known)}.`);
  return found;
}

function valuesOf(subject: Subject, run: GateRun, whose: string): Values {
  const { columns } = run;
  if ('metric' in subject) return scoresOf(subject.metric, columns, whose);
  if ('cause' in subject) return causeOf(subject, columns, whose);
  if ('calls' in subject) {
    if (!run.callCounts?.some((count) => !Number.isNaN(count)))
      throw new GateError(`${whose} has no calls that could be counted.`);
    const about = { scale: 'amount', better: 'lower' } as const;
    return { ...plainValues('calls', run.callCounts), ...about, range: rangeOf(about) };
  }
  if ('latency' in subject) return recordedTimes(columns, whose);
  if (subject.rows === 'uncompared')
    throw new GateError(
      '“uncompared” is itself about the baseline, so “no worse” says nothing; use "max".',
    );
  return countedValues(
    subject.rows,
    subject.rows === 'failed' ? failuresOf(columns) : unscoredOf([subject], run, whose),
  );
}

function scoresOf(metric: string, { scores }: ScoredColumns, whose: string): Values {
  const found = scores.filter(({ id, metricId }) => id === metric || metricId === metric);
  const scored = found.find(({ id }) => id === metric) ?? found[0];
  const about = scored && findMetric(scored.metricId);
  if (scored && found.length > 1 && scored.id !== metric)
    throw new GateError(
      `“${metric}” has a score for each tool; name one of ${listed(found.map(({ id }) => id))}.`,
    );
  if (scored && about) return valuesWith(scored, about);
  const has = listed(scores.map(({ id }) => id));
  const known = [...scores, ...METRICS].map(({ id }) => id);
  throw new GateError(
    findMetric(metricIdOf(metric))
      ? `${whose} is not scored with “${metric}”, only with ${has}. Choose the metric when the run is scored.`
      : `There is no metric “${metric}”. Of the run there are ${has}.${guessOf(metric, known)}`,
  );
}

function guessOf(name: string, known: readonly string[]): string {
  const near = nameMeant(name, known);
  return near === undefined ? '' : ` Did you mean “${near}”?`;
}

/** Where nothing is recorded there is no column, or one without a value. */
function recordedTimes({ scores }: ScoredColumns, whose: string): Values {
  const found = findRecorded(scores, 'latency_in_seconds');
  const about = found && findMetric(found.metricId);
  if (!about || found.values.every(Number.isNaN))
    throw new GateError(
      `${whose} records no times. Give its rows the column “latency_in_seconds”, or leave the condition out.`,
    );
  return valuesWith(found, about);
}

/** A row that records no failure did not fail; what is recorded and cannot be read has no value. */
function failuresOf({ scores, rowCount }: ScoredColumns): Float64Array {
  const found = findRecorded(scores, 'failure');
  if (!found) return new Float64Array(rowCount);
  return found.values.map((value, row) => (found.outcomes[row] === VALUE_MISSING ? 0 : value));
}

/** Whether a run records that some row failed. */
export function recordsFailures({ columns }: GateRun): boolean {
  return failuresOf(columns).includes(1);
}

/** Whether a column reports a recorded time or failure. */
export function isOfRun({ metricId }: Pick<ScoreValues, 'metricId'>): boolean {
  return findMetric(metricId)?.isRecorded === true;
}

function ofTrajectories({ scores }: ScoredColumns): readonly ScoreValues[] {
  return scores.filter(({ metricId }) => isTrajectoryMetric(metricId));
}

function trajectoryScores(columns: ScoredColumns, whose: string): readonly ScoreValues[] {
  const found = ofTrajectories(columns);
  if (found.length > 0) return found;
  throw new GateError(
    `${whose} is scored with no trajectory metric, so it is not known which of its rows could be compared.`,
  );
}

/** Mistakes that names of calls show. */
const SHOWN_BY_NAMES: readonly DifferenceKind[] = ['missing', 'extra', 'moved'];

/** Rows without calls are included: their missing calls are a cause. */
function causeOf(
  { cause, tool }: Extract<Subject, { readonly cause: unknown }>,
  columns: ScoredColumns,
  whose: string,
): Values {
  const { names, starts, ids } = columns.signatures;
  const isWanted = names.map(
    (name) =>
      differenceKindOf(name) === cause &&
      (tool === undefined || parseSignature(name).tool === tool),
  );
  const scored = trajectoryScores(columns, whose);
  const withArguments = scored.filter(({ metricId }) => comparesArguments(metricId));
  const compared = withArguments.length > 0 ? withArguments : scored;
  // of arguments that are left out nobody knows whether they are right
  const isOpen = (row: number): boolean =>
    !SHOWN_BY_NAMES.includes(cause) && compared.every((scores) => isUnlike(scores, row));
  const values = new Float64Array(columns.rowCount).fill(Number.NaN);
  for (let row = 0; row < values.length; row++) {
    const causes = ids.subarray(starts[row], starts[row + 1]);
    if (causes.some((id) => isWanted[id])) values[row] = 1;
    else if (
      (causes.length > 0 && !isOpen(row)) ||
      compared.some(({ outcomes }) => outcomes[row] === 0)
    )
      values[row] = 0;
  }
  return { ...countedValues('cause', values), outcomes: (compared[0] as ScoreValues).outcomes };
}

/** With a misspelt tool a condition would pass whatever happens; extra calls may be of any tool. */
function requireTool(condition: Condition, { columns }: GateRun): void {
  if (!('cause' in condition) || condition.tool === undefined || condition.cause === 'extra')
    return;
  const { tool } = condition;
  const ofCauses = columns.signatures.names.map((name) => parseSignature(name).tool);
  const known = [...new Set([...columns.tools.names, ...ofCauses])];
  if (known.includes(tool)) return;
  throw new GateError(
    `The run neither makes nor expects a call of “${tool}”. Its tools are ${listed(known)}.${guessOf(tool, known)}`,
  );
}

/** Where two runs are scored by different rules, one of them may be the better for its rules. */
function requireAlike(condition: Condition, { candidate, baseline }: GateRuns): void {
  if (!baseline || !('metric' in condition || 'cause' in condition)) return;
  const [before, now] = [baseline, candidate].map(({ settings }) =>
    withMatching(settings, settings.matching ?? EXACT_RULES),
  ) as [MetricSettings, MetricSettings];
  const isAlike =
    'cause' in condition
      ? areCausesAlike(before, now)
      : candidate.columns.scores
          .filter(({ id, metricId }) => id === condition.metric || metricId === condition.metric)
          .every((column) => isScoredAlike(column, before, now));
  if (isAlike) return;
  const [rulesBefore, rules] = [before, now].map(
    (settings) => departuresOf(settings).join(', ') || 'standard rules',
  ) as [string, string];
  const how =
    rules === rulesBefore
      ? 'rules, code or prompt than the run'
      : `rules than the run: ${rulesBefore}, and here ${rules}`;
  throw new GateError(`The baseline is scored by other ${how}. Score both by the same ones.`);
}

/** Marks by 1 the rows without a value for one of the subjects; not those it does not apply to. */
function unscoredOf(subjects: readonly Subject[], run: GateRun, whose: string): Float64Array {
  const { columns } = run;
  const isUnscored = new Float64Array(columns.rowCount);
  for (const subject of subjects) {
    if ('rows' in subject && subject.rows === 'unscored') {
      const own = ofTrajectories(columns);
      const compared = own.length > 0 ? own : columns.scores.filter((one) => !isOfRun(one));
      for (let row = 0; row < isUnscored.length; row++)
        if (compared.some(({ outcomes }) => outcomes[row] !== 0)) isUnscored[row] = 1;
      continue;
    }
    const { values, outcomes } = valuesOf(subject, run, whose);
    for (let row = 0; row < isUnscored.length; row++)
      if (Number.isNaN(values[row]) && IS_LACKING[outcomes[row] as number]) isUnscored[row] = 1;
  }
  return isUnscored;
}

const VALUE_MISSING = OUTCOMES.indexOf('value_missing');

/** Besides what is not recorded: outcomes of rows that another run may have a value for. */
const LACKING: ReadonlySet<string> = new Set([
  'prediction_empty',
  'arguments_unclear',
  'not_judged',
  'rule_not_for_row',
]);

/** By outcome: whether a row without a value lacks data that another row has; 0 gives no reason. */
const IS_LACKING = OUTCOMES.map(
  (outcome, code) =>
    code === 0 || isErrorOutcome(code) || outcome.endsWith('_missing') || LACKING.has(outcome),
);

function valuesWith(scores: ScoreValues, about: Metric): Values {
  return { ...scores, scale: about.scale, better: about.better, range: rangeOf(about) };
}

function countedValues(id: string, values: Float64Array): Values {
  return { ...plainValues(id, values), scale: 'binary', better: 'lower', range: UNIT };
}

function plainValues(id: string, values: Float64Array): ScoreValues {
  return { id, metricId: id, values, outcomes: new Uint8Array(values.length) };
}

function percentileOf(subject: Subject): number | undefined {
  const statistic =
    'calls' in subject ? subject.calls : 'latency' in subject ? subject.latency : 'mean';
  return statistic === 'mean' ? undefined : Number(statistic.slice(1)) / 100;
}

function whyEmpty(condition: Condition, values: Values, rowCount: number): string {
  const where = condition.group ? ` of the group “${condition.group.value ?? ''}”` : '';
  if (rowCount === 0) return where ? `The run has no row${where}.` : 'The run has no rows.';
  return `No row${where} has ${aValue(condition)}.${wayToScores(condition, values.metricId)}`;
}

function wayToScores(condition: Condition, metricId: string): string {
  const needs = findMetric(metricId)?.needs ?? [];
  const isCompared = 'cause' in condition || needs.some((role) => role.startsWith('reference'));
  return isCompared
    ? ' It needs calls and expected calls: where the expected ones are in a file of their own, give it with --reference FILE.'
    : '';
}

function aValue(condition: Condition): string {
  if ('metric' in condition) return `a score in ${titleOf({ metricId: condition.metric }).title}`;
  return 'cause' in condition ? 'two sides that could be compared' : 'a value';
}

function nameOf(condition: Condition): string {
  if ('metric' in condition) return titleOf({ metricId: condition.metric }).title;
  return 'This condition';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => `“${name}”`);
  if (shown.length === 0) return 'none';
  return `${shown.join(', ')}${names.length > shown.length ? ' and others' : ''}`;
}
