import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { RunRecord } from '#engine/run-file/records.ts';

/** Whether two runs differ in nothing but when they were scored and how they are stored. */
export function isSameRun(a: RunRecord, b: RunRecord): boolean {
  const told = ({ digest, taskSet, mentionsPatterns, ...run }: RunRecord): JsonValue => {
    const stored = { id: '', createdAtMs: 0, state: '', chunkCount: 0, sourceId: '' };
    return JSON.parse(JSON.stringify({ ...run, ...stored })) as JsonValue;
  };
  return a.state === 'complete' && a.id !== b.id && isJsonEqual(told(a), told(b));
}
