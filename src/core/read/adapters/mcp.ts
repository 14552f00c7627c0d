import { millisecondsOf } from '#core/calls/moment.ts';
import { readCall } from '#core/calls/read-call.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { stamp, type Entry } from '#core/read/transcripts/entry.ts';
import { aboutResult } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';

/** Where logs say when something was sent. */
const TIMES = ['timestamp', 'time', 'ts', 't', '@timestamp', 'datetime', 'date', 'at'];

/**
 * Logs of the Model Context Protocol: requests and answers that share an id, bare or in the records
 * of a log that says when and which way each was sent.
 */
export const mcp: Adapter = {
  id: 'mcp',
  title: 'MCP log',
  recognise: (value) => messagesIn(value).some(isCall),
  read: (values, out) => {
    const records = values.flatMap((item) => (isJsonList(item) ? item : [item]));
    out.from(...values.slice(0, 1));
    writeTurns(readLog(records, out), { tool_declarations: offeredTools(records) }, out);
    for (const value of records) {
      if (messageIn(value).length > 0) continue;
      out.from(value);
      out.unread(value);
    }
  },
};

/** The messages of a value: itself, its items, or what a record holds under any key. */
function messagesIn(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value.flatMap(messageIn);
  return messageIn(value);
}

function messageIn(value: JsonValue): readonly JsonValue[] {
  if (isMessage(value)) return [value];
  if (!isJsonObject(value)) return [];
  return Object.values(value).flatMap((cell) => {
    const inner = mayBeMessage(cell) ? unwrapEncoded(cell) : cell;
    return isMessage(inner) ? [inner] : [];
  });
}

/** Whether a text is worth parsing. */
function mayBeMessage(cell: JsonValue): boolean {
  return typeof cell === 'string' && cell.startsWith('{') && cell.includes('"jsonrpc"');
}

function isMessage(value: JsonValue): boolean {
  return pick(value, 'jsonrpc') === '2.0';
}

function isCall(message: JsonValue): boolean {
  return pick(message, 'method') === 'tools/call';
}

/** The tools that a server says it has: a list may come in pages, and again when it has changed. */
function offeredTools(records: readonly JsonValue[]): readonly JsonValue[] | undefined {
  const tools = records.flatMap(messageIn).flatMap((message) => {
    const listed = pickList(pickObject(message, 'result'), 'tools') ?? [];
    return listed.flatMap((tool): [string, JsonValue][] => {
      const name = pickText(tool, 'name');
      return name === undefined || !hasKey(tool, 'inputSchema') ? [] : [[name, tool]];
    });
  });
  return tools.length === 0 ? undefined : [...new Map(tools).values()];
}

/** A moment of 1973. */
const LEAST_DATE = 1e11;

/** A request that comes again before its answer was logged at both ends. */
function readLog(records: readonly JsonValue[], out: Collector): readonly Entry[] {
  const waiting = new Map<string, JsonValue>();
  return records.flatMap((record) => {
    const atMs = momentOf(record);
    const entries = messageIn(record).flatMap((message) => readMessage(message, waiting, out));
    return stamp(entries, { atMs });
  });
}

/** Small numbers may as well count messages. */
function momentOf(record: JsonValue): number | undefined {
  const moment = millisecondsOf(pick(record, ...TIMES));
  return moment !== undefined && moment >= LEAST_DATE ? moment : undefined;
}

function readMessage(
  message: JsonValue,
  waiting: Map<string, JsonValue>,
  out: Collector,
): readonly Entry[] {
  const id = pick(message, 'id');
  const key = id === undefined || typeof id === 'object' ? undefined : String(id);
  if (!isCall(message)) {
    const output = pick(message, 'result', 'error');
    if (key === undefined || output === undefined || !waiting.delete(key)) return [];
    const { error } = aboutResult({ error: pick(message, 'error') ?? null }, output, out);
    return [{ kind: 'result', of: key, output, ...(error !== undefined && { error }) }];
  }
  const known = key === undefined ? undefined : waiting.get(key);
  if (known !== undefined && isJsonEqual(known, message)) {
    out.note('call_repeated', 'id');
    return [];
  }
  if (key !== undefined) waiting.set(key, message);
  return readCall(pickObject(message, 'params') ?? null, out).map((call) => ({
    kind: 'call',
    // without arguments in the request, the tool takes none
    call: { ...call, input: call.input ?? {}, id: key },
  }));
}
