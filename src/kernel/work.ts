// All that the kernel does beyond what the top bar needs; it loads with the playground.
export { proxy, releaseProxy, wrap } from 'comlink';
export { is } from 'valibot';
export { fullMarks } from '#core/score/metrics/registry.ts';
export { decidingOf } from '#core/explain/summary/headline.ts';
export { saveChanges, storeOpen, takeStored, withChangesSince } from './run/run-changes.ts';
export { rememberReading, Scoring } from './run/scoring.ts';
export { keepRun, OpeningRun, toOpenRun } from './run/stored-form.ts';
export { DraftRecord } from './storage/schema.ts';
export { StoredRuns } from './storage/stored-runs.ts';
export {
  reportBrokenOff,
  reportCancelled,
  reportNoRows,
  reportReplaced,
  reportRowsLost,
  reportTrouble,
  reportUnopened,
} from './report-notices.ts';
export { readParquet } from './worker/parquet-client.ts';
export { RunHolder } from './worker/run-holder.ts';
