import {
  isJsonObject,
  isJsonList,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import { readMessage, readMessages } from '#core/read/transcripts/read-message.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { shape } from '#core/read/shape/shape.ts';
import { holdsRecord, recordsAndOthers } from './record-adapter.ts';
import { noteUnitsTo } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { together, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { callEntries, say } from '#core/read/transcripts/read-part.ts';

/** Events and results of LlamaIndex's agent workflows, and the messages of their memory. */
export const llamaindex: Adapter = {
  id: 'llamaindex',
  title: 'LlamaIndex workflow',
  recognise: holdsRun,
  read: (values, out) => {
    const known = new Set<string>();
    const lines = (values as readonly JsonValue[][]).flat(2);
    const isLog = lines.some(isEvent);
    const events = isLog ? lines.filter(mayBeEvent) : [];
    if (isLog) {
      out.from(events[0] ?? null);
      writeTurns(readEvents(events, out), {}, out);
    }
    for (const value of isLog ? lines.filter((line) => !mayBeEvent(line)) : values) {
      const records = recordsAndOthers(value, isRun);
      if (!records.some(isRunRecord)) shape.read([value], out);
      else for (const record of records) writeRun(record, value, known, out);
    }
  },
};

function holdsRun(value: JsonValue): boolean {
  return holdsRecord(value, (inner) => isEvent(inner) || isRun(inner));
}

/** A record with the state of a run, or with a list of its events. */
function isRun(value: JsonObject): boolean {
  return stateKey(value) !== undefined || eventsKey(value) !== undefined;
}

function isRunRecord(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && isRun(value);
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
function writeRun(record: JsonValue, value: JsonValue, known: Set<string>, out: Collector): void {
  out.from(record, value);
  if (!isRunRecord(record)) {
    out.other(record);
    return;
  }
  const key = stateKey(record);
  const listed = eventsKey(record);
  const memory = memoryOf(record) ?? memoryOf(pick(record, key ?? '')) ?? [];
  const fresh = memory.filter((message) => {
    const id = pickText(message, 'id');
    return id === undefined || (!known.has(id) && Boolean(known.add(id)));
  });
  const entries = listed
    ? readEvents(pickList(record, listed) ?? [], out)
    : readMessages(fresh, out);
  // a result says its answer twice more
  const taken = key === 'state' ? ['state', 'message', 'result'] : [key ?? listed ?? ''];
  writeTurns(entries, recordCells(record, out, taken), out);
}

/** Names of events that a program writes beside their data; those of other workflows are its own. */
const NAME =
  /^(Agent(Input|Setup|Stream|Output|Step|ToolCall|ToolCallResult)|(Start|Stop)(Agent)?)(Event)?$/;

/** Whether a value is an event of an agent's workflow. */
function isEvent(value: JsonValue): boolean {
  const data = dataOf(value);
  const isOfAgent = hasKey(data, 'currentAgentName', 'current_agent_name');
  const isResult = hasKey(data, 'toolOutput', 'tool_output') && toolIn(data) !== undefined;
  return (isOfAgent && hasKey(data, 'response', 'input')) || isResult;
}

/** Whether a value is an event, also one with a name alone that says so, or a call. */
function mayBeEvent(value: JsonValue): boolean {
  const name = pickText(value, 'event', 'type', 'name', 'qualified_name')?.split('.').at(-1);
  const isNamed = NAME.test(name ?? '') && dataOf(value) !== value;
  return isEvent(value) || isNamed || (hasKey(value, 'agentName') && toolIn(value) !== undefined);
}

/** The data of an event, out of what a program or Python's serializer wraps it in. */
function dataOf(value: JsonValue): JsonValue {
  return pickObject(value, 'data', 'value') ?? value;
}

function toolIn(data: JsonValue): string | undefined {
  return hasKey(data, 'toolKwargs', 'tool_kwargs')
    ? pickText(data, 'toolName', 'tool_name')
    : undefined;
}

/** Reads the events of one run after another. An answer that calls nothing ends a run. */
function readEvents(events: readonly JsonValue[], out: Collector): readonly Entry[] {
  const known = new Set<string>();
  let isBegun = false;
  return events.flatMap((event) => {
    const data = dataOf(event);
    if (!isJsonObject(data)) return [];
    const entries = readEvent(data, isBegun, out).filter((entry) => isNew(entry, known));
    const isOver = entries.some(({ kind }) => kind === 'end');
    if (isOver) known.clear();
    isBegun = !isOver && (isBegun || entries.length > 0);
    return entries;
  });
}

function isNew(entry: Entry, known: Set<string>): boolean {
  const id = entry.kind === 'call' ? entry.call.id : undefined;
  if (id === undefined) return true;
  return !known.has(id) && Boolean(known.add(id));
}

function readEvent(data: JsonObject, isBegun: boolean, out: Collector): readonly Entry[] {
  const asked = pickText(data, 'userInput', 'user_input', 'user_msg');
  if (asked !== undefined) return say(asked, 'user');
  if (toolIn(data) !== undefined) return readTool(data, out);
  const response = pickObject(data, 'response');
  if (response && hasKey(data, 'currentAgentName', 'current_agent_name'))
    return readOutput(response, data, out);
  const input = pickList(data, 'input');
  // what an agent is given later on begins with the same question
  if (!input || isBegun) return [];
  return readMessages(input, out)
    .filter(({ kind }) => kind === 'user')
    .slice(-1);
}

function readTool(data: JsonObject, out: Collector): readonly Entry[] {
  const output = pickObject(data, 'toolOutput', 'tool_output');
  if (!output) return readCalls([data], out);
  const of = pickText(data, 'toolId', 'tool_id');
  const isError = pick(output, 'isError', 'is_error') === true;
  const raw = isError ? undefined : (pick(data, 'raw') ?? pick(output, 'raw_output'));
  const result = raw ?? pick(output, 'result', 'content');
  const error = isError ? { error: true as const } : {};
  return [...readCalls([data], out), { kind: 'result', of, output: result, ...error }];
}

function readOutput(response: JsonObject, data: JsonObject, out: Collector): readonly Entry[] {
  const said = readMessage(response, out);
  const listed = pickList(data, 'toolCalls', 'tool_calls');
  const calls = listed ? readCalls(listed, out) : said.filter(({ kind }) => kind === 'call');
  const answer = said.filter(({ kind }) => kind === 'answer');
  const done = together(calls, out.parallelNumber);
  const onUnit = noteUnitsTo(out);
  const raw = readStepRecord(pick(data, 'raw') ?? null, onUnit);
  const turn = withRecord(
    [...answer, ...done],
    { ...raw, ...readStepRecord(data, onUnit) },
    'answer',
  );
  return done.length > 0 ? turn : [...turn, { kind: 'end' }];
}

function readCalls(list: readonly JsonValue[], out: Collector): readonly Entry[] {
  return list.flatMap((item) => {
    const id = pickText(item, 'toolId', 'tool_id');
    const own = { output: undefined };
    return callEntries([item], out, (call) => ({ ...call, id: call.id ?? id, ...own }));
  });
}

/** Finds a list of events in a record. */
function eventsKey(record: JsonObject): string | undefined {
  return Object.keys(record).find((key) => {
    const list = pick(record, key);
    return isJsonList(list) && list.some(isEvent);
  });
}
