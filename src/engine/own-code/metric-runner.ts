import type { CustomMetric } from '#core/score/metric/settings.ts';
import { readResult, type CustomResult } from '#core/score/custom-metrics/read-result.ts';
import { CodeRunner, type CodeAnswer, type Deadlines } from './code-runner.ts';
import { explainPythonError } from './python/explain-python.ts';
import type { OpenSandbox } from './sandbox.ts';

type RunnableMetric = Pick<CustomMetric, 'name' | 'code' | 'language' | 'scale'>;

/** Runs one metric's code on rows. */
export class MetricRunner {
  readonly #metric: RunnableMetric;
  readonly #runner: CodeRunner;

  /** @param deadlines time limits of the code */
  constructor(
    metric: RunnableMetric,
    signal: AbortSignal,
    open: OpenSandbox,
    deadlines?: Deadlines,
  ) {
    this.#metric = metric;
    const { code, name, language } = metric;
    this.#runner = new CodeRunner({ code, name, language }, signal, open, deadlines);
  }

  /**
   * Scores a batch of rows.
   * @param bytes rows as JSON lines in UTF-8; transferred
   * @throws AbortError when cancelled
   */
  async score(
    bytes: ArrayBuffer,
    rowCount: number,
    onRows?: (done: number) => void,
  ): Promise<readonly CustomResult[]> {
    const answers = await this.#runner.run(bytes, rowCount, onRows);
    return answers.map((answer) => this.#check(answer));
  }

  close(): void {
    this.#runner.close();
  }

  #check(answer: CodeAnswer): CustomResult {
    if (answer.kind === 'error') return answer;
    const result = readResult(answer.value, this.#metric);
    if (result.kind !== 'error' || result.line === undefined) return result;
    const { message, column } = result;
    if (this.#metric.language === 'python')
      return { kind: 'error', ...explainPythonError(message, result.line, this.#metric.code) };
    const line = this.#runner.lineOf(result.line);
    const place = line === undefined ? {} : { line, ...(column !== undefined && { column }) };
    return { kind: 'error', message, ...place };
  }
}
