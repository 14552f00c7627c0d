import type { Collector } from '#core/read/framework/adapter.ts';
import { isCallLike, readCallList, type FoundCall } from '#core/calls/read-call.ts';
import { PREDICTED_NAMES, REFERENCE_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { isConversation } from './find-conversations.ts';
import { readMessages } from './read-message.ts';
import { recordedCalls } from './entry.ts';

const ID_KEYS = [
  // a batch gives every answer its own id beside the one its question was sent under
  'custom_id',
  'id',
  'row_id',
  'example_id',
  'instance_id',
  'conversation_id',
  'session_id',
  'thread_id',
  'task_id',
  'trace_id',
];

/**
 * Reads the calls of a cell: a list of calls or names, or a conversation that makes them.
 * @param cell any value, also as JSON text
 * @returns the calls; undefined when the cell is no list
 */
export function readCalls(
  cell: JsonValue | undefined,
  out: Collector,
  path: string,
): readonly FoundCall[] | undefined {
  const list = listIn(unwrapEncoded(cell));
  if (!list) return undefined;
  if (!isConversation(list)) return readCallList(list, out, path);
  return recordedCalls(readMessages(list, out));
}

/** Keys under which the outputs of a run hold its calls, best first. */
const OUTPUT_KEYS = ['messages', 'trajectory', ...PREDICTED_NAMES, ...REFERENCE_NAMES];

/** Columns whose cells are objects of outputs, as evaluators compare them. */
const OUTPUT_NAMES = new Set(['outputs', 'reference_outputs']);

function listIn(cell: Maybe): readonly JsonValue[] | undefined {
  return isJsonList(cell) ? cell : (numberedCalls(cell) ?? pickList(cell, ...OUTPUT_KEYS));
}

/** DSPy's agents keep all steps in one object, under numbered keys. */
function numberedCalls(cell: Maybe): readonly JsonValue[] | undefined {
  const calls: JsonValue[] = [];
  const at = (key: string): Maybe => pick(cell, `${key}_${String(calls.length)}`);
  for (let name = at('tool_name'); name !== undefined; name = at('tool_name')) {
    const tool_output = at('observation') ?? null;
    calls.push({ tool_name: name, tool_input: at('tool_args') ?? {}, tool_output });
  }
  return calls.length > 0 ? calls : undefined;
}

/** Names so general that a list of words under them need not be tools. */
const GENERAL_NAMES = new Set([
  'steps',
  'actions',
  'calls',
  'messages',
  'outputs',
  'prediction',
  'generated',
  'expected',
  'ground_truth',
]);

/**
 * Whether {@link readCalls} makes sense of a cell: it holds calls, names of tools, or a
 * conversation; an answer's text is none.
 * @param cell any value, also as JSON text
 * @param name the column, as `simplifyName` writes it
 */
export function holdsCalls(cell: Maybe, name: string): boolean {
  const value = unwrapEncoded(cell);
  const isHeld = isJsonList(value) || OUTPUT_NAMES.has(name);
  const list = isHeld ? listIn(value) : numberedCalls(value);
  if (!list) return false;
  const mayBeNames = !GENERAL_NAMES.has(name);
  return (
    isConversation(list) ||
    list.every((item) =>
      typeof item === 'string'
        ? mayBeNames && /^\S{1,100}$/.test(item)
        : isCallLike(item) || isStep(item),
    )
  );
}

/** A call and what it returned, as LangChain pairs them. */
function isStep(item: JsonValue): boolean {
  return isJsonList(item) && item.length === 2 && isCallLike(item[0] ?? null);
}

/**
 * Finds the column of a record that holds calls.
 * @param names the names it may have, best first, as `simplifyName` writes them
 * @returns the column's key and whether it holds at least one call; undefined when there is none
 */
export function findCalls(
  record: JsonObject,
  names: readonly string[],
): { readonly key: string; readonly isFilled: boolean } | undefined {
  const keys = new Map(Object.keys(record).map((key) => [simplifyName(key), key]));
  for (const name of names) {
    const key = keys.get(name);
    const cell = key === undefined ? undefined : unwrapEncoded(pick(record, key));
    if (key === undefined || !holdsCalls(cell, name)) continue;
    return { key, isFilled: (listIn(cell)?.length ?? 0) > 0 };
  }
  return undefined;
}

/** Whether a row has its reference in the service's own column, and its run only as a chat. */
export function isChatRow(row: JsonValue): boolean {
  if (!isJsonObject(row) || !hasKey(row, 'reference_trajectory')) return false;
  const { messages = null, ...others } = row;
  const isChat = isConversation(unwrapEncoded(messages));
  return isChat && findCalls(others, PREDICTED_NAMES) === undefined;
}

/** Where a record keeps the request to the model, and a request what it sets. */
const REQUESTS = ['request', 'inputs', 'config', 'agent'];
const SETTINGS = ['body', 'config'];

/**
 * Finds the tools that a request inside a record declares. Those beside the messages stay a column of
 * their own, whose cells tell what it is.
 */
export function requestedTools(record: JsonObject): JsonValue | undefined {
  if (hasKey(record, 'tool_declarations', 'tools')) return undefined;
  const requests = REQUESTS.flatMap((key) => pickObject(record, key) ?? []);
  const settings = requests.flatMap((request) =>
    SETTINGS.flatMap((key) => pickObject(request, key) ?? []),
  );
  return [...requests, ...settings]
    .map((holder) => pickList(holder, 'tools', 'functions', 'tool_definitions'))
    .find((tools) => tools?.some(isJsonObject));
}

/** The key that a record has its id under. */
export function idKeyOf(record: JsonObject): string | undefined {
  return ID_KEYS.find((name) => isId(pick(record, name)));
}

function isId(value: Maybe): boolean {
  return value !== undefined && typeof value !== 'object';
}
