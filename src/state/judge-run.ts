import type { RunReader } from '#bridge/run-reader.ts';
import { cacheKeyOf } from '#core/judging/cache-key.ts';
import { CallError, failureInWords, type Failure } from '#core/judging/call-error.ts';
import { combineSamples } from '#core/judging/combine-samples.ts';
import type { Price, Usage } from '#core/judging/estimate.ts';
import { judgeColumn } from '#core/judging/judged-metric.ts';
import { allowedScores, type JudgeMetric } from '#core/judging/judge-metric.ts';
import { readVerdict, type Verdict } from '#core/judging/read-verdict.ts';
import { redact } from '#core/judging/redact.ts';
import type { Prompt, RowPrompt } from '#core/judging/render-prompt.ts';
import { Spending, type Limits } from '#core/judging/spending.ts';
import { OUTCOMES, type Outcome } from '#core/metrics/metric.ts';
import type { ScoreValues } from '#core/scoring/scored-columns.ts';
import { askVerdict, type Asking } from '#judges/ask-verdict.ts';
import { CallQueue, RunStopped, type Pace } from '#judges/call-queue.ts';
import type { Connection, Judge } from '#judges/judge.ts';
import type { VerdictRecord } from '#storage/schema.ts';
import type { VerdictStore } from '#storage/verdicts.ts';
import type { OpenRun } from './open-run.ts';

/** What is judged, by whom, and how. */
export interface JudgeJob {
  readonly run: OpenRun;
  readonly metric: JudgeMetric;
  /** Row numbers, in the order they are judged. */
  readonly rows: readonly number[];
  readonly judge: Judge;
  readonly connection: Connection;
  readonly temperature: number;
  /** Milliseconds an answer may take. */
  readonly withinMs: number;
  readonly pace: Pace;
  readonly limits: Limits;
  readonly price: Price | undefined;
}

/** How far a run of judging is. */
export interface JudgeProgress {
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** Rows whose verdict was known from before. */
  readonly known: number;
  readonly errors: number;
  readonly calls: number;
  readonly usage: Usage;
  readonly cost: number | undefined;
}

const ROWS_PER_BATCH = 50;
const NOT_JUDGED = OUTCOMES.indexOf('not_judged');

/** Judges rows of one run once. Every answer is stored as it comes and asked for once. */
export class JudgeRun {
  readonly #reader: RunReader;
  readonly #verdicts: VerdictStore;
  readonly #job: JudgeJob;
  readonly #onProgress: () => void;
  readonly #queue: CallQueue;
  readonly #spending: Spending;
  readonly #asking: Asking;
  readonly #abort = new AbortController();
  readonly #scores: readonly number[];
  readonly #values: Float64Array;
  readonly #outcomes: Uint8Array;
  readonly #texts: string[];
  #rowsDone = 0;
  #known = 0;
  #errors = 0;
  #stopped: RunStopped | undefined;

  constructor(reader: RunReader, verdicts: VerdictStore, job: JudgeJob, onProgress: () => void) {
    this.#reader = reader;
    this.#verdicts = verdicts;
    this.#job = job;
    this.#onProgress = onProgress;
    const { run, metric, judge, limits, price, pace } = job;
    const { signal } = this.#abort;
    this.#queue = new CallQueue(pace, signal);
    this.#spending = new Spending(limits, price);
    this.#asking = { judge, queue: this.#queue, spending: this.#spending, signal };
    this.#scores = allowedScores(metric);
    const { rowCount } = run.columns;
    const before = run.columns.scores.find(({ id }) => id === judgeColumn(metric).id);
    this.#values = before?.values.slice() ?? new Float64Array(rowCount).fill(Number.NaN);
    this.#outcomes = before?.outcomes.slice() ?? new Uint8Array(rowCount).fill(NOT_JUDGED);
    this.#texts = before?.texts?.slice() ?? new Array<string>(rowCount).fill('');
  }

  get progress(): JudgeProgress {
    return {
      rowsDone: this.#rowsDone,
      rowsTotal: this.#job.rows.length,
      known: this.#known,
      errors: this.#errors,
      calls: this.#spending.calls,
      usage: this.#spending.usage,
      cost: this.#spending.cost,
    };
  }

  /** The scores so far, as a column of the run. */
  column(): ScoreValues {
    return {
      ...judgeColumn(this.#job.metric),
      values: this.#values.slice(),
      outcomes: this.#outcomes.slice(),
      texts: this.#texts.slice(),
    };
  }

  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#queue.resume();
  }

  /** Ends the run; rows without a verdict stay as they were. */
  cancel(): void {
    this.#abort.abort();
  }

  /**
   * Judges the rows.
   * @returns why it stopped before the end, in words; an empty text when it did not
   */
  async start(): Promise<string> {
    const { rows, run, metric } = this.#job;
    const tasks: Promise<void>[] = [];
    for (let from = 0; from < rows.length && !this.#isOver(); from += ROWS_PER_BATCH) {
      const batch = rows.slice(from, from + ROWS_PER_BATCH);
      const prompts = await this.#reader.judgePrompts(run, batch, metric);
      const keys = prompts.map((prompt) => this.#keysOf(prompt));
      const found = await this.#find(keys.flat());
      for (const [index, row] of batch.entries()) {
        await this.#queue.room();
        if (this.#isOver()) break;
        const prompt = prompts[index];
        if (prompt) tasks.push(this.#judgeRow(row, prompt, keys[index] ?? [], found));
      }
    }
    await Promise.all(tasks);
    if (!this.#stopped) return '';
    const { failure, message } = this.#stopped.reason;
    return `${failureInWords(failure)} ${this.#clean(message)}`.trim();
  }

  #isOver(): boolean {
    return this.#abort.signal.aborted || this.#stopped !== undefined;
  }

  #keysOf(prompt: RowPrompt): string[] {
    if (prompt.kind === 'missing') return [];
    const { judge, connection, temperature, metric } = this.#job;
    return Array.from({ length: metric.samples }, (_, sample) =>
      cacheKeyOf({
        provider: judge.id,
        baseUrl: connection.baseUrl,
        model: connection.model,
        temperature,
        prompt: prompt.prompt,
        scores: this.#scores,
        sample,
      }),
    );
  }

  async #find(keys: readonly string[]): Promise<ReadonlyMap<string, VerdictRecord>> {
    // a store that fails has told why; then every answer is asked for
    const records = await this.#verdicts.get(keys).catch(() => []);
    return new Map(records.flatMap((record) => (record ? [[record.key, record] as const] : [])));
  }

  async #judgeRow(
    row: number,
    prompt: RowPrompt,
    keys: readonly string[],
    found: ReadonlyMap<string, VerdictRecord>,
  ): Promise<void> {
    if (prompt.kind === 'missing') {
      this.#keep(row, Number.NaN, 'judge_input_missing', `Empty: ${prompt.variables.join(', ')}.`);
      return;
    }
    try {
      const samples = keys.map((key) => this.#sample(key, prompt.prompt, found.get(key)));
      const settled = await Promise.allSettled(samples);
      const failed = settled.find((sample) => sample.status === 'rejected');
      if (failed) throw failed.reason;
      const verdicts = settled.flatMap((sample) =>
        sample.status === 'fulfilled' ? [sample.value] : [],
      );
      const { score, agreement, explanation } = combineSamples(verdicts);
      if (keys.every((key) => found.has(key))) this.#known++;
      const text = [samplesInWords(verdicts, agreement), explanation, cutInWords(prompt.prompt)];
      this.#keep(row, score, 'scored', text.filter((part) => part !== '').join(' '));
    } catch (error) {
      this.#fail(row, error);
    }
  }

  /** One verdict: the one stored, or a new one, stored before it counts. */
  async #sample(key: string, prompt: Prompt, known: VerdictRecord | undefined): Promise<Verdict> {
    if (known) {
      const reading = readVerdict(known.text, this.#scores);
      if (reading.ok) return reading.verdict;
    }
    const { connection, temperature, judge, withinMs } = this.#job;
    const { system, user } = prompt;
    const request = { ...connection, system, user, scores: this.#scores, temperature, withinMs };
    const { text, usage } = await askVerdict(this.#asking, request);
    const record: VerdictRecord = {
      key,
      text: this.#clean(text),
      inputTokens: usage?.input ?? 0,
      outputTokens: usage?.output ?? 0,
      provider: judge.id,
      model: connection.model,
      atMs: Date.now(),
    };
    await this.#verdicts.put(record).catch(() => undefined);
    const reading = readVerdict(record.text, this.#scores);
    if (!reading.ok) throw new CallError('unparseable');
    return reading.verdict;
  }

  #fail(row: number, error: unknown): void {
    if (error instanceof CallError) {
      const outcome = `judge_${error.failure satisfies Failure}` as const;
      this.#keep(row, Number.NaN, outcome, this.#clean(error.message));
    } else if (error instanceof RunStopped) this.#stopped = error;
    else if (!this.#abort.signal.aborted) throw error;
  }

  #keep(row: number, score: number, outcome: Outcome, text: string): void {
    this.#values[row] = score;
    this.#outcomes[row] = OUTCOMES.indexOf(outcome);
    this.#texts[row] = text;
    this.#rowsDone++;
    if (outcome.startsWith('judge_') && outcome !== 'judge_input_missing') this.#errors++;
    this.#onProgress();
  }

  #clean(text: string): string {
    return redact(text, [this.#job.connection.key]);
  }
}

function samplesInWords(verdicts: readonly Verdict[], agreement: number): string {
  if (verdicts.length === 1) return '';
  const scores = verdicts.map(({ score }) => score).join(', ');
  return `${String(verdicts.length)} samples: ${scores} (${String(Math.round(agreement * 100))} % agree).`;
}

function cutInWords({ cut }: Prompt): string {
  return cut === 0 ? '' : `[${String(cut)} characters of the row were cut from the prompt.]`;
}
