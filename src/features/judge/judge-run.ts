import { messageOf } from '#core/base/text/sentence.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import { CallError } from '#core/judge/call-error.ts';
import { type Failure, OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import { combineOrders, combineSamples, type Combined } from '#core/judge/combine-samples.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { Verdict } from '#core/judge/read-verdict.ts';
import type { Prompt, RowPrompt } from '#core/judge/render-prompt.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { RunStopped, type Used } from '#providers/scheduler.ts';
import type { VerdictRecord } from '#kernel/storage/schema.ts';
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
export interface JudgeProgress extends Used {
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** Rows whose verdict was known from before. */
  readonly known: number;
  readonly errors: number;
}

/** A row, what is asked about it, and the answers that are stored. */
interface RowToJudge {
  readonly row: number;
  readonly prompt: RowPrompt;
  readonly questions: readonly NamedQuestion[];
  readonly found: ReadonlyMap<string, VerdictRecord>;
}

/** Their keys are hashed at once: few enough not to hold up the page. */
const ROWS_PER_BATCH = 20;
const NOT_JUDGED = OUTCOMES.indexOf('not_judged');

/** Judges rows of one run once. */
export class JudgeRun {
  readonly #reader: RunReader;
  readonly #source: VerdictSource;
  readonly #job: JudgeJob;
  readonly #onProgress: () => void;
  readonly #values: Float64Array;
  readonly #outcomes: Uint8Array;
  readonly #texts: string[];
  readonly #agreement: Float64Array;
  #rowsDone = 0;
  #known = 0;
  #errors = 0;

  constructor(reader: RunReader, source: VerdictSource, job: JudgeJob, onProgress: () => void) {
    this.#reader = reader;
    this.#source = source;
    this.#job = job;
    this.#onProgress = onProgress;
    const { metric } = job;
    const run = job.newest();
    const { rowCount } = run.columns;
    const before = run.columns.scores.find(({ id }) => id === judgeColumn(metric).id);
    const noNumbers = (): Float64Array => new Float64Array(rowCount).fill(Number.NaN);
    this.#values = before?.values.slice() ?? noNumbers();
    this.#outcomes = before?.outcomes.slice() ?? new Uint8Array(rowCount).fill(NOT_JUDGED);
    this.#texts = before?.texts?.slice() ?? new Array<string>(rowCount).fill('');
    this.#agreement = before?.agreement?.slice() ?? noNumbers();
  }

  get progress(): JudgeProgress {
    return {
      ...this.#source.scheduler.used,
      rowsDone: this.#rowsDone,
      rowsTotal: this.#job.rows.length,
      known: this.#known,
      errors: this.#errors,
    };
  }

  /** The scores so far, as a column of the run. */
  column(): ScoreValues {
    const { metric } = this.#job;
    const isRepeated = metric.samples > 1 || metric.baseline !== undefined;
    return {
      ...judgeColumn(metric),
      values: this.#values.slice(),
      outcomes: this.#outcomes.slice(),
      texts: this.#texts.slice(),
      ...(isRepeated ? { agreement: this.#agreement.slice() } : {}),
    };
  }

  /**
   * Judges the rows. Settled once no call is under way any more, whatever happens.
   * @returns why it stopped before the end, a sentence; an empty text when it did not
   */
  async start(): Promise<string> {
    const source = this.#source;
    try {
      await source.scheduler.runAll(this.#tasks());
      return source.whyStopped;
    } catch (error) {
      return source.clean(messageOf(error));
    }
  }

  async *#tasks(): AsyncGenerator<() => Promise<void>> {
    const { rows } = this.#job;
    let next = this.#prepare(0);
    for (let from = 0; from < rows.length; from += ROWS_PER_BATCH) {
      const batch = await next;
      // got ready while this one is asked about: nobody waits for it
      next = this.#prepare(from + ROWS_PER_BATCH);
      next.catch(() => undefined); // awaited when it is its turn
      for (const { row, prompt, questions, found } of batch) {
        yield () => this.#judgeRow(row, prompt, questions, found);
      }
    }
  }

  /** Writes the questions about the next rows, and finds those that are answered already. */
  async #prepare(from: number): Promise<readonly RowToJudge[]> {
    const { rows, newest, metric, other } = this.#job;
    const batch = rows.slice(from, from + ROWS_PER_BATCH);
    if (batch.length === 0) return [];
    const prompts = await readToJudge(this.#reader, 'judgePrompts', newest(), batch, metric, other);
    const asked = prompts.map((prompt) => this.#source.questionsOf(prompt, metric));
    const found = await this.#source.find(asked.flat().map(({ key }) => key));
    return batch.flatMap((row, index) => {
      const prompt = prompts[index];
      return prompt ? [{ row, prompt, questions: asked[index] ?? [], found }] : [];
    });
  }

  async #judgeRow(
    row: number,
    prompt: RowPrompt,
    questions: readonly NamedQuestion[],
    found: ReadonlyMap<string, VerdictRecord>,
  ): Promise<void> {
    if (prompt.kind === 'missing') {
      this.#keep(row, 'judge_input_missing', texts.empty(prompt.variables));
      return;
    }
    try {
      const asked = questions.map((question) =>
        this.#source.verdict(question.key, question, found.get(question.key)),
      );
      const settled = await Promise.allSettled(asked);
      const failed = settled.find((answer) => answer.status === 'rejected');
      if (failed) throw failed.reason;
      const verdicts = settled.flatMap((answer) =>
        answer.status === 'fulfilled' ? [answer.value] : [],
      );
      if (questions.every(({ key }) => found.has(key))) this.#known++;
      const combined = this.#combine(verdicts);
      const text = [...this.#sentences(verdicts, combined), cutSentence(prompt.orders)];
      const shown = text.filter((part) => part !== '').join(' ');
      this.#keep(row, 'scored', shown, combined.score, combined.agreement);
    } catch (error) {
      this.#fail(row, error);
    }
  }

  #combine(verdicts: readonly Verdict[]): Combined {
    const { combine, baseline } = this.#job.metric;
    return baseline ? combineOrders(inOrders(verdicts)) : combineSamples(verdicts, combine);
  }

  #sentences(verdicts: readonly Verdict[], combined: Combined): string[] {
    const { metric } = this.#job;
    const { explanation } = combined;
    if (metric.baseline) return [...pairSentences(combined, metric.samples), explanation];
    return [samplesSentence(verdicts, combined.agreement), explanation];
  }

  #fail(row: number, error: unknown): void {
    if (error instanceof CallError) {
      const outcome = `judge_${error.failure satisfies Failure}` as const;
      this.#keep(row, outcome, this.#source.clean(error.message));
    } else if (!isLeftOut(error) && !this.#source.scheduler.isOver) throw error;
  }

  #keep(
    row: number,
    outcome: Outcome,
    text: string,
    score = Number.NaN,
    agreement = Number.NaN,
  ): void {
    this.#values[row] = score;
    this.#outcomes[row] = OUTCOMES.indexOf(outcome);
    this.#texts[row] = text;
    this.#agreement[row] = agreement;
    this.#rowsDone++;
    if (outcome.startsWith('judge_') && outcome !== 'judge_input_missing') this.#errors++;
    this.#onProgress();
  }
}

/** Such rows stay as they were. */
function isLeftOut(error: unknown): boolean {
  return error instanceof NotStored || error instanceof RunStopped;
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
