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
    const whole = chunksOf(values);
    if (whole) writeRuns(whole, undefined, reading);
    else for (const value of values) readValue(value, reading);
    return reading.result();
  },
};

function readValue(value: JsonValue, reading: Reading): void {
  const found = streamIn(value);
  reading.from(value);
  if (!found) reading.note('record_unread');
  else writeRuns(found.chunks, found.record, reading);
}

/** A stream, and the record in which a program kept it. */
interface Stream {
  readonly chunks: readonly Chunk[];
  readonly record: JsonObject | undefined;
}

function streamIn(value: JsonValue): Stream | undefined {
  if (isJsonList(value)) {
    const chunks = chunksOf(value);
    return chunks && { chunks, record: undefined };
  }
  if (!isJsonObject(value)) return undefined;
  for (const cell of Object.values(value)) {
    const chunks = isJsonList(cell) ? chunksOf(cell) : undefined;
    if (chunks) return { chunks, record: value };
  }
  return undefined;
}

/** The pieces of a stream. One alone is a record like any other, and states need not be of one run. */
function chunksOf(list: readonly JsonValue[]): readonly Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (const item of list) {
    const chunk = openChunk(item);
    if (chunk === undefined) return undefined;
    if (chunk !== 'silent') chunks.push(chunk);
  }
  if (chunks.length < 2) return undefined;
  const areStates = chunks.every(({ mode }) => mode === 'values');
  return !areStates || haveRepeats(chunks) ? chunks : undefined;
}

function haveRepeats(chunks: readonly Chunk[]): boolean {
  return chunks.some(({ value }, index) => {
    const messages = messagesOfState(value);
    const before = messagesOfState(chunks[index - 1]?.value ?? null);
    if (!messages || !before) return false;
    return goesOn(before, messages) || goesOn(messages, before);
  });
}

function writeRuns(
  chunks: readonly Chunk[],
  record: JsonObject | undefined,
  reading: Reading,
): void {
  for (const run of readRuns(chunks)) {
    reading.from(run.origin, ...(record ? [record] : []));
    const known = new Set<string>();
    const entries = run.messages
      .flatMap((message) => readMessage(message, reading))
      .filter((entry) => isNew(entry, known));
    writeTurns(entries, recordCells(record ?? run.record, reading), reading);
  }
}

/** Messages without ids come again in what follows them; a call has one. */
function isNew(entry: Entry, known: Set<string>): boolean {
  if (entry.kind !== 'call' || entry.call.id === undefined) return true;
  return !known.has(entry.call.id) && Boolean(known.add(entry.call.id));
}
