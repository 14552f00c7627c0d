import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { isNoMessage, type ListProfile } from './profile.ts';

/**
 * Logs of the Model Context Protocol: requests and answers that share an id, bare or in the records
 * of a log that says when each was sent.
 */
export const mcp: ListProfile = {
  hasKeys: isNoMessage,
  isOwn: (value) => messagesIn(value).some(isCall),
  rewrite: (values, told) => {
    const messages = new Map(values.map((value) => [value, messagesIn(value)]));
    const [first = null] = values.filter((value) => messages.get(value)?.length);
    const run = {
      events: eventsOf(values, messages),
      tool_declarations: offeredTools([...messages.values()].flat()),
    };
    return [
      told(run, first, { isRun: true }),
      ...values.filter((value) => !messages.get(value)?.length),
    ];
  },
};

/** The messages of a value: itself, or what a record holds under any key. */
function messagesIn(value: JsonValue): readonly JsonValue[] {
  if (isMessage(value)) return [value];
  if (!isJsonObject(value)) return [];
  return Object.values(value)
    .map((cell) => (mayBeMessage(cell) ? unwrapEncoded(cell) : cell))
    .filter(isMessage);
}

/** Whether a text is worth parsing. */
const mayBeMessage = (cell: JsonValue): boolean =>
  typeof cell === 'string' && cell.startsWith('{') && cell.includes('"jsonrpc"');

const isMessage = (value: JsonValue): boolean => pick(value, 'jsonrpc') === '2.0';

const isCall = (message: JsonValue): boolean => pick(message, 'method') === 'tools/call';

/** The tools that a server says it has: a list may come in pages, and again when it has changed. */
function offeredTools(messages: readonly JsonValue[]): readonly JsonValue[] | null {
  const listed = messages.flatMap((message) => pickList(pick(message, 'result'), 'tools') ?? []);
  const tools = listed.flatMap((tool): [string, JsonValue][] => {
    const name = pickText(tool, 'name');
    return name === undefined || !hasKey(tool, 'inputSchema') ? [] : [[name, tool]];
  });
  return tools.length === 0 ? null : [...new Map(tools).values()];
}

/**
 * Calls and results, in the order they were sent; a request that comes again before its answer was
 * logged at both ends.
 */
function eventsOf(
  records: readonly JsonValue[],
  messages: ReadonlyMap<JsonValue, readonly JsonValue[]>,
): readonly JsonObject[] {
  const waiting = new Map<string, JsonValue>();
  return records.flatMap((record) => {
    const at = momentOf(record);
    const sent = (messages.get(record) ?? []).flatMap((message) => eventOf(message, waiting));
    return sent.map((event) => (at === undefined ? event : { ...event, timestamp: at }));
  });
}

function eventOf(message: JsonValue, waiting: Map<string, JsonValue>): readonly JsonObject[] {
  const toolCallId = pickText(message, 'id') ?? printJson(pick(message, 'id') ?? null);
  if (isCall(message)) {
    if (isJsonEqual(waiting.get(toolCallId) ?? null, message)) return [];
    waiting.set(toolCallId, message);
    const { name = null, arguments: input = {} } = pickObject(message, 'params') ?? {};
    return [{ type: 'tool-call', toolCallId, toolName: name, input }];
  }
  const error = pickObject(message, 'error');
  const output = pick(message, 'result') ?? error;
  if (output === undefined || !waiting.delete(toolCallId)) return [];
  return [{ type: 'tool-result', toolCallId, output, error: pick(error, 'message') ?? null }];
}

/** Where logs say when something was sent. */
const TIMES = ['timestamp', 'time', 'ts', 't', '@timestamp', 'datetime', 'date', 'at'];

/** A moment of 1973. */
const LEAST_DATE = 1e11;

/** When something was sent; small numbers may as well count messages. */
function momentOf(record: JsonValue): JsonValue | undefined {
  const time = pick(record, ...TIMES);
  return (millisecondsOf(time) ?? 0) < LEAST_DATE ? undefined : time;
}
