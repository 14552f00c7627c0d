import * as v from 'valibot';
import { count, type Shape } from '#core/base/json/json-shape.ts';
import { hashBytes, hashTextWide } from '#core/base/json/equal-json.ts';
import type { ScoredColumns } from './scored-columns.ts';

/** The schema of {@link TaskSet}. */
export const TaskSet = v.object({
  /** Distinct tasks: trials of one task count once. */
  count,
  /** Hash of the ids; where rows have none, of prompts and references. */
  ids: v.string(),
  /** Hash of prompts and references; with many tasks, of a sample. */
  content: v.string(),
});

/** Identifies the tasks of a run: equal for any predictions, row order and format. */
export type TaskSet = Shape<typeof TaskSet>;

/** The tasks of some rows, and a sample for hashing their content. */
export interface Tasks {
  /** A key for each task, ascending. */
  readonly keys: Float64Array;
  /** The first row of each task in the sample, by key, in the order of rows. */
  readonly sample: ReadonlyMap<number, number>;
}

/** With up to this many tasks, every prompt and reference is hashed. */
const MAX_READ = 256;
/** With more, only a sample: reading a large run again would cost as much as scoring it. */
const SAMPLE = 64;
/** The keys of these first rows tell which keys can be in the sample. */
const FIRST_ROWS = 16_384;

/** The content key of a row with neither prompt nor reference. */
const BLANK = hashTextWide('\u0000');

/** Finds the tasks of rows. */
export function tasksOf({
  idKeys,
  contentKeys,
}: Pick<ScoredColumns, 'idKeys' | 'contentKeys'>): Tasks {
  const keyOfRow = idKeys.map((id, row) => (Number.isNaN(id) ? (contentKeys[row] as number) : id));
  return { keys: distinct(keyOfRow.slice().sort()), sample: sampleTasks(keyOfRow) };
}

/** Samples the tasks with the smallest keys, whatever the order of rows, without sorting all. */
export function sampleTasks(keyOfRow: Float64Array): Tasks['sample'] {
  const first = distinct(keyOfRow.slice(0, FIRST_ROWS).sort());
  const bound = first[MAX_READ] ?? Infinity;
  const keys = distinct(keyOfRow.filter((key) => !(key > bound)).sort());
  const last = keys[(keys.length <= MAX_READ ? keys.length : SAMPLE) - 1] ?? -1;
  const sample = new Map<number, number>();
  for (let row = 0; row < keyOfRow.length; row++) {
    const key = keyOfRow[row] as number;
    if (key <= last && !sample.has(key)) sample.set(key, row);
  }
  return sample;
}

/** Drops repeated numbers from a sorted array, in place. */
function distinct(sorted: Float64Array): Float64Array {
  let count = 0;
  for (let place = 0; place < sorted.length; place++) {
    const key = sorted[place] as number;
    if (count === 0 || key !== sorted[count - 1]) sorted[count++] = key;
  }
  return sorted.subarray(0, count);
}

/** Hashes ids and content of tasks; undefined where neither is recorded. */
export function nameTasks(
  tasks: Tasks,
  contentAt: ReadonlyMap<number, number>,
): TaskSet | undefined {
  const { keys, sample } = tasks;
  const rows = [...sample].sort(([a], [b]) => a - b).map(([, row]) => row);
  const contents = Float64Array.from(rows, (row) => contentAt.get(row) ?? BLANK);
  if (contents.every((key) => key === BLANK)) return undefined;
  return { count: keys.length, ids: nameOf(keys), content: nameOf(contents) };
}

function nameOf(keys: Float64Array): string {
  const bytes = new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);
  return [1, 2].map((seed) => hashBytes(bytes, seed).toString(16).padStart(8, '0')).join('');
}
