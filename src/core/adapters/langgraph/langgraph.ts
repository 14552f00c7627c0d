import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';
import { messagesOfState, openChunk, type Chunk } from './open-chunk.ts';
import { goesOn, readRuns } from './read-runs.ts';

/** What LangGraph streams while it runs, in any of its modes, and the history of a thread. */
export const langgraph: Adapter = {
  id: 'langgraph',
  title: 'LangGraph stream',
  recognise: (value) => streamIn(value) !== undefined,
  read: (values, options) => {
    const reading = new Reading(options);
    const whole = streamOf(values);
    if (whole) writeRuns(whole, undefined, reading);
    else for (const value of values) readValue(value, reading);
    return reading.result();
  },
};

function readValue(value: JsonValue, reading: Reading): void {
  const found = streamIn(value);
  reading.from(value);
  if (found) writeRuns(found.stream, found.holder, reading);
  else if (isJsonObject(value)) reading.other(value);
  else reading.note('record_unread');
}

/** The pieces of a stream, and what stands among them. */
interface Stream {
  readonly chunks: readonly Chunk[];
  readonly others: readonly JsonValue[];
}

/** The record in which a program kept a stream, and the key of it. */
interface Holder {
  readonly record: JsonObject;
  readonly key: string;
}

function streamIn(
  value: JsonValue,
): { readonly stream: Stream; readonly holder: Holder | undefined } | undefined {
  if (isJsonList(value)) {
    const stream = streamOf(value);
    return stream && { stream, holder: undefined };
  }
  if (!isJsonObject(value)) return undefined;
  for (const [key, cell] of Object.entries(value)) {
    const stream = isJsonList(cell) ? streamOf(cell) : undefined;
    if (stream) return { stream, holder: { record: value, key } };
  }
  return undefined;
}

/** One piece alone is a record like any other, and states need not be of one run. */
function streamOf(list: readonly JsonValue[]): Stream | undefined {
  const chunks: Chunk[] = [];
  const others: JsonValue[] = [];
  for (const item of list) {
    const chunk = openChunk(item);
    if (chunk === undefined) others.push(item);
    else if (chunk !== 'silent') chunks.push(chunk);
  }
  if (chunks.length < 2 || others.length >= chunks.length) return undefined;
  const areStates = chunks.every(({ mode }) => mode === 'values');
  if (areStates && !haveRepeats(chunks)) return undefined;
  // the state of a graph need not hold messages
  return readRuns(chunks).length > 0 ? { chunks, others } : undefined;
}

function haveRepeats(chunks: readonly Chunk[]): boolean {
  return chunks.some(({ value }, index) => {
    const messages = messagesOfState(value);
    const before = messagesOfState(chunks[index - 1]?.value ?? null);
    if (!messages || !before) return false;
    return goesOn(before, messages) || goesOn(messages, before);
  });
}

/** What a state says beside its messages, and what is kept about it. */
const STATE_KEYS = [
  ...['messages', 'values', 'next', 'config', 'metadata', 'tasks', 'interrupts'],
  ...['createdAt', 'created_at', 'parentConfig', 'parent_config', 'parent_checkpoint'],
  ...['checkpoint', 'checkpoint_id', 'parent_checkpoint_id', '__interrupt__'],
];

function writeRuns({ chunks, others }: Stream, holder: Holder | undefined, reading: Reading): void {
  for (const run of readRuns(chunks)) {
    reading.from(run.origin, ...(holder ? [holder.record] : []));
    const known = new Set<string>();
    const entries = run.messages
      .flatMap((message) => readMessage(message, reading))
      .filter((entry) => isNew(entry, known));
    const cells = holder
      ? recordCells(holder.record, reading, [holder.key])
      : recordCells(run.record, reading, STATE_KEYS);
    writeTurns(entries, cells, reading);
  }
  for (const other of others) {
    reading.from(other);
    reading.unread(other);
  }
}

/** Messages without ids come again in what follows them; a call has one. */
function isNew(entry: Entry, known: Set<string>): boolean {
  if (entry.kind !== 'call' || entry.call.id === undefined) return true;
  return !known.has(entry.call.id) && Boolean(known.add(entry.call.id));
}
