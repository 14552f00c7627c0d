import { transfer, type ProxyMarked } from 'comlink';
import type { Candidate } from '#core/adapters/candidates.ts';
import { joinAnswer, type CallOutcome } from '#core/agents/join-answer.ts';
import { compareRuns, type Comparison } from '#core/compare/compare-runs.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { RowSketch, RowsDescription } from '#core/dataset/describe-rows.ts';
import type { JoinOrder, PairKeys } from '#core/dataset/pair-sides.ts';
import type { ReadingChoices } from '#core/dataset/reading-choices.ts';
import { readRow } from '#core/dataset/read-row.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import type { FileIssue } from '#core/issues/issue.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import { ownValue } from '#core/json/json-value.ts';
import type { RowInputs, RowPrompt } from '#core/judging/render-prompt.ts';
import { createMatcher } from '#core/matching/match-calls.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import { detailRow, previewRow, type RowDetail, type RowPreview } from '#core/row/row-detail.ts';
import type { RunsDetail } from '#core/row/runs-detail.ts';
import { contentKeyOf } from '#core/scoring/chunk-builder.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import { replaceRows, type NewRows } from '#core/scoring/replace-rows.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { buffersOf, sliceColumns } from '#core/scoring/slice-columns.ts';
import { digestRun, type RunDigest } from '#core/summary/digest.ts';
import type { RunSummary, SummaryRequest } from '#core/summary/run-summary.ts';
import type { ToolTable } from '#core/tool-table/tool-table.ts';
import type { GroupBy, Grouping } from '#core/view/group-rows.ts';
import type { Filter } from '#core/view/filter.ts';
import type { Sorting } from '#core/view/sort-rows.ts';
import { FlipCounter, type FlipCount } from '#core/what-if/count-flips.ts';
import {
  editReferences,
  patchReferences,
  type EditedRows,
  type EditJob,
  type PatchJob,
} from './edit-references.ts';
import { findLists } from './find-lists.ts';
import { HeldRun, type RowSource } from './held-run.ts';
import { inspectFile, type Inspection } from './inspect-file.ts';
import { judgeInputs, judgePrompts, type RowsToJudge } from './judge-rows.ts';
import { readPairKeys, sketchJoined, writeJoined, type SideRows } from './join-sides.ts';
import { readLine, type LineText } from './read-line.ts';
import { readRuns, type RunSource } from './read-runs.ts';
import {
  describeRows,
  readRecords,
  writeResults,
  type OnProgress,
  type ResultFileType,
  type RowPlaces,
} from './read-rows.ts';
import { scoreRecords, type RecordsPart } from './score-records.ts';
import { scoreLines, scoreText, type ScoreJob, type ScoredPart } from './score-source.ts';

const MOST_HELD = 9;

/** What the page can ask of a worker. */
export type EvaluationApi = ReturnType<typeof createEvaluationApi>;

/**
 * Makes what a worker answers, with runs of its own to keep.
 * @param isLifeLocked whether the worker holds a lock of its own name, which ends with it
 * @returns the answers, one method for each question
 */
export function createEvaluationApi(isLifeLocked: Promise<boolean>) {
  /** Runs whose columns this worker keeps, so that they cross the boundary once. */
  const held = new Map<string, HeldRun>();

  function heldRun(key: string): HeldRun {
    const run = held.get(key);
    if (!run) throw new RangeError(`no columns held as ${key}`);
    return run;
  }

  return {
    /**
     * Answers at once: tells a living worker from a dead one. The answer says whether the worker
     * holds a lock of its own name, which ends with it.
     */
    ping(): Promise<boolean> {
      return isLifeLocked;
    },

    inspect(
      blob: Blob,
      name: string,
      chosen: ColumnRoles,
      reading: ReadingChoices,
    ): Promise<Inspection> {
      return inspectFile(blob, name, chosen, reading);
    },

    findLists(blob: Blob, name: string): Promise<readonly Candidate[]> {
      return findLists(blob, name);
    },

    readLine(blob: Blob, line: number): Promise<LineText | undefined> {
      return readLine(blob, line);
    },

    async scoreLines(
      job: ScoreJob,
      start: number,
      end: number,
      brokenLimit?: number,
    ): Promise<ScoredPart> {
      return handOver(await scoreLines(job, start, end, brokenLimit));
    },

    async scoreRecords(
      job: ScoreJob,
      start: number,
      end: number,
      known?: number,
    ): Promise<RecordsPart | undefined> {
      const found = await scoreRecords(job, start, end, known);
      return found && transfer(found, buffersOf(found.part.columns));
    },

    scoreText(
      job: ScoreJob,
      from: number,
      onPart: ((part: ScoredPart) => Promise<void>) & ProxyMarked,
    ): Promise<FileIssue | undefined> {
      return scoreText(job, from, (part) => onPart(handOver(part)));
    },

    async previewRows(
      rows: Blob,
      places: RowPlaces,
      roles: ColumnRoles,
      cells: readonly string[],
      matching: MatchingRules | undefined,
    ): Promise<RowPreview[]> {
      const previews: RowPreview[] = [];
      const matcher = createMatcher(matching);
      await readRecords(rows, places, (record) =>
        previews.push(previewRow(record, roles, matcher, cells)),
      );
      return previews;
    },

    /** How many of these rows each of other settings would move in the score columns given. */
    async countFlips(
      rows: Blob,
      places: RowPlaces,
      roles: ColumnRoles,
      before: readonly ScoreValues[],
      variants: readonly MetricSettings[],
    ): Promise<FlipCount[][]> {
      const counters = variants.map(
        (settings) => new FlipCounter({ scores: before }, settings, roles),
      );
      await readRecords(rows, places, (record, index) => {
        for (const counter of counters) counter.add(record, index);
      });
      return counters.map((counter) => counter.finish());
    },

    async detailRow(
      rows: Blob,
      places: RowPlaces,
      roles: ColumnRoles,
      matching: MatchingRules | undefined,
    ): Promise<RowDetail | undefined> {
      let detail: RowDetail | undefined;
      const matcher = createMatcher(matching);
      await readRecords(rows, places, (record) => {
        detail = detailRow(record, roles, matcher);
      });
      return detail;
    },

    /** A row of several runs, call by call. */
    detailRuns(
      sides: readonly (RunSource | null)[],
      matching: MatchingRules | undefined,
    ): Promise<RunsDetail> {
      return readRuns(sides, matching);
    },

    describeRows(rows: Blob, places: RowPlaces, roles: ColumnRoles): Promise<RowsDescription> {
      return describeRows(rows, places, roles);
    },

    /** What the rows of a file are paired by; undefined when `onProgress` has stopped it. */
    readPairKeys(
      side: SideRows,
      onProgress: OnProgress & ProxyMarked,
    ): Promise<PairKeys | undefined> {
      return readPairKeys(side, onProgress);
    },

    sketchJoined(
      predictions: SideRows,
      references: SideRows,
      order: JoinOrder,
    ): Promise<RowSketch[]> {
      return sketchJoined(predictions, references, order);
    },

    /** The rows of two files as one; undefined when `onProgress` has stopped it. */
    writeJoined(
      predictions: SideRows,
      references: SideRows,
      order: JoinOrder,
      onProgress: OnProgress & ProxyMarked,
    ): Promise<Blob | undefined> {
      return writeJoined(predictions, references, order, onProgress);
    },

    /** What a judge is sent about rows. */
    judgePrompts(
      rows: Blob,
      places: RowPlaces,
      roles: ColumnRoles,
      metric: JudgeMetric,
      other?: RowsToJudge,
    ): Promise<RowPrompt[]> {
      return judgePrompts({ rows, places, roles }, metric, other);
    },

    editReferences(job: EditJob): Promise<EditedRows | undefined> {
      return editReferences(job);
    },

    patchReferences(job: PatchJob): Promise<Blob> {
      return patchReferences(job);
    },

    /** Rows as they stand in the data. */
    async records(rows: Blob, places: RowPlaces): Promise<JsonObject[]> {
      const records: JsonObject[] = [];
      await readRecords(rows, places, (record) => records.push(record));
      return records;
    },

    /** The rows with what an agent answered, one per line; a place for every outcome. */
    async joinAnswers(
      rows: Blob,
      places: RowPlaces,
      roles: ColumnRoles,
      outcomes: readonly CallOutcome[],
      trials: number,
    ): Promise<Blob> {
      const lines: string[] = [];
      await readRecords(rows, places, (record, index) => {
        const outcome = outcomes[index];
        if (outcome) lines.push(`${printJson(joinAnswer(record, roles, outcome, trials))}\n`);
      });
      return new Blob(lines, { type: 'application/jsonl' });
    },

    /** What a judge sees of rows, for a person who labels them. */
    judgeInputs(
      rows: Blob,
      places: RowPlaces,
      roles: ColumnRoles,
      metric: JudgeMetric,
      other?: RowsToJudge,
    ): Promise<RowInputs[]> {
      return judgeInputs({ rows, places, roles }, metric, other);
    },

    /** The numbers of a column; NaN where there is none. */
    async numbersOf(rows: Blob, places: RowPlaces, column: string): Promise<Float64Array> {
      const numbers = new Float64Array(places.offsets.length).fill(Number.NaN);
      await readRecords(rows, places, (record, index) => {
        const cell = ownValue(record, column);
        const isNumber =
          typeof cell === 'number' || (typeof cell === 'string' && cell.trim() !== '');
        if (isNumber) numbers[index] = Number(cell);
      });
      return transfer(numbers, [numbers.buffer]);
    },

    /** Keys of prompt and reference, for rows that have an id and must be paired without it. */
    async contentKeys(rows: Blob, places: RowPlaces, roles: ColumnRoles): Promise<Float64Array> {
      const keys = new Float64Array(places.offsets.length);
      await readRecords(rows, places, (record, index) => {
        keys[index] = contentKeyOf(record, readRow(record, roles, 0).row, roles);
      });
      return keys;
    },

    writeResults(
      rows: Blob,
      columns: ScoredColumns,
      wanted: Uint32Array,
      type: ResultFileType,
    ): Promise<Blob> {
      return writeResults(rows, columns, wanted, type);
    },

    /**
     * Keeps the rows of a run from one on, for the calls below. The runs used longest ago are
     * dropped; the keys of those kept are returned.
     */
    hold(key: string, from: number, piece: ScoredColumns, source: RowSource): string[] {
      const run = from === 0 ? new HeldRun() : heldRun(key);
      run.add(from, piece, source);
      held.delete(key);
      held.set(key, run);
      for (const oldest of held.keys()) {
        if (held.size <= MOST_HELD) break;
        held.delete(oldest);
      }
      return [...held.keys()];
    },

    /** Puts a score column of all rows into a run that is kept. */
    putScores(key: string, scores: ScoreValues): void {
      heldRun(key).putScores(scores);
    },

    /** The rows of a run that is kept, with others in the place of some. */
    replaceRows(
      key: string,
      fresh: NewRows,
      dropped: ReadonlySet<string>,
      outcome: number,
    ): ScoredColumns {
      const replaced = replaceRows(heldRun(key).columns, fresh, dropped, outcome);
      // what is handed over is not kept
      const columns = sliceColumns(replaced, 0, replaced.rowCount);
      return transfer(columns, buffersOf(columns));
    },

    digest(key: string, isPartial: boolean): RunDigest {
      return digestRun(heldRun(key).columns, isPartial);
    },

    /** The rows that meet the filters, in order; undefined when `onProgress` has stopped it. */
    async view(
      key: string,
      filters: readonly Filter[],
      sorting: Sorting,
      onProgress?: OnProgress & ProxyMarked,
    ): Promise<Uint32Array | undefined> {
      const rows = await heldRun(key).view(filters, sorting, onProgress);
      return rows && transfer(rows, [rows.buffer]);
    },

    /** Groups of the rows that meet the filters; undefined when `onProgress` has stopped it. */
    group(
      key: string,
      by: GroupBy,
      filters: readonly Filter[],
      onProgress?: OnProgress & ProxyMarked,
    ): Promise<Grouping | undefined> {
      return heldRun(key).group(by, filters, onProgress);
    },

    /** What is said about the rows that meet the filters; undefined when stopped. */
    summary(
      key: string,
      request: SummaryRequest,
      filters: readonly Filter[],
      onProgress?: OnProgress & ProxyMarked,
    ): Promise<RunSummary | undefined> {
      return heldRun(key).summary(request, filters, onProgress);
    },

    /** Expected and called tools of the rows that meet the filters; undefined when stopped. */
    toolTable(
      key: string,
      filters: readonly Filter[],
      onProgress?: OnProgress & ProxyMarked,
    ): Promise<ToolTable | undefined> {
      return heldRun(key).toolTable(filters, onProgress);
    },

    compare(baselineKey: string, candidateKeys: readonly string[]): Comparison[] {
      const candidates = candidateKeys.map((key) => heldRun(key).columns);
      const compared = compareRuns(heldRun(baselineKey).columns, candidates);
      return transfer(compared, compared.flatMap(rowBuffersOf));
    },
  };
}

/** Gives a part away: the page takes its columns without copying them. */
function handOver(part: ScoredPart): ScoredPart {
  return transfer(part, buffersOf(part.columns));
}

/** What of a comparison is as long as its runs. */
function rowBuffersOf(compared: Comparison): ArrayBuffer[] {
  const { baselineRows, candidateRows, partners, onlyBaseline, onlyCandidate } = compared;
  const { changes, byChange } = compared;
  const lists = [baselineRows, candidateRows, partners, onlyBaseline, onlyCandidate];
  return [...lists, changes, byChange].map(({ buffer }) => buffer as ArrayBuffer);
}
