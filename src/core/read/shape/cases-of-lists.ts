import {
  isJsonList,
  isJsonObject,
  isNoValueWord,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  find,
  foldKey,
  hasKey,
  type Keys,
  pick,
  pickList,
  pickObject,
  pickText,
} from '#core/base/json/pick.ts';
import { isEmptyWord, isRequest, namesIn as namesJoined } from '#core/calls/call-names.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { COLUMN_NAMES, namesExpected, sideOfName } from '#core/read/names/column-names.ts';
import { listsCalls, namesCalls } from '#core/read/transcripts/event-words.ts';
import { CALLS_NAME, type RunRecord } from './run-record.ts';
import { WORDS } from './words.ts';

/**
 * Cases that a record keeps in several lists, by their places: questions in one, expected calls in
 * another. Its other values belong to every case.
 */
export function casesOfLists(record: JsonObject, keys: Keys): readonly JsonObject[] {
  const key = keys.under(LISTED_QUESTIONS).find((name) => isJsonList(record[name] ?? null)) ?? '';
  const questions = pickList(record, key) ?? [];
  if (questions.length < 2 || questions.some((one) => questionIn(one) === undefined)) return [];
  const isOfCases = (name: string): boolean =>
    sideOfName(name) !== undefined && pickList(record, name)?.length === questions.length;
  const sides = keys.names.filter(isOfCases);
  const isCall = (one: JsonValue): boolean => typeof one === 'object' && one !== null;
  if (!sides.some((name) => pickList(record, name)?.every(isCall))) return [];
  const { [key]: _, ...around } = record;
  return questions.map((one, at) => {
    const own = sides.map((name) => [name, caseIn(pickList(record, name)?.[at] ?? null)] as const);
    return { ...around, ...Object.fromEntries(own), question: questionIn(one) ?? '' };
  });
}

/** Whether each record of a list has a question or inputs of its own, and says what is expected. */
export const areCases = (values: readonly JsonValue[]): boolean =>
  values.length > 0 && values.every((value) => isCase(value, () => true));

/** Whether a record has a question, and names the tool that is expected for it in a text. */
export const isNamedCase = (record: JsonValue): record is JsonObject =>
  isCase(record, (key, value) => CALLS_NAME.test(foldKey(key)) && typeof value === 'string');

/** Whether a list is in a value, or in one of its objects. */
export const holdsList = (value: JsonValue, depth = 2): boolean =>
  isJsonList(value) ||
  (isJsonObject(value) &&
    depth > 0 &&
    Object.values(value).some((inner) => holdsList(inner, depth - 1)));

/** A question or inputs; a list is a talk. */
const isGiven = (asked: JsonValue | undefined): boolean =>
  asked !== undefined && !isJsonList(asked);

const isCase = (
  record: JsonValue,
  isExpected: (key: string, value: JsonValue) => boolean,
): boolean =>
  isJsonObject(record) &&
  isGiven(find(record, WORDS.asked)) &&
  Object.entries<JsonValue>(record).some(
    ([key, value]) => namesExpected(key) && isExpected(key, value),
  );

/** Names of a question, also in the plural. */
const LISTED_QUESTIONS = WORDS.opening.flatMap((word) => [
  word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`,
  word,
]);

const questionIn = (one: JsonValue): string | undefined =>
  typeof one === 'string'
    ? one
    : hasKey(one, 'role')
      ? undefined
      : pickText(one, 'content', 'text');

/** What a list holds of one case: the value, or the content of an object that numbers it. */
const caseIn = (one: JsonValue): JsonValue =>
  hasKey(one, 'role') ? one : (pick(one, 'content') ?? one);

/** Names of talks, also of messages. */
export const TALKS = [...WORDS.talks, 'messages'];

/** Whether a value is the task of the run that is told beside it: calls in it are those to make. */
export const isTaskOf = ({ object, keys }: RunRecord, word: string, value: JsonValue): boolean =>
  word === 'task' &&
  isJsonObject(value) &&
  (listsCalls(object) || keys.under(TALKS).length > 0) &&
  Object.keys(value).some((key) => namesCalls(key) && pickList(value, key)?.some(isCallLike));

/** Expected calls under the names of tools declared beside, `{ book: { day: 1 } }`, as a list of calls. */
export function byDeclared(value: JsonValue, record: JsonObject): JsonValue {
  const calls = [value].flat().flatMap((one) => (isJsonObject(one) ? Object.entries(one) : []));
  if (calls.length === 0 || !calls.every(([, input]) => isJsonObject(input))) return value;
  const tools = pickList(record, ...COLUMN_NAMES.tool_declarations, 'function') ?? [];
  const names = new Set(
    tools.map((tool) => pickText(pickObject(tool, 'function') ?? tool, 'name')),
  );
  if (!calls.every(([name]) => names.has(name))) return value;
  return calls.map(([tool_name, tool_input]) => ({ tool_name, tool_input }));
}

const namesInText = (text: string): readonly string[] | undefined => {
  if (isRequest(text)) return [text];
  return isNoValueWord(text) || isEmptyWord(text) ? undefined : namesJoined(text);
};

/** Tools that a text names as a list; in a table they may have their arguments in a further column. */
export const asList = (value: JsonValue, word: string): JsonValue =>
  typeof value === 'string' && /(?:tool|function)s?(?:name)?$/.test(word)
    ? (namesInText(value) ?? value)
    : value;
