import { setOwn, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { pick } from '#core/base/json/pick.ts';
import type { Collector, Origin } from '#core/read/framework/adapter.ts';
import { divideRecords } from '#core/read/transcripts/find-records.ts';

/** All that the records of one id say, whichever file they come from. */
export interface Case<Part extends string> {
  readonly id: JsonValue | undefined;
  /** What is asked, and what is expected. */
  readonly task: Partial<Record<Part, JsonObject>>;
  /** What was answered; several answers are several rows. */
  readonly answers: Answer[];
  readonly origin: Origin;
}

interface Answer {
  readonly record: JsonObject;
  readonly origin: Origin;
}

/**
 * Joins the records inside values by their ids. A part of a task that comes again under its id begins
 * another case.
 * @param partOf what a record brings to its case; undefined for other records
 */
export function gatherCases<Part extends string>(
  values: readonly JsonValue[],
  partOf: (record: JsonObject) => Part | 'answers' | undefined,
): { readonly cases: readonly Case<Part>[]; readonly others: readonly JsonValue[] } {
  const cases: Case<Part>[] = [];
  const byId = new Map<string, Case<Part>>();
  const isRecord = (value: JsonObject): boolean => partOf(value) !== undefined;
  const { records, others } = divideRecords(values, isRecord);
  for (const [record, origin] of records) {
    const part = partOf(record);
    const id = pick(record, 'id');
    const key = typeof id === 'object' ? printJson(id) : String(id);
    const known = byId.get(key);
    const isTaken = part !== 'answers' && part !== undefined && known?.task[part] !== undefined;
    const one: Case<Part> = known && !isTaken ? known : { id, task: {}, answers: [], origin };
    if (one !== known) cases.push(one);
    byId.set(key, one);
    if (part === 'answers') one.answers.push({ record, origin });
    else if (part !== undefined) one.task[part] = record;
  }
  return { cases, others };
}

/**
 * Writes each answer of a case, or its task where there is none.
 * @param write is given all that the records of a row have, too
 */
export function writeCases<Part extends string>(
  cases: readonly Case<Part>[],
  out: Collector,
  write: (one: Case<Part>, answer: JsonObject | undefined, record: JsonObject) => void,
): void {
  for (const one of cases) {
    const answers = one.answers.length > 0 ? one.answers : [undefined];
    for (const answer of answers) {
      out.from(...(answer?.origin ?? one.origin));
      const all: Record<string, JsonValue> = {};
      for (const record of [...Object.values<JsonObject | undefined>(one.task), answer?.record])
        for (const [key, cell] of Object.entries(record ?? {})) setOwn(all, key, cell);
      write(one, answer?.record, all);
    }
  }
}
