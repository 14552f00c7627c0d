import { judgePrompts } from '#bridge/judge-rows.ts';
import type { RunReader } from '#bridge/run-reader.ts';
import { CallError, type Failure } from '#core/judging/call-error.ts';
import { combineOrders, combineSamples, type Combined } from '#core/judging/combine-samples.ts';
import { judgeColumn } from '#core/judging/judged-metric.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import type { Verdict } from '#core/judging/read-verdict.ts';
import type { Prompt, RowPrompt } from '#core/judging/render-prompt.ts';
import { formOf } from '#core/judging/verdict-form.ts';
import { OUTCOMES, type Outcome } from '#core/metrics/metric.ts';
import type { ScoreValues } from '#core/scoring/scored-columns.ts';
import { RunStopped } from '#judges/call-queue.ts';
import type { VerdictRecord } from '#storage/schema.ts';
import type { OtherRun } from './baseline-run.ts';
import type { OpenRun } from './open-run.ts';
import { NotStored, type Question, type Used, type VerdictSource } from './verdict-source.ts';

/** What is judged. */
export interface JudgeJob {
  readonly run: OpenRun;
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

/** A question with the name under which its answer is stored. */
type NamedQuestion = Question & { readonly key: string };

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
    const { run, metric } = job;
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
      ...this.#source.used,
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
   * Judges the rows.
   * @returns why it stopped before the end, in words; an empty text when it did not
   */
  async start(): Promise<string> {
    const { rows } = this.#job;
    const source = this.#source;
    const tasks: Promise<void>[] = [];
    let next = this.#prepare(0);
    for (let from = 0; from < rows.length && !source.isOver(); from += ROWS_PER_BATCH) {
      const batch = await next;
      // got ready while this one is asked about: nobody waits for it
      next = this.#prepare(from + ROWS_PER_BATCH);
      next.catch(() => undefined); // awaited when it is its turn
      for (const { row, prompt, questions, found } of batch) {
        await source.room();
        if (source.isOver()) break;
        tasks.push(this.#judgeRow(row, prompt, questions, found));
      }
    }
    await Promise.all(tasks);
    return source.whyStopped;
  }

  /** Writes the questions about the next rows, and finds those that are answered already. */
  async #prepare(from: number): Promise<readonly RowToJudge[]> {
    const { rows, run, metric, other } = this.#job;
    const batch = rows.slice(from, from + ROWS_PER_BATCH);
    if (batch.length === 0) return [];
    const prompts = await judgePrompts(this.#reader, run, batch, metric, other);
    const asked = prompts.map((prompt) => this.#questionsOf(prompt));
    const found = await this.#source.find(asked.flat().map(({ key }) => key));
    return batch.flatMap((row, index) => {
      const prompt = prompts[index];
      return prompt ? [{ row, prompt, questions: asked[index] ?? [], found }] : [];
    });
  }

  /** One question per sample and order, the orders of a sample side by side. */
  #questionsOf(prompt: RowPrompt): NamedQuestion[] {
    if (prompt.kind === 'missing') return [];
    const { metric } = this.#job;
    const form = formOf(metric);
    const samples = Array.from({ length: metric.samples }, (_, sample) =>
      prompt.orders.map((order) => ({ prompt: order, form, sample })),
    );
    return samples.flat().map((question) => ({ ...question, key: this.#source.keyOf(question) }));
  }

  async #judgeRow(
    row: number,
    prompt: RowPrompt,
    questions: readonly NamedQuestion[],
    found: ReadonlyMap<string, VerdictRecord>,
  ): Promise<void> {
    if (prompt.kind === 'missing') {
      this.#keep(row, 'judge_input_missing', `Empty: ${prompt.variables.join(', ')}.`);
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
      const text = [...this.#inWords(verdicts, combined), cutInWords(prompt.orders)];
      const said = text.filter((part) => part !== '').join(' ');
      this.#keep(row, 'scored', said, combined.score, combined.agreement);
    } catch (error) {
      this.#fail(row, error);
    }
  }

  #combine(verdicts: readonly Verdict[]): Combined {
    const { combine, baseline } = this.#job.metric;
    return baseline ? combineOrders(inOrders(verdicts)) : combineSamples(verdicts, combine);
  }

  #inWords(verdicts: readonly Verdict[], combined: Combined): string[] {
    const { metric } = this.#job;
    const { explanation } = combined;
    if (metric.baseline) return [...pairInWords(combined, metric.samples), explanation];
    return [samplesInWords(verdicts, combined.agreement), explanation];
  }

  #fail(row: number, error: unknown): void {
    if (error instanceof CallError) {
      const outcome = `judge_${error.failure satisfies Failure}` as const;
      this.#keep(row, outcome, this.#source.clean(error.message));
    } else if (!isLeftOut(error) && !this.#source.isOver()) throw error;
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

function pairInWords({ score, agreement }: Combined, samples: number): string[] {
  const winner = score === 1 ? 'The candidate wins' : 'The baseline wins';
  const flips = Math.round((1 - agreement) * samples);
  const isSplit = score === 0.5 && flips > 0;
  const result = isSplit
    ? 'A tie: the two orders disagree.'
    : score === 0.5
      ? 'A tie.'
      : `${winner}.`;
  if (samples === 1) return isSplit ? [result] : [result, 'Response A is the baseline’s:'];
  return [result, `${String(samples)} samples, the orders disagree in ${String(flips)}.`];
}

function samplesInWords(verdicts: readonly Verdict[], agreement: number): string {
  if (verdicts.length === 1) return '';
  const scores = verdicts.map(({ score }) => score).join(', ');
  return `${String(verdicts.length)} samples: ${scores} (${String(Math.round(agreement * 100))} % agree).`;
}

function cutInWords(orders: readonly Prompt[]): string {
  const cut = orders[0]?.cut ?? 0;
  return cut === 0 ? '' : `[${String(cut)} characters of the row were cut from the prompt.]`;
}
