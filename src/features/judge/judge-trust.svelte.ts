import { readToJudge } from './judge-rows.ts';
import { kappaOf, type Kappa } from '#core/base/statistics/kappa.ts';
import { cacheKeyOf } from '#core/judge/cache-key.ts';
import { isPairwise, judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import {
  allowedScores,
  PAIR_SCORES,
  type JudgeMetric,
  type NamedText,
  formOf,
} from '#core/score/metric/judge-metric.ts';
import { readVerdict } from '#core/judge/read-verdict.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { seededRandom } from '#core/base/statistics/interval.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { judgeOf, type JudgeSession } from './judge-session.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { ifStored } from '#kernel/storage/connection.ts';

/** A row to label, as a judge sees it. */
export interface RowToLabel {
  readonly row: number;
  readonly inputs: readonly NamedText[];
  /** The name its label is stored under. */
  readonly key: string;
}

/** A row that a person and the judge have scored, with the judge's verdict. */
interface CheckedRow {
  readonly row: number;
  readonly human: number;
  readonly judge: number;
  readonly explanation: string;
}

/** How many rows can be labelled. */
const MAX_LABELLED = 50;

/** Rows that were drawn, valid only for the run and the metric they were drawn for. */
interface Drawn {
  readonly about: readonly unknown[];
  readonly rows: readonly RowToLabel[];
}

/** What shows how far a judge can be believed: a person’s own labels. */
export class JudgeTrust {
  readonly #app: AppState;
  readonly #session: JudgeSession;
  #drawn = $state.raw<Drawn | undefined>();
  #labels = $state.raw<ReadonlyMap<string, number>>(new Map());

  constructor(app: AppState) {
    this.#app = app;
    this.#session = judgeOf(app);
  }

  /** The rows to label, in a random order that is the same each time. */
  get rows(): readonly RowToLabel[] {
    const about = this.#labelling();
    const isOfThese = this.#drawn?.about.every((part, index) => part === about[index]);
    return isOfThese ? (this.#drawn?.rows ?? []) : [];
  }

  /** A person’s label of a row, if any. */
  labelOf({ key }: RowToLabel): number | undefined {
    return this.#labels.get(key);
  }

  /** Rows with a person’s label and a verdict. */
  readonly labelled: readonly CheckedRow[] = $derived.by(() => {
    const scores = scoresOf(this.#app.workspace.run, this.#session.judged);
    const allowed = allowedScores(this.#session.metric);
    return this.rows.flatMap(({ row, key }) => {
      const human = this.#labels.get(key);
      const value = scores?.values[row] ?? Number.NaN;
      if (!scores || human === undefined || Number.isNaN(value)) return [];
      const judge = nearestScore(isPairwise(scores) ? value * 2 - 1 : value, allowed);
      return [{ row, human, judge, explanation: scores.texts?.[row] ?? '' }];
    });
  });

  /** How far the judge agrees with the labels. */
  readonly agreement: Kappa | undefined = $derived.by(() => {
    const scores = allowedScores(this.#session.metric);
    const count = (by: number, of: number): number =>
      this.labelled.filter(({ human, judge }) => human === by && judge === of).length;
    return kappaOf(scores.map((human) => scores.map((judge) => count(human, judge))));
  });

  /**
   * Draws rows to label, once, and finds the labels given before.
   * @throws SourceLost
   */
  async draw(): Promise<void> {
    const about = this.#labelling();
    const run = this.#app.workspace.run;
    if (!run || this.rows.length > 0) return;
    this.#drawn = { about, rows: await this.#readRows(run, this.#session.judged) };
  }

  /** Labels belong to the rows of a run under one metric: under another there are none yet. */
  #labelling(): readonly unknown[] {
    const { metric } = this.#session;
    const allowed = allowedScores(metric).join();
    return [this.#app.workspace.run?.rows, metric.id, JSON.stringify(metric.columns), allowed];
  }

  /**
   * Finds the labels of a run’s rows that were given under a metric.
   * @throws SourceLost
   */
  async labelsOf(run: OpenRun, metric: JudgeMetric): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#readRows(run, metric);
    return new Map(
      rows.flatMap((one) => {
        const label = this.labelOf(one);
        return label === undefined ? [] : [[one.row, label] as const];
      }),
    );
  }

  async #readRows(run: OpenRun, metric: JudgeMetric): Promise<readonly RowToLabel[]> {
    const rows = drawRows(run.columns.rowCount, scoresOf(run, metric));
    const other = await this.#session.otherOf(run, metric);
    const read = await readToJudge(this.#app.reader, 'judgeInputs', run, rows, metric, other);
    const { allowed } = formOf(metric);
    const drawn = read.flatMap((found, index): RowToLabel[] => {
      if (found.kind === 'missing') return [];
      const prompt = { system: metric.id, user: JSON.stringify(found.inputs) };
      const who = { provider: 'person', baseUrl: '', model: '', temperature: 0, sample: 0 };
      const key = cacheKeyOf({ ...who, prompt, allowed });
      return [{ row: rows[index] ?? 0, inputs: found.inputs, key }];
    });
    const keys = drawn.map(({ key }) => key);
    const stored = (await ifStored(this.#session.verdicts.get(keys))) ?? [];
    const labels = new Map(this.#labels);
    for (const record of stored) {
      const reading = record && readVerdict(record.text, formOf(metric));
      if (record && reading?.ok) labels.set(record.key, reading.verdict.score);
    }
    this.#labels = labels;
    return drawn;
  }

  /** Takes a person’s label; it is stored like an answer. */
  async label({ key }: RowToLabel, score: number): Promise<void> {
    this.#labels = new Map(this.#labels).set(key, score);
    const { field } = formOf(this.#session.metric);
    const choices = Object.entries(PAIR_SCORES);
    const verdict =
      field === 'score' ? score : (choices.find(([, value]) => value === score)?.[0] ?? '');
    const text = JSON.stringify({ explanation: '', [field]: verdict });
    const none = { inputTokens: 0, outputTokens: 0, provider: 'person', model: '' };
    await ifStored(this.#session.verdicts.put({ key, text, ...none, atMs: Date.now() }));
  }
}

/** The scores of a run under a metric, in an older run those of any model; undefined before it is judged. */
function scoresOf(run: OpenRun | undefined, metric: JudgeMetric): ScoreValues | undefined {
  const ids = [metric, { ...metric, model: undefined }].map((one) => judgeColumn(one).id);
  const scores = ids.map((id) => run?.columns.scores.find((column) => column.id === id));
  return scores.find((column) => column !== undefined);
}

/** The rating of a rubric that a mean of samples is nearest to, the lower of two. */
function nearestScore(score: number, scores: readonly number[]): number {
  return scores.reduce((a, b) => (Math.abs(b - score) < Math.abs(a - score) ? b : a));
}

/** The same rows each time, in the same order; those with a verdict first, as only they can be held against it. */
function drawRows(rowCount: number, scores: ScoreValues | undefined): number[] {
  const random = seededRandom(1);
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  for (let at = 0; at < rowCount; at++) {
    const other = at + Math.floor(random() * (rowCount - at));
    [rows[at], rows[other]] = [rows[other] ?? 0, rows[at] ?? 0];
  }
  const isJudged = (row: number): boolean => !Number.isNaN(scores?.values[row] ?? Number.NaN);
  return [...rows.filter(isJudged), ...rows.filter((row) => !isJudged(row))].slice(0, MAX_LABELLED);
}

/** How far the app’s judge agrees with people. */
export const trustOf = perApp((app) => new JudgeTrust(app));
