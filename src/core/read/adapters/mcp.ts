import { readCall } from '#core/calls/read-call.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickObject, unwrapEncoded } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { CONVERSATION_KEYS } from '#core/read/framework/understood-keys.ts';

/**
 * Logs of the Model Context Protocol: requests and answers that share an id, bare or in the records
 * of a log that says when and which way each was sent.
 */
export const mcp: Adapter = {
  id: 'mcp',
  title: 'MCP log',
  understands: CONVERSATION_KEYS,
  recognise: (value) => messagesIn(value).some(isCall),
  read: (values, out) => {
    const messages = values.flatMap(messagesIn);
    out.from(...values.slice(0, 1));
    writeTurns(readMessages(messages, out), {}, out);
    for (const value of values.flatMap((item) => (isJsonList(item) ? item : [item]))) {
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

/** A request that comes again before its answer was logged at both ends. */
function readMessages(messages: readonly JsonValue[], out: Collector): readonly Entry[] {
  const waiting = new Map<string, JsonValue>();
  return messages.flatMap((message): readonly Entry[] => {
    const id = pick(message, 'id');
    const key = id === undefined || typeof id === 'object' ? undefined : String(id);
    if (!isCall(message)) {
      const output = pick(message, 'result', 'error');
      if (key === undefined || output === undefined || !waiting.delete(key)) return [];
      return [{ kind: 'result', of: key, output }];
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
  });
}
