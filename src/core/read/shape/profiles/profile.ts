import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { EntryReader } from '#core/read/transcripts/entry.ts';

/** What a profile knows of a record that it rewrites. It is kept apart, as a file may have any key. */
export interface RecordTraits {
  /** Whether it is a run of its own, whatever it holds. */
  readonly isRun?: boolean;
  /** Which turn of its case it is, from 1; undefined where it is the only one. */
  readonly turn?: number | undefined;
  /** Whether its calls are not recorded. */
  readonly lacksCalls?: boolean;
  /** Facts that the end of a session states about the whole, as columns. */
  readonly end?: JsonObject;
}

/** Writes a record in place of an event, whose line it keeps. */
export type WriteRecord = (value: JsonObject, source: JsonValue, as?: RecordTraits) => JsonObject;

/** What a record was read from, and what a profile knows of it. */
export interface Rewritten {
  readonly source: JsonValue;
  readonly as: RecordTraits;
}

/** A record that a profile writes, with what it knows of it. */
export type RecordWithTraits = readonly [record: JsonObject, as: RecordTraits];

/** A list of events that only one framework writes, rewritten as messages, calls and results. */
export interface ListProfile {
  /** Whether an object with some keys may be one of its events; others are not asked for more. */
  readonly hasKeys: (keys: readonly string[]) => boolean;
  /** Whether a value is one of its events, by marks that nobody else writes. */
  readonly isOwn: (value: JsonValue) => boolean;
  /** @param events the events and what is among them, in order */
  readonly rewrite: (
    events: readonly JsonValue[],
    write: WriteRecord,
    out: EntryReader,
  ) => readonly JsonValue[];
}

/** A record that only one framework writes, rewritten as a record with a conversation. */
export interface RecordProfile {
  /** Whether it is a step of a run. */
  readonly isStep?: true;
  /** A key that all of its records have: every object of a file is asked for it. */
  readonly key: string;
  /** Whether a record with the key is one. */
  readonly isOwn: (record: JsonObject) => boolean;
  readonly rewrite: (record: JsonObject) => JsonObject;
}

/** Whether an object with some keys may be a record of any kind, but no message. */
export const isNoMessage = (keys: readonly string[]): boolean => !keys.includes('role');

/**
 * A profile that rewrites each of its records as one or several others, and leaves all else as it is.
 */
export function eachRecord(
  hasKeys: ListProfile['hasKeys'],
  isOwn: (value: JsonValue) => value is JsonObject,
  rewrite: (record: JsonObject) => readonly RecordWithTraits[],
): ListProfile {
  return {
    hasKeys,
    isOwn,
    rewrite: (values, write) =>
      values.flatMap((value): readonly JsonValue[] =>
        isOwn(value) ? rewrite(value).map(([record, as]) => write(record, value, as)) : [value],
      ),
  };
}
