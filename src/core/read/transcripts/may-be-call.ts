import { CALL_WORDS } from '#core/calls/call-keys.ts';
import { isCallLike, isToolDefinition, ROW_WORDS } from '#core/calls/read-call.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, hasWord, keysOf, perKeys, perName, unwrapEncoded } from '#core/base/json/pick.ts';
import { isOfRun } from '#core/read/names/column-names.ts';
import type { Entry } from './entry.ts';
import { isNoTool, kindOf, kindTextOf } from './event-words.ts';

/** Types of events and parts that say what was done. */
const DEED =
  /(?:^|[^a-z])(?:edit|write|read|search|create|open|delete|view|apply|fetch|list(?!.tools)|navigate|click|browse|lookup|grep|download|upload)(?:$|[^a-z](?!results?$))/i;

/** Whether the type of an event that no reader knows speaks of something called or done. */
export function mayBeCall(type: string): boolean {
  return DEED.test(type) || /tool|call|function|action|command|exec/i.test(type);
}

/** A part of an agent that is not known by its type, unless the type says that it is no call. */
export function unreadOf(value: JsonValue, type: string): readonly Entry[] {
  return NO_CALLS.test(type) && !DEED.test(type) ? [] : [{ kind: 'unread', type, value }];
}

/** Types of parts of an agent that are no calls and say nothing. */
const NO_CALLS =
  /think|thought|reason|image|audio|video|file|document|media|source|citation|annotation|refusal|step|finish|^data-|search_result|list_tools|approval|reference|signature|compaction|summary|todo|error|status/i;

/** Whether a value is a call, and no row with one call in it. */
export const isBareCall = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  hasWord(value, CALLING) &&
  !hasWord(value, ROW_WORDS) &&
  isCallLike(value) &&
  !isOfRun(value) &&
  !isNoTool(kindTextOf(value));

/** Words of which whatever looks like a call has one. */
const CALLING = [...CALL_WORDS.name, ...CALL_WORDS.wrapper, 'payload'];

/**
 * What may be a call in something that was read without one, under any key but those that were read.
 * @returns the first such value, by its key
 */
export function unreadIn(object: JsonObject, used: readonly string[]): readonly Entry[] {
  for (const key in object) {
    const value = object[key] ?? null;
    if (used.includes(key) || namesResults(key)) continue;
    const isCall =
      (namesTool(key) && isFilledText(value)) ||
      (namesDeed(key) && typeof value === 'string') ||
      (namesDeeds(key) && isFilled(value)) ||
      holdsCall(value);
    if (isCall) return [{ kind: 'unread', type: key, value }];
  }
  return [];
}

const namesResults = perName((key) => kindOf(key.replace(/s$/, '')) === 'result');
const namesDeed = perName((key) => /^(?:tool|command)$/i.test(key));
const namesDeeds = perName((key) => /(?:call|action|invocation)s?$|^steps$/i.test(key));
/** Whether a key says in words of its own that it names a tool, or a call. */
const namesTool = perName((key) =>
  /(?:tool|function)_?(?:call|use)?_?(?:name|id)$|\btool_?calls?\./i.test(key),
);

const isFilledText = (value: JsonValue): boolean => typeof value === 'string' && value !== '';

const isFilled = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Whether an object says in words of its own which tool, or which call, is meant. */
const tellsTool = (object: JsonObject): boolean =>
  toolKeys(keysOf(object)).some((key) => isFilledText(object[key] ?? null));

const toolKeys = perKeys((names) => names.filter(namesTool));

/** Lists and objects around a call that are looked through. */
const CALL_DEPTH = 8;

/** Whether something that looks like a call is within a value. */
export function holdsCall(given: JsonValue, depth = CALL_DEPTH): boolean {
  const value = unwrapEncoded(given);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  if (isJsonObject(value)) {
    if (isToolDefinition(value)) return false;
    if (isCallLike(value) || tellsTool(value) || hasKey(value, 'observation')) return true;
  }
  return Object.values<JsonValue>(value).some((inner) => holdsCall(inner, depth - 1));
}

/**
 * Whether a record that nobody knows says of itself that something was called, or holds what looks
 * like it. Where all that it holds are calls, its keys are what they answer: that is no event.
 */
export function mayTellCall(record: JsonObject): boolean {
  const type = kindTextOf(record);
  if (mayBeCall(type) && !isNoTool(type) && !isToolDefinition(record)) return true;
  if (isBareCall(record)) return true;
  return unreadIn(record, []).length > 0 && !Object.values(record).every((one) => holdsCall(one));
}
