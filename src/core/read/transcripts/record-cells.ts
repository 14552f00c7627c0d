import { isToolName } from '#core/calls/call-names.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { COLUMN_NAMES } from '#core/read/names/column-names.ts';
import {
  isJsonList,
  isJsonObject,
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
import { isConversation } from './read-message.ts';

// a batch gives every answer its own id beside the one its question was sent under
const ID_KEYS = ['custom_id', ...COLUMN_NAMES.id, 'thread_id'];

/** Names so general that a list of words under them need not be tools. */
const GENERAL =
  /^(?:steps|actions|calls|messages|outputs|prediction|generated|expected|ground_truth)$/;

/**
 * Whether a cell holds calls, names of tools, or a conversation; an answer's text is not.
 * @param cell any value, also as JSON text
 * @param name the column, as `simplifyName` writes it
 */
export function holdsCalls(cell: Maybe, name: string): boolean {
  const list = unwrapEncoded(cell);
  if (!isJsonList(list ?? null)) return false;
  const mayBeNames = !GENERAL.test(name);
  return (
    isConversation(list) ||
    (list as readonly JsonValue[]).every((item) =>
      typeof item === 'string' ? mayBeNames && isToolName(item) : isCallLike(item) || isStep(item),
    )
  );
}

/** A call and what it returned, as LangChain pairs them. */
function isStep(item: JsonValue): boolean {
  return isJsonList(item) && item.length === 2 && isCallLike(item[0] ?? null);
}

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
  return ID_KEYS.find((name) => isId(pick(record, name)));
}

function isId(value: Maybe): boolean {
  return value !== undefined && typeof value !== 'object';
}
