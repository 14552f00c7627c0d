/**
 * Scores runs of AI agents: how far an agent's tool calls and answers agree with a reference, and
 * why. The same code as the page and the command, in the caller's thread, without a network.
 * @module
 */
export type { Comparison } from '#core/compare/compare-runs.ts';
export type { JsonObject } from '#core/base/json/json-value.ts';
export { readDataset, type Dataset, type DatasetSource, type ReadOptions } from './dataset.ts';
export { FileUnreadable } from '#engine/score-whole.ts';
export {
  compare,
  explainRow,
  score,
  summarise,
  type Cause,
  type RowExplanation,
  type RunSummary,
  type ScoredRun,
  type ScoreOptions,
  type ScoreExplanation,
} from './scored-run.ts';
