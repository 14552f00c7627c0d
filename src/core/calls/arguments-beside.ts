import {
  isBlank,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { fold, foldKey, unwrapEncoded, words } from '#core/base/json/pick.ts';
import { argumentsOf, CALL_WORDS, SAYS_ARGUMENTS } from './call-keys.ts';
import { RECORD_KEYS } from './record-names.ts';

/** Keys beside a tool's name that are never arguments. */
const ABOUT_CALL = new Set([
  ...RECORD_KEYS.map(fold),
  ...CALL_WORDS.id,
  ...CALL_WORDS.output,
  ...words(`
    uuid index idx t step step_index step_number step_id turn turn_index run_id span_id trace_id
    parent parent_id parent_run_id parent_span_id parent_uuid invocation_id request_id response_id
    caller
    type kind event_type step_type event_id event_ts object role class tool_type state dynamic
    parallel optional provider_executed
    results outputs returned return_value response responses tool_results observations
    output_preview
    failed failure errors error_code error_type exit_code status_code retries attempt
    service_name idempotency_key
    thought thoughts thinking thought_signature signature reasoning rationale log message_log
    server_name server_label mcp_server
  `),
]);

/** Keys that may be metadata or arguments: metadata where the call has no other keys. */
const ABOUT_OR_ARGUMENT = new Set(
  words(`
    description title agent model currency price duration start end start_time end_time
    order position number sequence seq iteration round score weight confidence
    server namespace source origin tags label version phase required purpose
  `),
);

/** Keys whose objects are never the arguments of a call. */
const OTHER_OBJECTS =
  /meta|^(?:attributes|usage|extra|timing|context|cache_?control|provider.*|additional_?kwargs|schema|annotations|tags)$/i;

interface CallWithoutArguments {
  readonly name: string;
  /** The value under a usual key for arguments; undefined or blank here. */
  readonly input: JsonValue | undefined;
  /** The objects that enclose the tool's name. */
  readonly holders: readonly JsonObject[];
}

interface ArgumentsBeside {
  readonly values: JsonObject;
  /** Whether these are certainly the arguments; otherwise they are only candidates. */
  readonly isClear: boolean;
  readonly input?: JsonValue;
}

/**
 * Finds the arguments of a call that has none under a usual key: the one object beside its name,
 * else the plain values beside it. Plain values that are also beside other calls of `list`, which
 * have arguments, are not taken. Undefined when nothing is found.
 */
export function argumentsBeside(
  call: CallWithoutArguments,
  list: readonly JsonValue[],
): ArgumentsBeside | undefined {
  const others = call.holders.flatMap((holder) =>
    Object.entries(holder).filter(([key, value]) => mayBeArgument(key, value, call.name)),
  );
  const [speaking, ...rivals] = others.filter(
    ([key, value]) => SAYS_ARGUMENTS.test(key) && typeof value !== 'number' && !isNothing(value),
  );
  if (speaking && rivals.length === 0) return oneKey(speaking);
  const known = new Set(list.flatMap(keysBesideArguments));
  // the usual key says that there are no arguments, so plain values are not arguments
  const isDenied = call.input !== undefined;
  const own = others.filter(([key, value]) => !known.has(key) && !(isDenied && isPlain(value)));
  const values = Object.fromEntries(own);
  const candidates = own.filter(
    ([key, value]) => !isNothing(value) && !ABOUT_OR_ARGUMENT.has(foldKey(key)),
  );
  const [first, ...more] = candidates;
  if (!first) return undefined;
  if (own.every(([, value]) => isPlain(value))) return { values, isClear: true, input: values };
  if (more.length === 0 && isHolder(first[1])) return oneKey(first);
  return { values: Object.fromEntries(candidates), isClear: false };
}

function oneKey([key, input]: readonly [string, JsonValue]): ArgumentsBeside {
  return { values: { [key]: input }, isClear: true, input };
}

function mayBeArgument(key: string, value: JsonValue, name: string): boolean {
  const word = foldKey(key);
  if (/^[$_]/.test(key) || ABOUT_CALL.has(word) || CALL_WORDS.arguments.includes(word))
    return false;
  if (CALL_WORDS.wrapper.includes(word) && (typeof value === 'object' || word !== 'value'))
    return false;
  // the tool's name may be there under several keys
  if (CALL_WORDS.name.includes(word)) return typeof value === 'string' && value !== name;
  return !(OTHER_OBJECTS.test(key) && isHolder(value));
}

/** Whether a value is an object that is not empty, or the JSON text of one. */
function isHolder(value: JsonValue): boolean {
  const inner = unwrapEncoded(value);
  return isJsonObject(inner) && Object.keys(inner).length > 0;
}

/** A value without objects in it. */
function isPlain(value: JsonValue): boolean {
  return isJsonList(value) ? value.every((item) => typeof item !== 'object') : !isHolder(value);
}

function isNothing(value: JsonValue): boolean {
  const inner = unwrapEncoded(value);
  return isBlank(inner) || (typeof inner === 'object' && Object.keys(inner).length === 0);
}

function keysBesideArguments(item: JsonValue): readonly string[] {
  return isJsonObject(item) && !isBlank(argumentsOf(item)) ? Object.keys(item) : [];
}
