/**
 * Scores runs of AI agents: how far an agent's tool calls and answers agree with a reference, and
 * why. The same code as the page and the command, in the caller's thread, without a network.
 * @module
 */
export type { Comparison } from '#core/compare/compare-runs.ts';
export type { JsonObject } from '#core/base/json/json-value.ts';
export { readDataset, type Dataset, type DatasetSource, type ReadOptions } from './dataset.ts';
export { FileUnreadable } from '#engine/score-whole.ts';
export { score, type ScoredRun, type ScoreOptions } from './score-api.ts';
export {
  compare,
  explainRow,
  summarise,
  type Cause,
  type RowExplanation,
  type RunSummary,
  type ScoreExplanation,
} from './results.ts';
