import type { RunRecord } from '#kernel/storage/schema.ts';

/**
 * Has the judges of a run that compared it with another one find that under its new id.
 * @param ids the new ids by the old ones
 */
export function withBaselines(record: RunRecord, ids: ReadonlyMap<string, string>): RunRecord {
  const { settings } = record;
  const judges = settings.judges?.map((judge) => {
    const { baseline } = judge;
    const id = baseline?.kind === 'run' ? ids.get(baseline.id) : undefined;
    return baseline?.kind === 'run' && id !== undefined
      ? { ...judge, baseline: { ...baseline, id } }
      : judge;
  });
  return judges ? { ...record, settings: { ...settings, judges } } : record;
}
