import type { CustomMetric } from '#core/custom-metrics/custom-metric.ts';
import { buildProgram, explainCodeError, type Program } from '#core/custom-metrics/program.ts';
import { readResult, type CustomResult } from '#core/custom-metrics/read-result.ts';
import { Sandbox, SandboxLost } from '#sandbox/sandbox.ts';
import WORKER from '#sandbox/worker.js?raw';

type RunnableMetric = Pick<CustomMetric, 'name' | 'code' | 'scale'>;
type CustomError = Extract<CustomResult, { kind: 'error' }>;

/** How long code may take before it counts as hung. */
export interface Deadlines {
  /** Until it waits for rows, on a slow machine too. */
  readonly startMs: number;
  readonly batchMs: number;
  /** After a batch has hung, its rows are tried one by one. */
  readonly rowMs: number;
  /** So many rows that hang end the metric: each costs its deadline. */
  readonly mostHung: number;
}

const DEADLINES: Deadlines = { startMs: 10_000, batchMs: 5000, rowMs: 1000, mostHung: 3 };
const PATIENCE_MS = 500;

/** Runs one metric's code on rows; a sandbox that is lost is replaced. */
export class MetricRunner {
  readonly #metric: RunnableMetric;
  readonly #program: Program;
  readonly #signal: AbortSignal;
  readonly #deadlines: Deadlines;
  #sandbox: Promise<Sandbox> | undefined;
  #hung = 0;
  /** Set once nothing more is to be tried. */
  #ended: CustomError | undefined;

  /**
   * @param metric the metric
   * @param signal cancels everything
   * @param deadlines how long its code may take
   */
  constructor(metric: RunnableMetric, signal: AbortSignal, deadlines = DEADLINES) {
    this.#deadlines = deadlines;
    this.#metric = metric;
    this.#program = buildProgram(WORKER, metric.code, metric.name);
    this.#signal = signal;
    signal.addEventListener('abort', () => this.close());
  }

  /**
   * Scores a batch of rows.
   * @param bytes a JSON list of rows as UTF-8; handed over
   * @param rowCount how many rows these are
   * @returns a checked result for each row
   * @throws AbortError when cancelled
   */
  async score(bytes: ArrayBuffer, rowCount: number): Promise<readonly CustomResult[]> {
    if (this.#ended) return repeat(this.#ended, rowCount);
    // what is handed over is gone, and a batch that hangs is needed again
    const copy = bytes.slice();
    const answers = await this.#try(bytes, rowCount, this.#deadlines.batchMs);
    if (answers === 'lost') return rowCount === 1 ? [this.#noteHung()] : this.#scoreOneByOne(copy);
    return 'kind' in answers ? repeat(answers, rowCount) : this.#check(answers);
  }

  close(): void {
    this.#sandbox?.then(
      (sandbox) => sandbox.close(),
      () => undefined,
    );
    this.#sandbox = undefined;
  }

  async #scoreOneByOne(bytes: ArrayBuffer): Promise<readonly CustomResult[]> {
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as readonly unknown[];
    const encoder = new TextEncoder();
    const results: CustomResult[] = [];
    for (const row of rows) {
      if (this.#ended) {
        results.push(this.#ended);
        continue;
      }
      const { buffer } = encoder.encode(JSON.stringify([row]));
      const answers = await this.#try(buffer, 1, this.#deadlines.rowMs);
      if (answers === 'lost') results.push(this.#noteHung());
      else if ('kind' in answers) results.push(answers);
      else results.push(...this.#check(answers));
    }
    return results;
  }

  /** Answers of all rows; the error that every row has; or the sandbox hung or answered nonsense. */
  async #try(
    bytes: ArrayBuffer,
    rowCount: number,
    deadlineMs: number,
  ): Promise<readonly unknown[] | CustomError | 'lost'> {
    try {
      this.#sandbox ??= Sandbox.open(this.#program.text, this.#deadlines.startMs, this.#signal);
      const sandbox = await this.#sandbox;
      return await sandbox.run({ bytes, rowCount, deadlineMs, patienceMs: PATIENCE_MS });
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof SandboxLost)) throw error;
      const hasStarted = await this.#hasStarted();
      this.close();
      if (hasStarted) return 'lost';
      return (this.#ended = this.#explainStart(error));
    }
  }

  /** Whether the sandbox came as far as waiting for rows. */
  async #hasStarted(): Promise<boolean> {
    return (
      this.#sandbox?.then(
        () => true,
        () => false,
      ) ?? false
    );
  }

  #explainStart({ loss }: SandboxLost): CustomError {
    if (loss.how === 'no_function') return fail(NO_FUNCTION);
    if (loss.how !== 'broken')
      return fail(`The code did not come to its end within ${this.#deadlines.startMs / 1000} s.`);
    const { message, line } = explainCodeError(
      loss.message,
      loss.line,
      this.#program,
      this.#metric.code,
    );
    return line === undefined ? fail(message) : { ...fail(message), line };
  }

  #noteHung(): CustomError {
    const { rowMs, mostHung } = this.#deadlines;
    if (++this.#hung >= mostHung) {
      this.#ended = fail(`Not run: ${mostHung} rows before this one gave no result in time.`);
    }
    return fail(`Gave no result within ${rowMs / 1000} s and was stopped.`);
  }

  #check(answers: readonly unknown[]): readonly CustomResult[] {
    return answers.map((answer) => {
      const result = readResult(answer, this.#metric);
      if (result.kind !== 'error' || result.line === undefined) return result;
      const { linesBefore } = this.#program;
      const line = result.line - linesBefore;
      const lineCount = this.#metric.code.split('\n').length;
      const { message } = result;
      return line > 0 && line <= lineCount ? { ...fail(message), line } : fail(message);
    });
  }
}

const NO_FUNCTION = 'No function is declared: write one that takes a row and gives its score.';

function fail(message: string): CustomError {
  return { kind: 'error', message };
}

function repeat(error: CustomError, count: number): readonly CustomResult[] {
  return new Array<CustomResult>(count).fill(error);
}
