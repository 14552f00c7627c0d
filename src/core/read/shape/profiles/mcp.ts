import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { OWN_RUN, type ListProfile } from './profile.ts';

/**
 * Logs of the Model Context Protocol: requests and answers that share an id, bare or in the records
 * of a log that says when each was sent.
 */
export const mcp: ListProfile = {
  isOwn: (value) => messagesIn(value).some(isCall),
  rewrite: (values, told) => {
    const messages = new Map(values.map((value) => [value, messagesIn(value)]));
    const [first = null] = values.filter((value) => messages.get(value)?.length);
    const run = {
      ...OWN_RUN,
      predicted_trajectory: callsOf(values, messages),
      tool_declarations: offeredTools([...messages.values()].flat()),
    };
    return [told(run, first), ...values.filter((value) => !messages.get(value)?.length)];
  },
};

/** The messages of a value: itself, or what a record holds under any key. */
function messagesIn(value: JsonValue): readonly JsonValue[] {
  if (isMessage(value)) return [value];
  if (!isJsonObject(value)) return [];
  return Object.values(value).flatMap((cell) => {
    const inner = mayBeMessage(cell) ? unwrapEncoded(cell) : cell;
    return isMessage(inner) ? [inner] : [];
  });
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

/** A request that waits for its answer. */
interface Waiting {
  readonly request: JsonValue;
  readonly place: number;
  readonly atMs: number | undefined;
}

/** A request that comes again before its answer was logged at both ends. */
function callsOf(
  records: readonly JsonValue[],
  messages: ReadonlyMap<JsonValue, readonly JsonValue[]>,
): readonly JsonObject[] {
  const calls: JsonObject[] = [];
  const waiting = new Map<string, Waiting>();
  for (const record of records) {
    const atMs = momentOf(record);
    for (const message of messages.get(record) ?? []) {
      const id = JSON.stringify(pick(message, 'id') ?? '');
      const known = waiting.get(id);
      if (!isCall(message)) {
        const answer = answerTo(message);
        if (!known || !answer) continue;
        waiting.delete(id);
        const took = known.atMs === undefined || atMs === undefined ? null : atMs - known.atMs;
        calls[known.place] = { ...calls[known.place], ...answer, duration_ms: took };
      } else if (!known || !isJsonEqual(known.request, message)) {
        const { name = null, arguments: input = {} } = pickObject(message, 'params') ?? {};
        const call = { tool_name: name, tool_input: input, start_ms: atMs ?? null };
        const place = calls.push(call) - 1;
        waiting.set(id, { request: message, place, atMs });
      }
    }
  }
  return calls;
}

function answerTo(message: JsonValue): JsonObject | undefined {
  const failed = pickObject(message, 'error');
  const output = pick(message, 'result') ?? failed;
  if (output === undefined) return undefined;
  const error = failed ? (pick(failed, 'message') ?? true) : pick(output, 'isError') === true;
  return { tool_output: output, tool_error: error === false ? null : error };
}

/** Where logs say when something was sent. */
const TIMES = ['timestamp', 'time', 'ts', 't', '@timestamp', 'datetime', 'date', 'at'];

/** A moment of 1973. */
const LEAST_DATE = 1e11;

/** Small numbers may as well count messages. */
function momentOf(record: JsonValue): number | undefined {
  const moment = millisecondsOf(pick(record, ...TIMES));
  return moment !== undefined && moment >= LEAST_DATE ? moment : undefined;
}
