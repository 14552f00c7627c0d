import type { RunRecord } from '#storage/schema.ts';
import type { OpenRun } from './open-run.ts';

/** Stands for the id of a run that is not stored. */
const UNSAVED = 'unsaved';

/** Marks a run that came from outside. A sample's run is found by its id: that stays our own. */
export function asUnsaved(record: RunRecord): RunRecord {
  const state = record.state === 'complete' ? 'running' : record.state;
  return { ...record, id: UNSAVED, sourceId: '', sampleId: '', state };
}

/** Whether a run came from outside and is not stored. */
export function isUnsaved(record: RunRecord): boolean {
  return record.id === UNSAVED;
}

/**
 * Whether a run was begun since the dataset was opened, and another has all that is in it: what a
 * person thinks of rows is not thrown away.
 */
export function hasAllOf(replaced: OpenRun | undefined, begunId: string, run: RunRecord): boolean {
  if (replaced?.record.id !== begunId) return false;
  return replaced.record.ratings === undefined || run.ratings !== undefined;
}
