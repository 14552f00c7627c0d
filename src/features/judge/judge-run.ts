import { messageOf } from '#core/base/text/sentence.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import { CallError } from '#core/judge/call-error.ts';
import { type Failure, OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import { combineOrders, combineSamples, type Combined } from '#core/judge/combine-samples.ts';
import { isScoredAlike } from '#core/score/columns/plan-rescore.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { withJudge } from '#core/score/metric/settings.ts';
import type { Verdict } from '#core/judge/read-verdict.ts';
import type { Prompt, RowPrompt } from '#core/judge/render-prompt.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { type CallProgress, inBatches } from '#features/sessions/call-session.svelte.ts';
import type { Used } from '#providers/scheduler.ts';
import { type OtherRun, readToJudge } from './judge-rows.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { NotStored, type NamedQuestion, type VerdictSource } from './verdict-source.ts';
import { judgeRun as texts } from './texts.ts';

/** What is judged. */
export interface JudgeJob {
  /** Returns the newest version of the run: its rows may be read from a copy by now. */
  readonly newest: () => OpenRun;
  readonly metric: JudgeMetric;
  /** The run its rows are compared with, where the metric’s baseline is one. */
  readonly other: OtherRun | undefined;
  /** Row numbers, in the order they are judged. */
  readonly rows: readonly number[];
}

/** How far a run of judging is. */
export interface JudgeProgress extends CallProgress, Used {}

/** Their keys are hashed at once: few enough not to hold up the page. */
const ROWS_PER_BATCH = 20;
const NOT_JUDGED = OUTCOMES.indexOf('not_judged');

/** Judges rows of one run once. */
export class JudgeRun {
  readonly #reader: RunReader;
  readonly #source: VerdictSource;
  readonly #job: JudgeJob;
  readonly #onProgress: () => void;
  /** The scores so far. */
  readonly #scores;
  #done = 0;
  #known = 0;
  #failed = 0;

  constructor(reader: RunReader, source: VerdictSource, job: JudgeJob, onProgress: () => void) {
    this.#reader = reader;
    this.#source = source;
    this.#job = job;
    this.#onProgress = onProgress;
    const { record, columns } = job.newest();
    const { rowCount, scores } = columns;
    const column = judgeColumn(job.metric);
    // verdicts by another prompt are no part of the mean of this one
    const isKept = isScoredAlike(column, record.settings, withJudge(record.settings, job.metric));
    const before = scores.find(({ id }) => isKept && id === column.id);
    const noNumbers = (): Float64Array => new Float64Array(rowCount).fill(Number.NaN);
    this.#scores = {
      values: before?.values.slice() ?? noNumbers(),
      outcomes: before?.outcomes.slice() ?? new Uint8Array(rowCount).fill(NOT_JUDGED),
      texts: before?.texts?.slice() ?? new Array<string>(rowCount).fill(''),
      agreement: before?.agreement?.slice() ?? noNumbers(),
    };
  }

  get progress(): JudgeProgress {
    const { used } = this.#source.scheduler;
    return {
      ...used,
      done: this.#done,
      total: this.#job.rows.length,
      known: this.#known,
      failed: this.#failed,
      called: used.calls,
    };
  }

  /** The scores so far, as a column of the run. */
  column(): ScoreValues {
    const { metric } = this.#job;
    const { values, outcomes, texts, agreement } = this.#scores;
    const isRepeated = metric.samples > 1 || metric.baseline !== undefined;
    return {
      ...judgeColumn(metric),
      values: values.slice(),
      outcomes: outcomes.slice(),
      texts: texts.slice(),
      ...(isRepeated ? { agreement: agreement.slice() } : {}),
    };
  }

  /**
   * Judges the rows. Settles once no call is in progress, whatever happens.
   * @returns why it stopped before the end, a sentence; an empty text when it did not
   */
  async start(): Promise<string> {
    const source = this.#source;
    try {
      const tasks = inBatches(this.#job.rows, ROWS_PER_BATCH, (rows) => this.#prepare(rows));
      await source.scheduler.runAll(tasks);
      return source.whyStopped;
    } catch (error) {
      return source.clean(messageOf(error));
    }
  }

  /** Writes the questions about rows, and finds those that are answered already. */
  async #prepare(rows: readonly number[]): Promise<readonly (() => Promise<void>)[]> {
    const { newest, metric, other } = this.#job;
    const prompts = await readToJudge(this.#reader, 'judgePrompts', newest(), rows, metric, other);
    const asked = await this.#source.questionsOf(prompts, metric);
    return prompts.map(
      (prompt, index) => () => this.#judgeRow(rows[index] ?? 0, prompt, asked[index] ?? []),
    );
  }

  async #judgeRow(
    row: number,
    prompt: RowPrompt,
    questions: readonly NamedQuestion[],
  ): Promise<void> {
    if (prompt.kind === 'missing') {
      this.#keep(row, 'judge_input_missing', texts.empty(prompt.variables));
      return;
    }
    const asked = questions.map((question) => this.#source.verdict(question));
    await Promise.allSettled(asked);
    try {
      const verdicts = await Promise.all(asked);
      if (questions.every(({ known }) => known)) this.#known++;
      const combined = this.#combine(verdicts);
      const text = [...this.#sentences(verdicts, combined), cutSentence(prompt.orders)];
      const shown = text.filter((part) => part !== '').join(' ');
      this.#keep(row, 'scored', shown, combined.score, combined.agreement);
    } catch (error) {
      this.#fail(row, error);
    }
  }

  #combine(verdicts: readonly Verdict[]): Combined {
    const { metric } = this.#job;
    return metric.baseline ? combineOrders(inOrders(verdicts)) : combineSamples(verdicts, metric);
  }

  #sentences(verdicts: readonly Verdict[], combined: Combined): string[] {
    const { metric } = this.#job;
    const { explanation } = combined;
    if (metric.baseline) return [...pairSentences(combined, metric.samples), explanation];
    return [samplesSentence(verdicts, combined.agreement), explanation];
  }

  /** Rows that nobody may be asked about stay as they were. */
  #fail(row: number, error: unknown): void {
    if (error instanceof CallError) {
      const outcome = `judge_${error.failure satisfies Failure}` as const;
      this.#failed++;
      this.#keep(row, outcome, this.#source.clean(error.message));
    } else if (!(error instanceof NotStored) && !this.#source.scheduler.isOver) throw error;
  }

  #keep(
    row: number,
    outcome: Outcome,
    text: string,
    score = Number.NaN,
    agreement = Number.NaN,
  ): void {
    this.#scores.values[row] = score;
    this.#scores.outcomes[row] = OUTCOMES.indexOf(outcome);
    this.#scores.texts[row] = text;
    this.#scores.agreement[row] = agreement;
    this.#done++;
    this.#onProgress();
  }
}

function inOrders(verdicts: readonly Verdict[]) {
  return verdicts.flatMap((baselineFirst, index) => {
    const candidateFirst = verdicts[index + 1];
    return index % 2 === 0 && candidateFirst ? [{ baselineFirst, candidateFirst }] : [];
  });
}

function pairSentences({ score, agreement }: Combined, samples: number): string[] {
  const flips = Math.round((1 - agreement) * samples);
  const isSplit = score === 0.5 && flips > 0;
  const unanimous =
    score === 0.5 ? texts.tie : score === 1 ? texts.candidateWins : texts.baselineWins;
  const result = isSplit ? texts.tieOfOrders : unanimous;
  if (samples === 1) return isSplit ? [result] : [result, texts.whoIsA];
  return [result, texts.pairs(samples, flips)];
}

function samplesSentence(verdicts: readonly Verdict[], agreement: number): string {
  if (verdicts.length === 1) return '';
  const scores = verdicts.map(({ score }) => score);
  return texts.samples(scores, Math.round(agreement * 100));
}

function cutSentence(orders: readonly Prompt[]): string {
  const cut = orders[0]?.cut ?? 0;
  return cut === 0 ? '' : texts.cut(cut);
}
