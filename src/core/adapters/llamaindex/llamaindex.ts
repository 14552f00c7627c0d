import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { isConversation } from '#core/transcripts/find-conversations.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { messageAdapter, readConversations } from '../message-adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';
import { eventsKey, isEvent, mayBeEvent, readEvents } from './read-events.ts';

const messages = messageAdapter({
  id: 'llamaindex',
  title: 'LlamaIndex workflow',
  isOwn: (message) => hasKey(pickObject(message, 'options'), 'toolCall', 'toolResult'),
});

/** Events and results of LlamaIndex's agent workflows, and the messages of their memory. */
export const llamaindex: Adapter = {
  ...messages,
  recognise: (value) => holdsRun(value) || messages.recognise(value),
  read: (values, options) => {
    if (!values.some(holdsRun)) return messages.read(values, options);
    const reading = new Reading(options);
    const known = new Set<string>();
    const lines = (values as readonly JsonValue[][]).flat(2);
    const isLog = lines.some(isEvent);
    const events = isLog ? lines.filter(mayBeEvent) : [];
    if (isLog) {
      reading.from(events[0] ?? null);
      writeTurns(readEvents(events, reading), {}, reading);
    }
    for (const value of isLog ? lines.filter((line) => !mayBeEvent(line)) : values) {
      const runs = findRecords(value, isRun, true);
      if (!runs.some(isRun)) readConversations([value], reading);
      else for (const run of runs) writeRun(run, value, known, reading);
    }
    return reading.result();
  },
};

function holdsRun(value: JsonValue): boolean {
  return holdsRecord(value, (inner) => isEvent(inner) || isRun(inner));
}

/** A record with the state of a run, or with a list of its events. */
function isRun(value: JsonObject): boolean {
  return stateKey(value) !== undefined || eventsKey(value) !== undefined;
}

/** The messages of a run's memory. */
function memoryOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  const list = pickList(pickObject(pickObject(value, 'state'), 'memory'), 'messages');
  return isConversation(list) ? list : undefined;
}

/** The key under which a record, or the result it has, keeps its state. */
function stateKey(record: JsonObject): string | undefined {
  if (memoryOf(record)) return 'state';
  return Object.keys(record).find((key) => memoryOf(pick(record, key)));
}

/** A memory that several runs share begins with what the earlier ones said. */
function writeRun(
  record: JsonObject,
  value: JsonValue,
  known: Set<string>,
  reading: Reading,
): void {
  reading.from(record, value);
  const key = stateKey(record);
  const listed = eventsKey(record);
  if (key === undefined && listed === undefined) {
    reading.other(record);
    return;
  }
  const memory = memoryOf(record) ?? memoryOf(pick(record, key ?? '')) ?? [];
  const fresh = memory.filter((message) => {
    const id = pickText(message, 'id');
    return id === undefined || (!known.has(id) && Boolean(known.add(id)));
  });
  const entries = listed
    ? readEvents(pickList(record, listed) ?? [], reading)
    : fresh.flatMap((message) => readMessage(message, reading));
  // a result says its answer twice more
  const taken = key === 'state' ? ['state', 'message', 'result'] : [key ?? listed ?? ''];
  writeTurns(entries, recordCells(record, reading, taken), reading);
}
