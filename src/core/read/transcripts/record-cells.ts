import { isToolName } from '#core/calls/call-names.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import {
  COLUMN_NAMES,
  isKnownName,
  rankOfCalls,
  simplifyName,
  tellsSide,
} from '#core/read/names/column-names.ts';
import {
  isJsonList,
  isJsonObject,
  isUnrecorded,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  keysOf,
  type Maybe,
  oneOf,
  perKeys,
  pick,
  pickList,
  pickObject,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { isBareCall } from './may-be-call.ts';
import { isConversation } from './read-message.ts';
import { isItem } from './read-output-item.ts';

// a batch gives every answer its own id beside the one its question was sent under
const ID_KEYS = ['custom_id', ...COLUMN_NAMES.id, 'thread_id'];
const idKeys = perKeys((names) => ID_KEYS.filter((name) => names.includes(name)));

/** Names so general that a list of words under them need not be tools. */
const GENERAL =
  /^(?:steps|actions|calls|messages|outputs|prediction|generated|expected|ground_truth)$/;

const SEVERAL = /s$|trajectory|sequence|history/;

/**
 * Whether a cell holds calls, names of tools, or a conversation; an answer's text is not.
 * @param cell any value, also as JSON text
 * @param name the column, as `simplifyName` writes it
 */
export function holdsCalls(cell: Maybe, name: string): boolean {
  const list = unwrapEncoded(cell);
  if (!isJsonList(list ?? null)) return false;
  const items = list as readonly JsonValue[];
  // several under the word for one call are of trials
  const areOfRun = items.length < 2 || isKnownName(name) || SEVERAL.test(name);
  const mayBeNames = !GENERAL.test(name) && areOfRun;
  return (
    isConversation(list) ||
    items.every((item) =>
      typeof item === 'string' ? mayBeNames && isToolName(item) : isCallLike(item) || isStep(item),
    )
  );
}

/** A call and what it returned, as LangChain pairs them. */
function isStep(item: JsonValue): boolean {
  return isJsonList(item) && item.length === 2 && isCallLike(item[0] ?? null);
}

/** Whether a value is a list of calls, maybe an empty one. */
export const areCalls = (list: JsonValue = null): boolean =>
  isJsonList(list) && list.every((item) => isBareCall(item) && !isItem(item));

/**
 * The column of the calls that the agent made, where a record has one: of several the most usual that
 * holds something. One that may be of either side holds calls and nothing else.
 */
export function callsColumn(record: JsonObject): string | undefined {
  let column: string | undefined;
  let least = Infinity;
  for (const key in record) {
    const rank = rankOfCalls(key);
    if (rank === undefined) continue;
    const cell = (isUnrecorded(record[key]) ? null : unwrapEncoded(record[key])) ?? null;
    const isKnown = isKnownName(key);
    // what some name for calls may hold is anything: `actual_result`
    const isOfCalls = !tellsSide(key)
      ? areCalls(cell)
      : typeof cell === 'object' && (isKnown || holdsCalls(cell, simplifyName(key)));
    const place = cell === null ? rank + EMPTY : rank;
    if (!isOfCalls || place >= least) continue;
    column = key;
    least = place;
  }
  return column;
}

/** Columns that hold nothing come after all others. */
const EMPTY = 1000;

/** Where a record keeps the request to the model, and a request what it sets. */
const REQUESTS = ['request', 'inputs', 'config', 'agent'];
const SETTINGS = ['body', 'config'];

const mayRequest = perKeys(
  (names) => oneOf(...REQUESTS)(names) && !oneOf('tool_declarations', 'tools')(names),
);

/**
 * Finds the tools that a request inside a record declares. Those beside the messages stay a column of
 * their own, whose cells tell what it is.
 */
export function requestedTools(record: JsonObject): JsonValue | undefined {
  if (!mayRequest(keysOf(record))) return undefined;
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
  return idKeys(keysOf(record)).find((name) => isId(pick(record, name)));
}

function isId(value: Maybe): boolean {
  return value !== undefined && typeof value !== 'object';
}
