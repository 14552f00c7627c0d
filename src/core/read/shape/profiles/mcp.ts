import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import {
  hasKey,
  oneOf,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { isNoMessage, type ListProfile } from './profile.ts';

/**
 * Logs of the Model Context Protocol: requests and answers that share an id, bare or in the records
 * of a log that says when each was sent.
 */
export const mcp: ListProfile = {
  hasKeys: isNoMessage,
  isOwn: (value) => messagesIn(value).some(isCall),
  rewrite: (values, write) => {
    const messages = new Map(values.map((value) => [value, messagesIn(value)]));
    const [first = null] = values.filter((value) => messages.get(value)?.length);
    const run = {
      events: eventsOf(values, messages),
      tool_declarations: offeredTools([...messages.values()].flat()),
    };
    return [
      write(run, first, { isRun: true }),
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

/** Calls and results, in the order they were sent; what is logged at both ends is there twice. */
function eventsOf(
  records: readonly JsonValue[],
  messages: ReadonlyMap<JsonValue, readonly JsonValue[]>,
): readonly JsonObject[] {
  const waiting = new Set<string>();
  return records.flatMap((record) => {
    const at = momentOf(record);
    const sent = (messages.get(record) ?? []).flatMap((message) => eventOf(message, waiting));
    return sent.map((event) => (at === undefined ? event : { ...event, timestamp: at }));
  });
}

function eventOf(message: JsonValue, waiting: Set<string>): readonly JsonObject[] {
  const toolCallId = pickText(message, 'id') ?? printJson(pick(message, 'id') ?? null);
  if (isCall(message)) {
    waiting.add(toolCallId);
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
const MIN_DATE = 1e11;

/** When something was sent; small numbers may as well count messages. */
function momentOf(record: JsonValue): JsonValue | undefined {
  const time = pick(record, ...TIMES);
  return (millisecondsOf(time) ?? 0) < MIN_DATE ? undefined : time;
}

/** What an agent says and does in the Agent Client Protocol, update by update. */
export const acp: ListProfile = {
  hasKeys: oneOf('sessionUpdate', 'update', 'params'),
  isOwn: (value) => updateOf(value) !== undefined,
  rewrite: (values, write) => {
    const calls = new Map<string, Record<string, JsonValue>>();
    return values.flatMap((value): readonly JsonValue[] => {
      const update = updateOf(value);
      const asked = pickList(pickObject(value, 'params'), 'prompt');
      const said = CHUNK.exec(pickText(update, 'sessionUpdate') ?? '')?.[1];
      const role = asked ? 'user' : said;
      if (role === undefined && !update) return hasKey(value, 'jsonrpc') ? [] : [value];
      const content = textOf(asked ?? pick(update, 'content'));
      const events =
        role === undefined ? toolEvents(update, calls) : [{ role, content, delta: true }];
      return events.map((event) => write(event, value));
    });
  },
};

const CHUNK = /^(user|agent)_message_chunk$/;

/** An update of a session, bare or in the notification that sends it. */
function updateOf(value: JsonValue): JsonObject | undefined {
  const held = pickObject(pickObject(value, 'params') ?? value, 'update') ?? value;
  return hasKey(held, 'sessionUpdate') ? held : undefined;
}

/** A call as first reported; later updates complete it and, in the end, add its result. */
function toolEvents(
  update: JsonObject | undefined,
  calls: Map<string, Record<string, JsonValue>>,
): readonly JsonObject[] {
  const call_id = pickText(update, 'toolCallId');
  const type = pickText(update, 'sessionUpdate') ?? '';
  if (call_id === undefined) return type.startsWith('tool_call') ? [{ type, ...update }] : [];
  const known = calls.get(call_id);
  const call = known ?? { type: 'function_call', call_id, name: toolIn(update), arguments: {} };
  calls.set(call_id, call);
  const input = pickObject(update, 'rawInput') ?? {};
  if (Object.keys(input).length > 0) call['arguments'] = input;
  const status = pickText(update, 'status') ?? '';
  const output = pick(update, 'rawOutput', 'content') ?? null;
  const result = { type: 'function_call_output', call_id, output, status };
  return [...(known ? [] : [call]), ...(/^(?:completed|failed)$/.test(status) ? [result] : [])];
}

/** The tool's name where the program gives it; else its title, unless that is a sentence. */
function toolIn(update: JsonObject | undefined): string {
  const metas = Object.values(pickObject(update, '_meta') ?? {});
  const own = metas.find((meta) => hasKey(meta, 'toolName'));
  const title = pickText(update, 'title') ?? '';
  return (
    pickText(own, 'toolName') ?? (/\s/.test(title) ? pickText(update, 'kind') : title) ?? title
  );
}
