import { isUnsaved, type OpenRun } from '#kernel/run/open-run.ts';

/** Whether the references of a run can be changed: it has rows, and all of them are scored. */
export function canEdit({ record, roles }: OpenRun): boolean {
  const hasColumn = roles.reference_trajectory ?? roles.reference_trajectories;
  return (
    hasColumn !== undefined &&
    roles.predicted_trajectory !== undefined &&
    (record.state === 'complete' || isUnsaved(record))
  );
}
