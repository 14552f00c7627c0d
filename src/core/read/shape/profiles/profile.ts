import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';

/** Remembers the event that a value is told instead of, so that its line is known. */
export type Told = (value: JsonObject, source: JsonValue) => JsonObject;

/** A list of events that only one framework writes, told as messages, calls and results. */
export interface ListProfile {
  /** Whether a value is one of its events, by marks that nobody else writes. */
  readonly isOwn: (value: JsonValue) => boolean;
  /** @param events the events and what is among them, in order */
  readonly rewrite: (events: readonly JsonValue[], told: Told) => readonly JsonValue[];
}

/** A record that only one framework writes, told as a record with a conversation. */
export interface RecordProfile {
  /** Whether it is a step of a run. */
  readonly isStep?: true;
  /** A key that all of its records have: every object of a file is asked for it. */
  readonly key: string;
  /** Whether a record with the key is one. */
  readonly isOwn: (record: JsonObject) => boolean;
  readonly rewrite: (record: JsonObject) => JsonObject;
}

/** Marks a record that a profile writes as a run of its own, whatever it holds. */
export const OWN_RUN: JsonObject = { custom_id: null };

/**
 * A profile that tells each of its records as one or several others, and leaves all else as it is.
 */
export function eachRecord(
  isOwn: (value: JsonValue) => value is JsonObject,
  rewrite: (record: JsonObject) => readonly JsonObject[],
): ListProfile {
  return {
    isOwn,
    rewrite: (values, told) =>
      values.flatMap((value): readonly JsonValue[] =>
        isOwn(value) ? rewrite(value).map((record) => told(record, value)) : [value],
      ),
  };
}
