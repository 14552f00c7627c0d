import { readCall } from '#core/calls/read-call.ts';
import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickObject } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';

/** Logs of the Model Context Protocol: requests and answers that share an id. */
export const mcp: Adapter = {
  id: 'mcp',
  title: 'MCP log',
  recognise: (value) => isCall(value) || (isJsonList(value) && value.some(isCall)),
  read: (values, options) => {
    const reading = new Reading(options);
    const messages = values.flatMap((value) => (isJsonList(value) ? value : [value]));
    reading.from(...messages.slice(0, 1));
    writeTurns(
      messages.flatMap((message) => readMessage(message, reading)),
      {},
      reading,
    );
    return reading.result();
  },
};

function isCall(value: JsonValue): boolean {
  return pick(value, 'jsonrpc') === '2.0' && pick(value, 'method') === 'tools/call';
}

function readMessage(message: JsonValue, reading: Reading): readonly Entry[] {
  const id = pick(message, 'id');
  const key = id === undefined || typeof id === 'object' ? undefined : String(id);
  if (isCall(message)) {
    return readCall(pickObject(message, 'params') ?? null, reading).map((call) => ({
      kind: 'call',
      // without arguments in the request, the tool takes none
      call: { ...call, input: call.input ?? {}, id: key },
    }));
  }
  const output = pick(message, 'result', 'error');
  return key === undefined || output === undefined ? [] : [{ kind: 'result', of: key, output }];
}
