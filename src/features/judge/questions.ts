import {
  readInputs,
  renderPrompt,
  type BaselineRow,
  type RowInputs,
  type RowPrompt,
} from '#core/judge/render-prompt.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { HeldRuns } from '#workers/held-run.ts';

/** Rows to judge. A second run is what they are compared with. */
export interface RowsToJudge {
  readonly rows: readonly number[];
  readonly metric: JudgeMetric;
  /** The row of the second run that belongs to each row, −1 without one. */
  readonly partners?: readonly number[] | undefined;
}

/** Renders the prompts that a judge is sent about each row. */
export function judgePrompts(runs: HeldRuns, asked: RowsToJudge): Promise<RowPrompt[]> {
  return readEach(renderPrompt, runs, asked);
}

/** Reads what a judge sees of each row, for a person who labels it. */
export function judgeInputs(runs: HeldRuns, asked: RowsToJudge): Promise<RowInputs[]> {
  return readEach(readInputs, runs, asked);
}

async function readEach<T>(
  read: (...args: Parameters<typeof renderPrompt>) => T,
  [run, other]: HeldRuns,
  { rows, metric, partners = [] }: RowsToJudge,
): Promise<T[]> {
  const baselines: BaselineRow[] = [];
  await other?.readRows(partners, (record) =>
    baselines.push({ record, roles: other.source.roles }),
  );
  const found: T[] = [];
  await run.readRows(rows, (record, index) =>
    found.push(read(metric, record, run.source.roles, baselines[index])),
  );
  return found;
}
