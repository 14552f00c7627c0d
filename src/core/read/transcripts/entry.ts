import type { CallFormCode, CallReader, FoundCall } from '#core/calls/read-call.ts';
import type { AdapterNoteCode } from '#core/read/framework/adapter-notes.ts';
import type { NotUnderstood } from '#core/read/framework/adapter.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { StepRecord } from '#core/calls/step.ts';

/** Who wrote a message; `silent` ones are not shown as messages. */
export type Author = 'user' | 'agent' | 'tool' | 'system' | 'silent';

/** A message, with what is recorded of it. */
export interface Said {
  readonly kind: 'user' | 'answer' | 'system';
  /** Empty where a model only asked for calls, and something is recorded of its turn. */
  readonly text: string;
  /** Whether it says why a run broke off. */
  readonly isFailure?: boolean;
  /** Whether a sub-agent wrote it, so that it is no answer to the user. */
  readonly isNested?: boolean;
  readonly record?: StepRecord;
}

/** What a tool returned. */
export interface Result {
  readonly kind: 'result';
  /** The id of the call, or the tool's name where calls have no id; undefined where nothing says. */
  readonly of: string | undefined;
  readonly output: JsonValue | undefined;
  /** What went wrong, `true` where the output says it; undefined where nothing says so. */
  readonly error?: string | true;
  /** When it came, in milliseconds since 1970: a call that says when it began has taken until then. */
  readonly endMs?: number;
  /** What is recorded of the call's running, such as its time. */
  readonly record?: StepRecord;
}

/** What a reader of conversations needs from the reader of the file. */
export interface EntryReader extends CallReader {
  note(code: AdapterNoteCode | CallFormCode, detail?: string, path?: string): void;
  /** A number for calls made at once. */
  readonly parallelNumber: () => number;
}

/** A reader of what is read elsewhere, too, or of which only texts are wanted: it notes nothing. */
export function silentReader(options: EntryReader['options'] = {}): EntryReader {
  let parallel = 0;
  return { options, note: () => undefined, parallelNumber: () => ++parallel };
}

/** Something of an agent that no reader knows, by its type: it may be a call. */
export interface Unread extends NotUnderstood {
  readonly kind: 'unread';
}

/** One thing that happened in a conversation, in the order it happened. */
export type Entry =
  | Said
  | { readonly kind: 'call'; readonly call: FoundCall }
  | Result
  | Unread
  /** A run is over: what follows is another one, even where nobody asked anything. */
  | { readonly kind: 'end' };

/**
 * Marks a call as made by a sub-agent or by another call.
 * @returns the entry; anything but a call as it is
 */
export function nest(entry: Entry): Entry {
  return entry.kind === 'call' ? { ...entry, call: { ...entry.call, isNested: true } } : entry;
}

/** The calls among what happened, in order. */
export function callsIn(entries: readonly Entry[]): readonly FoundCall[] {
  const calls: FoundCall[] = [];
  for (const entry of entries) if (entry.kind === 'call') calls.push(entry.call);
  return calls;
}

/**
 * Marks calls that a model asked for at once: those of one turn of it with no result between them.
 * @param number makes a number that no other calls of the file have
 */
export function together(entries: readonly Entry[], number: () => number): readonly Entry[] {
  if (entries.length < 2 || callsIn(entries).length < 2) return entries;
  const isFree = ({ call }: Extract<Entry, { kind: 'call' }>): boolean =>
    call.output === undefined && call.parallel === undefined;
  const marked = [...entries];
  let places: number[] = [];
  const close = (): void => {
    const parallel = places.length > 1 ? number() : undefined;
    if (parallel !== undefined) {
      for (const place of places) {
        const entry = marked[place];
        if (entry?.kind === 'call') marked[place] = { ...entry, call: { ...entry.call, parallel } };
      }
    }
    places = [];
  };
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'call' && isFree(entry)) places.push(place);
    else if (entry.kind !== 'answer' && entry.kind !== 'unread') close();
  }
  close();
  return marked;
}

/** What two accounts record of the same: the first is right where both say something. */
export function joinRecords(one: StepRecord = {}, other: StepRecord = {}): StepRecord {
  const tokens = one.tokens && other.tokens && { ...other.tokens, ...one.tokens };
  return { ...other, ...one, ...(tokens && { tokens }) };
}

/**
 * Adds what is recorded of a message to what it says; its agent and its model to the calls, too.
 * @returns the entries; where an agent only made calls, and a duration, tokens or cost are recorded
 * of that, one without words before them
 */
export function withRecord(
  entries: readonly Entry[],
  record: StepRecord,
  kind: Said['kind'],
): readonly Entry[] {
  if (Object.keys(record).length === 0) return entries;
  const { agent, model, ...measured } = record;
  const by = { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) };
  const at = entries.findIndex((entry) => entry.kind === kind);
  const marked = entries.map((entry, index): Entry => {
    if (index === at && isSaid(entry))
      return { ...entry, record: joinRecords(entry.record, record) };
    if (entry.kind !== 'call' || Object.keys(by).length === 0) return entry;
    return { ...entry, call: { ...entry.call, record: { ...by, ...entry.call.record } } };
  });
  // who only passes results on says nothing
  const { tokens, cost, durationMs } = measured;
  const isMeasured = (tokens ?? cost ?? durationMs) !== undefined;
  const isWordless = at < 0 && kind === 'answer' && isMeasured;
  return isWordless ? [{ kind, text: '', record }, ...marked] : marked;
}

/** Whether it is a message with text. */
export function isSaid(entry: Entry): entry is Said {
  return entry.kind === 'user' || entry.kind === 'answer' || entry.kind === 'system';
}

/** Whose event of a log something is, and when it was written. */
export interface Stamp {
  readonly agent?: string | undefined;
  /** Milliseconds since 1970. */
  readonly atMs?: number | undefined;
}

/** Adds the agent and the time of a log event to what it holds: a result ends then, all else begins. */
export function stamp(entries: readonly Entry[], { agent, atMs }: Stamp): readonly Entry[] {
  const moment = atMs === undefined ? {} : { startMs: atMs };
  const own = { ...(agent !== undefined && { agent }), ...moment };
  return entries.map((entry): Entry => {
    switch (entry.kind) {
      case 'call':
        return { ...entry, call: { ...entry.call, ...recorded(own, entry.call.record) } };
      case 'result':
        return atMs === undefined ? entry : { ...entry, endMs: atMs };
      case 'unread':
      case 'end':
        return entry;
      case 'answer':
        return { ...entry, ...recorded(own, entry.record) };
      case 'user':
      case 'system':
        return { ...entry, ...recorded(moment, entry.record) };
    }
  });
}

function recorded(own: StepRecord, record: StepRecord | undefined): { record?: StepRecord } {
  const all = { ...own, ...record };
  return Object.keys(all).length === 0 ? {} : { record: all };
}
