import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { pickList, pickText, unwrapEncoded } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import type { Reading } from '../reading.ts';
import { isResult, isStep, readSteps, splitSteps } from './steps.ts';
import { isEvent, readEvents, splitEvents } from './stream.ts';

/** A run and the record it belongs to: its result, or a person's own around it. */
export interface Run {
  /** Its steps or events. */
  readonly parts: readonly JsonValue[];
  readonly read: (parts: readonly JsonValue[], reading: Reading) => readonly Entry[];
  /** Undefined where steps or events stand alone. */
  readonly record: JsonObject | undefined;
  /** Keys of the record that say what the parts say. */
  readonly taken: readonly string[];
}

/** What a file holds, in order: runs, and the values among them that are none. */
export type Found = Run | { readonly other: JsonValue };

const DEPTH = 5;

/** Keys of a result that repeat what its steps say. */
const RESULT_KEYS = [
  ...['steps', 'content', 'toolCalls', 'toolResults', 'request', 'response'],
  ...['staticToolCalls', 'staticToolResults', 'dynamicToolCalls', 'dynamicToolResults'],
];

/**
 * Finds the runs in a value.
 * @param value results, records with one, steps, events, or lists and objects of these
 * @param depth levels looked through
 * @returns the runs and what stands in a list with them; nothing where there is no run
 */
export function findRuns(value: JsonValue, depth = DEPTH): readonly Found[] {
  if (isStep(value)) return [{ parts: [value], read: readSteps, record: undefined, taken: [] }];
  if (isJsonObject(value) && isResult(value)) {
    const steps = pickList(value, 'steps') ?? [];
    return [{ parts: steps, read: readSteps, record: value, taken: RESULT_KEYS }];
  }
  if (depth === 0) return [];
  if (isJsonList(value)) return findInList(value, depth - 1);
  return isJsonObject(value) ? findInRecord(value, depth - 1) : [];
}

/** Steps and events that stand one after another are runs; whatever else is there is looked into. */
function findInList(list: readonly JsonValue[], depth: number): readonly Found[] {
  const isStream = list.some(isEvent);
  const isPart = isStream ? hasType : isStep;
  const parts = list.filter(isPart);
  const rest = list.filter((item) => !isPart(item));
  const found = rest.map((item) => findRuns(unwrapEncoded(item), depth));
  if (parts.length === 0 && found.every((inner) => inner.length === 0)) return [];
  const read = isStream ? readEvents : readSteps;
  const runs = (isStream ? splitEvents : splitSteps)(parts);
  return [
    ...runs.map((run) => ({ parts: run, read, record: undefined, taken: [] })),
    ...rest.flatMap((item, index) => (found[index]?.[0] ? found[index] : [{ other: item }])),
  ];
}

function hasType(value: JsonValue): boolean {
  return pickText(value, 'type') !== undefined;
}

/** A record with one result is what belongs to it; one with lists of results is a wrapper. */
function findInRecord(record: JsonObject, depth: number): readonly Found[] {
  const found = Object.entries(record).flatMap(([key, inner]) => {
    const runs = findRuns(unwrapEncoded(inner), depth);
    return runs.length > 0 ? [{ key, inner, runs }] : [];
  });
  const [only, ...others] = found;
  if (!only) return [];
  const isWrapper =
    isJsonList(only.inner) && only.runs.some((run) => 'record' in run && run.record);
  if (others.length > 0 || isWrapper) return found.flatMap(({ runs }) => runs);
  return only.runs.map((run) => ('other' in run ? run : { ...run, record, taken: [only.key] }));
}
