import * as v from 'valibot';
import { UsableMetric } from '#core/score/custom-metrics/custom-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import {
  addCustomScores,
  gatherResults,
  waitingScores,
  type CustomScores,
} from '#core/score/columns/gather-results.ts';
import { readResult, type CustomResult } from '#core/score/custom-metrics/read-result.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Instances } from '#workers/score-job.ts';
import type { IsTrusted, OwnMetricScorer } from '../task-runner.ts';
import { CodeRunner, type CodeAnswer, type Deadlines } from './code-runner.ts';
import { explainPythonError } from './python/explain-python.ts';
import type { OpenSandbox } from './sandbox.ts';

/** Scores rows with custom metrics, each in its own sandbox. */
export class CustomScorer implements OwnMetricScorer {
  readonly #metrics: readonly CustomMetric[];
  readonly #runners = new Map<CustomMetric, MetricRunner>();

  /** @param isTrusted code that is not trusted never runs; its rows are not evaluated */
  constructor(
    metrics: readonly CustomMetric[],
    isTrusted: IsTrusted,
    signal: AbortSignal,
    open: OpenSandbox,
  ) {
    this.#metrics = metrics;
    for (const metric of metrics) {
      if (v.is(UsableMetric, metric) && isTrusted(metric.code)) {
        this.#runners.set(metric, new MetricRunner(metric, signal, open));
      }
    }
  }

  /**
   * Scores the rows of a part.
   * @param onProgress called from time to time with the share done, in [0,1]
   * @returns the rows with a column for each metric
   * @throws AbortError when cancelled; errors of code are in the rows
   */
  async score(
    columns: ScoredColumns,
    instances: Instances,
    onProgress: (share: number) => void,
  ): Promise<ScoredColumns> {
    const scored: CustomScores[] = [];
    for (const metric of this.#metrics) {
      const runner = this.#runners.get(metric);
      const before = scored.length;
      const onRows = (done: number): void =>
        onProgress((before + done / columns.rowCount) / this.#metrics.length);
      scored.push(
        runner
          ? gatherResults(metric, await scoreBatches(runner, instances, onRows))
          : waitingScores(metric, columns.rowCount),
      );
    }
    return addCustomScores(columns, scored);
  }

  close(): void {
    for (const runner of this.#runners.values()) runner.close();
  }
}

async function scoreBatches(
  runner: MetricRunner,
  { json, batches }: Instances,
  onRows: (done: number) => void,
): Promise<readonly CustomResult[]> {
  const results: CustomResult[] = [];
  let at = 0;
  const readNext = (index: number): Promise<ArrayBuffer> | undefined => {
    const batch = batches[index];
    if (!batch) return undefined;
    const bytes = json.slice(at, (at += batch.bytes)).arrayBuffer();
    bytes.catch(() => undefined); // awaited when it is its turn
    return bytes;
  };
  let next = readNext(0);
  for (const [index, { rowCount }] of batches.entries()) {
    const bytes = (await next) ?? new ArrayBuffer();
    next = readNext(index + 1);
    const before = results.length;
    const onDone = (done: number): void => onRows(before + done);
    for (const result of await runner.score(bytes, rowCount, onDone)) results.push(result);
    onRows(results.length);
  }
  return results;
}

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
