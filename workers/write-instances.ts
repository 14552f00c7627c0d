import { instanceOf } from '#core/score/custom-metrics/instance.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { Instances, ScoreJob } from './score-job.ts';

/** A batch is scored under one deadline. */
const ROWS_PER_BATCH = 500;
const CHARACTERS_PER_BATCH = 1_000_000;

/** Writes the rows of a part for custom metrics, in batches. */
export class InstanceWriter {
  readonly #roles: ColumnRoles;
  readonly #encoder = new TextEncoder();
  readonly #lists: Uint8Array<ArrayBuffer>[] = [];
  readonly #batches: { rowCount: number; bytes: number }[] = [];
  #rows: string[] = [];
  #characters = 0;

  constructor(roles: ColumnRoles) {
    this.#roles = roles;
  }

  add(record: JsonObject): void {
    const text = printJson(instanceOf(record, this.#roles));
    this.#rows.push(text);
    this.#characters += text.length;
    const isFull = this.#rows.length >= ROWS_PER_BATCH || this.#characters >= CHARACTERS_PER_BATCH;
    if (isFull) this.#endBatch();
  }

  finish(): Instances {
    if (this.#rows.length > 0) this.#endBatch();
    return { json: new Blob(this.#lists), batches: this.#batches };
  }

  #endBatch(): void {
    const list = this.#encoder.encode(this.#rows.join('\n'));
    this.#lists.push(list);
    this.#batches.push({ rowCount: this.#rows.length, bytes: list.length });
    this.#rows = [];
    this.#characters = 0;
  }
}

/**
 * Creates a writer of rows for custom metrics.
 * @returns undefined where no custom metric wants rows
 */
export function instancesFor({ hasCustom, roles }: ScoreJob): InstanceWriter | undefined {
  return hasCustom === true ? new InstanceWriter(roles) : undefined;
}
