import { hashJson, hashTextWide } from '#core/base/json/equal-json.ts';
import { listAt } from '#core/base/lists/lists.ts';
import { isBlank, ownValue, type JsonObject } from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { RecordCells, textOfCell } from '#core/read/dataset/row-cells.ts';
import {
  compareRuns,
  pairByContent,
  pairByIds,
  type CandidatePairs,
  type Comparison,
  type OtherTasks,
  type PairedRuns,
} from '#core/compare/compare-runs.ts';
import {
  easierRun,
  recordedCalls,
  withoutScores,
  type RecordedCalls,
} from '#core/compare/judged-alike.ts';
import { areOtherTasks, describeOtherTasks } from '#core/compare/comparison-sentences.ts';
import { contentKeyOf, taskTextsOf, type TaskTexts } from '#core/score/columns/chunk-builder.ts';
import { rowsByName, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { sampleTasks } from '#core/score/columns/task-set.ts';
import type { CellValues } from '#core/explain/view/cell-values.ts';
import type { GateConfig } from '#core/gate/gate-config.ts';
import { judgeGate, needsOf, type GateNeeds, type GateResult } from '#core/gate/judge-gate.ts';
import type { GateRun, OtherExpectations } from '#core/gate/measure.ts';
import { isCustomColumn } from '#core/score/custom-metrics/custom-metric.ts';
import { isJudgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { cellsIn } from './gatherings.ts';
import { placesOf, readRecords, type RowFile } from './read-rows.ts';

/** A run with the bytes that its rows are read from, and what it was scored under. */
export interface ComparableRun extends RowFile {
  readonly columns: ScoredColumns;
  readonly roles: ColumnRoles;
  readonly settings: MetricSettings;
}

/** Compares runs with the first one, row by row, see {@link pairWithSource}. */
export async function compareWithSource(
  baseline: ComparableRun,
  candidates: readonly ComparableRun[],
): Promise<Comparison[]> {
  const known: (CandidatePairs & SourcePairs)[] = [];
  const keyed = new Map<boolean, ScoredColumns>();
  for (const candidate of candidates) {
    const pairs = await pairWithSource(baseline, candidate, keyed);
    known.push({ ...pairs, unlike: await findUnlike(baseline, candidate, pairs.paired) });
  }
  const columns = candidates.map((run) => run.columns);
  const compared = compareRuns(baseline.columns, columns, known);
  const found: Comparison[] = [];
  for (const [place, one] of compared.entries()) {
    const { edited } = known[place] as SourcePairs;
    const otherTasks =
      edited > 0
        ? { read: one.baselineRows.length, differing: edited, otherCalls: edited, others: 0 }
        : await findOtherTasks(baseline, candidates[place] as ComparableRun, one);
    found.push(otherTasks ? { ...one, otherTasks } : one);
  }
  return found;
}

/** Rows of a candidate that are not judged as their partners are. */
async function findUnlike(
  baseline: ComparableRun,
  candidate: ComparableRun,
  { pairs: { partners } }: PairedRuns,
): Promise<Uint32Array> {
  if (!areByName([baseline, candidate])) return new Uint32Array();
  const { easier } = await compareTasks(baseline, candidate, partners, partners.keys());
  const inBaseline = Array.from(easier.baseline, (row) => partners[row] as number);
  return Uint32Array.from([...inBaseline, ...easier.candidate]).sort();
}

function areByName(runs: readonly ComparableRun[]): boolean {
  return runs.some(({ columns }) => rowsByName(columns) > 0);
}

/** Looks at what rows with the same id ask: in a sample, as _Runs_ does, of a long run. */
async function findOtherTasks(
  baseline: ComparableRun,
  candidate: ComparableRun,
  { pairedBy, partners, metrics }: Comparison,
): Promise<OtherTasks | undefined> {
  if (pairedBy !== 'id') return undefined;
  const sample = sampleTasks(baseline.columns.idKeys).values();
  const parts = partsOf(metrics.map(({ metricId }) => metricId));
  return (await compareTasks(baseline, candidate, partners, sample, parts)).others?.counts;
}

/** What rows ask: the expected answer counts where a score may come from it. */
function partsOf(metricIds: readonly string[]): readonly Part[] {
  // code and judges may read any column
  const readsAnswer = (metricId: string): boolean =>
    findMetric(metricId)?.needs.includes('reference') === true ||
    isCustomColumn({ metricId }) ||
    isJudgeColumn({ metricId });
  return metricIds.some(readsAnswer) ? ['prompt', 'expected', 'answer'] : ['prompt', 'expected'];
}

/** A text of a row that says what it asks. */
type Part = 'prompt' | 'expected' | 'answer';

/** How paired rows of two runs differ apart from their scores. */
interface TaskDifferences {
  /** Absent where all ask the same. */
  readonly others?: OtherExpectations;
  /** The rows of each run that are judged by names where their partners’ arguments count. */
  readonly easier: Readonly<Record<'baseline' | 'candidate', ReadonlySet<number>>>;
}

/** Compares what rows of a run ask, and how they are judged, with their partners in another one. */
async function compareTasks(
  baseline: ComparableRun,
  candidate: ComparableRun,
  partners: Comparison['partners'],
  looked: Iterable<number>,
  parts: readonly Part[] = [],
): Promise<TaskDifferences> {
  const rows = [...looked].filter((row) => (partners[row] as number) >= 0);
  const partnersOf = rows.map((row) => partners[row] as number);
  const hasNames = areByName([baseline, candidate]);
  const [asked, others] = await Promise.all([
    readTasks(baseline, rows, hasNames),
    readTasks(candidate, partnersOf, hasNames),
  ]);
  const counts = { read: 0, differing: 0, others: 0 };
  const otherCalls = new Set<number>();
  const easier = { baseline: new Set<number>(), candidate: new Set<number>() };
  for (const [at, one] of asked.entries()) {
    const other = others[at] as Task;
    const recorded = parts.filter((part) => one[part] !== '' && other[part] !== '');
    const differing = recorded.filter((part) => one[part] !== other[part]);
    if (recorded.length > 0) counts.read++;
    if (differing.length > 0) counts.differing++;
    if (differing.some((part) => part !== 'prompt')) otherCalls.add(partnersOf[at] as number);
    if (differing.length > 0 && differing.length === recorded.length) counts.others++;
    const run = one.recorded && other.recorded && easierRun(one.recorded, other.recorded);
    if (run) easier[run].add((run === 'baseline' ? rows : partnersOf)[at] as number);
  }
  if (counts.differing === 0) return { easier };
  return {
    others: { counts: { ...counts, otherCalls: otherCalls.size }, rows: otherCalls },
    easier,
  };
}

/** What a row asks, and how its calls are recorded. */
interface Task extends TaskTexts {
  /** The expected answer beside expected calls. */
  readonly answer: string;
  /** Absent where no run has calls without arguments. */
  readonly recorded?: RecordedCalls;
}

/** Reads what rows ask, in the order of the file; prompts as hashes, as there may be a million. */
async function readTasks(
  run: ComparableRun,
  rows: readonly number[],
  hasNames: boolean,
): Promise<Task[]> {
  const { columns, roles, settings } = run;
  const tasks: Task[] = [];
  const order = [...rows.keys()].sort((a, b) => (rows[a] as number) - (rows[b] as number));
  const inOrder = order.map((at) => rows[at] as number);
  await readRecords(run, placesOf(columns, inOrder), (record, index) => {
    const { row } = readRow(record, roles, 0);
    const cells = new RecordCells(record);
    const { prompt, expected } = taskTextsOf(cells, row, roles);
    const answer = textOfCell(cells, roles, 'reference') ?? '';
    tasks[order[index] as number] = {
      prompt: prompt && String(hashTextWide(prompt)),
      answer: answer && String(hashTextWide(answer)),
      expected: freedomOf(record, row, roles) ?? expected + openPlaces(row),
      ...(hasNames && { recorded: recordedCalls(row, settings.matching) }),
    };
  });
  return tasks;
}

/** The places of expected calls that state no arguments; empty for none. */
function openPlaces({ reference }: ScoredRow): string {
  if (reference.state !== 'calls') return '';
  return reference.calls.map(({ isNameOnly }, at) => (isNameOnly ? ` ${at}` : '')).join('');
}

/** Keys by which an expected call need not be made, or not in its place. */
const FREEDOMS = ['optional', '$step', '$after'];

/** Identifies expected calls that allow more than one list; undefined for a plain list. */
function freedomOf(record: JsonObject, row: ScoredRow, roles: ColumnRoles): string | undefined {
  const [first = null, further = null] = [
    roles.reference_trajectory,
    roles.reference_trajectories,
  ].map((column) => unwrapEncoded((column !== undefined && ownValue(record, column)) || null));
  const { reference } = row;
  const isPlain =
    reference.state === 'missing' ||
    (reference.state === 'calls' &&
      !reference.calls.some(
        ({ groups, source }) => groups ?? FREEDOMS.some((key) => key in source),
      ));
  if (isPlain && isBlank(further)) return undefined;
  return String(hashJson([first, further]));
}

/** Two runs’ columns, with content keys where these pair them, and how they are paired. */
interface SourcePairs {
  readonly a: ScoredColumns;
  readonly b: ScoredColumns;
  readonly paired: PairedRuns;
  /** Pairs without ids whose expected calls differ. */
  readonly edited: number;
}

/**
 * Pairs the rows of two runs: by id where most are in both, else by prompt and reference, and the
 * others by prompt alone.
 * @param keyed the baseline with content keys, by whether these need a prompt, once it was read
 */
async function pairWithSource(
  baseline: ComparableRun,
  candidate: ComparableRun,
  keyed = new Map<boolean, ScoredColumns>(),
): Promise<SourcePairs> {
  const byIds = pairByIds(baseline.columns, candidate.columns);
  if (byIds?.willDo === true)
    return { a: baseline.columns, b: candidate.columns, paired: byIds, edited: 0 };
  const needsPrompt = byIds !== undefined;
  const a = keyed.get(needsPrompt) ?? (await withContentKeys(baseline, needsPrompt));
  keyed.set(needsPrompt, a);
  const b = await withContentKeys(candidate, needsPrompt);
  const paired = pairByContent(a, b, byIds);
  const { onlyBaseline, onlyCandidate, baselineRows } = paired.pairs;
  const pairs = { a, b, paired, edited: 0 };
  if (paired.pairedBy === 'id' || onlyBaseline.length === 0 || onlyCandidate.length === 0)
    return pairs;
  // what is expected for the same prompt may have been edited
  const before = await withPromptKeys(baseline, a, onlyBaseline);
  const now = await withPromptKeys(candidate, b, onlyCandidate);
  const all = pairByContent(before, now, byIds);
  const edited = all.pairs.baselineRows.length - baselineRows.length;
  return edited > 0 ? { a: before, b: now, paired: all, edited } : pairs;
}

/** The rows with keys of prompts alone where no other of these rows has the same prompt. */
async function withPromptKeys(
  { roles, ...run }: ComparableRun,
  columns: ScoredColumns,
  rows: Uint32Array,
): Promise<ScoredColumns> {
  const rowsOf = new Map<string, number[]>();
  await readRecords(run, placesOf(columns, rows), (record, index) => {
    const prompt = textOfCell(new RecordCells(record), roles, 'prompt') ?? '';
    if (prompt !== '') listAt(rowsOf, prompt).push(rows[index] as number);
  });
  const contentKeys = columns.contentKeys.slice();
  for (const [prompt, [row = 0, ...others]] of rowsOf)
    if (others.length === 0) contentKeys[row] = hashTextWide(`${prompt}\u0000\u0000`);
  return { ...columns, contentKeys };
}

/** The rows with keys of prompt and reference, also where they have ids. */
async function withContentKeys(run: ComparableRun, needsPrompt: boolean): Promise<ScoredColumns> {
  const { columns, roles } = run;
  if (!columns.contentKeys.some(Number.isNaN)) return columns;
  const contentKeys = new Float64Array(columns.rowCount);
  await readRecords(run, columns, (record, index) => {
    const cells = new RecordCells(record);
    const isKeyed = !needsPrompt || textOfCell(cells, roles, 'prompt') !== undefined;
    contentKeys[index] = isKeyed
      ? contentKeyOf(cells, readRow(record, roles, 0).row, roles)
      : Number.NaN;
  });
  return { ...columns, contentKeys };
}

/** Judges a run by a gate, reading of its rows what the conditions need. */
export async function judgeWithSource(
  config: GateConfig,
  candidate: ComparableRun,
  baseline?: ComparableRun,
): Promise<GateResult> {
  const needs = needsOf(config);
  if (!baseline)
    return judgeGate(config, await gateRun(candidate, candidate.columns, needs), undefined);
  const { a, b, paired } = await pairWithSource(baseline, candidate);
  const against = await gateRun(baseline, a, needs);
  const judged = await gateRun(candidate, b, needs);
  const { partners } = paired.pairs;
  const metricIds = config.conditions.flatMap((one) => ('metric' in one ? [one.metric] : []));
  const parts = partsOf(metricIds);
  const rows = partners.keys();
  const { others, easier } = await compareTasks(baseline, candidate, partners, rows, parts);
  const leaveOut = (run: GateRun, rows: ReadonlySet<number>): GateRun => ({
    ...run,
    columns: withoutScores(run.columns, rows),
  });
  const result = judgeGate(
    config,
    leaveOut(judged, easier.candidate),
    leaveOut(against, easier.baseline),
    others,
    paired,
  );
  if (!result.ok || !others || !areOtherTasks(others.counts)) return result;
  const reason = `The baseline has other tasks under the same ids: ${describeOtherTasks(others.counts)}.`;
  const place = Math.max(
    0,
    config.conditions.findIndex((condition) => 'noWorseBy' in condition),
  );
  return { ok: false, problems: [{ place, reason }] };
}

async function gateRun(
  run: ComparableRun,
  columns: ScoredColumns,
  needs: GateNeeds,
): Promise<GateRun> {
  const { roles, settings } = run;
  const names = new Set(columns.columns.map(({ name }) => name));
  const cells = new Map<string, CellValues>();
  for (const column of needs.cells) {
    if (!names.has(column)) continue;
    const gatherer = cellsIn(column).begin(run, columns.rowCount);
    await readRecords(run, columns, (record, row) => gatherer.add(record, row));
    cells.set(column, gatherer.finish());
  }
  if (!needs.callCounts) return { columns, settings, cells };
  const callCounts = new Float64Array(columns.rowCount);
  await readRecords(run, columns, (record, row) => {
    const { prediction } = readRow(record, roles, 0).row;
    callCounts[row] = prediction.state === 'calls' ? prediction.calls.length : Number.NaN;
  });
  return { columns, settings, cells, callCounts };
}
