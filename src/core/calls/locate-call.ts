import { isJsonObject, ownValue, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { CLASS_KEY } from '#core/literals/call-value.ts';
import { ARGUMENT_KEYS, NAME_KEYS } from './call-keys.ts';

/** What an object says of a call, just as it stands there. */
export interface LocatedCall {
  readonly name: string;
  /** The key that the name stands under. */
  readonly key: string;
  /** The arguments; undefined where none of the usual keys is there. */
  readonly input: JsonValue | undefined;
  readonly id: string | undefined;
  /** What the tool gave back. */
  readonly output: JsonValue | undefined;
  /** Where there are no arguments: the key of an object beside the name that may be them. */
  readonly passedOver: string | undefined;
  /** Whether it was taken out of a wrapper around parallel calls. */
  readonly isExpanded?: true;
}

const ID_KEYS = ['id', 'tool_call_id', 'toolCallId', 'call_id', 'toolUseId', 'tool_use_id'];

const OUTPUT_KEYS = [
  'tool_output',
  'output',
  'result',
  'observation',
  'tool_result',
  'tool_response',
];

/** Keys under which frameworks wrap the name and the arguments once more. */
const WRAPPERS = [
  'function',
  'function_call',
  'functionCall',
  'toolUse',
  'tool_call',
  'toolCall',
  'toolInvocation',
  'kwargs',
];

/** Objects beside a call's name that say something else than its arguments. */
const OTHER_OBJECTS =
  /meta|^(?:attributes|usage|extra|error|errors|timing|context|cache_?control|provider.*|additional_?kwargs|response|type|schema|annotations|tags)$/i;

/** Wrappers inside wrappers that are looked through. */
const WRAPPER_DEPTH = 3;

/** Wrappers that some models call instead of several tools at once. */
const PARALLEL_TOOLS = ['multi_tool_use.parallel', 'parallel'];

/** Keys that make an object a dataset's row, or a trace, although it has a name and an input. */
const ROW_KEYS = [
  ...['actual_output', 'actualOutput', 'expected_output', 'expectedOutput', 'role'],
  ...['observations', 'htmlPath', 'feedback_scores', 'span_count'],
];

/**
 * Finds what an object calls, under whatever keys frameworks write names and arguments.
 * @param value an item of a list of calls
 * @param argumentsKey a further key of arguments, as a person has said
 * @returns the call; several when it wraps parallel ones; none when it is no call, or describes one
 */
export function locateCalls(value: JsonObject, argumentsKey?: string): readonly LocatedCall[] {
  return locateWithin(value, argumentsKey, WRAPPER_DEPTH);
}

function locateWithin(
  value: JsonObject,
  argumentsKey: string | undefined,
  depth: number,
): readonly LocatedCall[] {
  if (isToolDefinition(value)) return [];
  const key = NAME_KEYS.find((name) => pickText(value, name) !== undefined);
  if (key === undefined) {
    return (
      (depth > 0 ? locateWrapped(value, argumentsKey, depth - 1) : undefined) ?? locateClass(value)
    );
  }
  const name = pickText(value, key) ?? '';
  const uses = depth > 0 && PARALLEL_TOOLS.includes(name) ? usesIn(value) : undefined;
  if (uses) {
    return uses
      .filter(isJsonObject)
      .flatMap((use) => locateWithin(use, argumentsKey, depth - 1))
      .map((call) => ({
        ...call,
        name: call.name.replace(/^functions\./, ''),
        isExpanded: true,
      }));
  }
  const input = argumentsOf(value, argumentsKey);
  return [
    {
      name,
      key,
      input,
      id: pickText(value, ...ID_KEYS),
      output: pick(value, ...OUTPUT_KEYS),
      passedOver: input === undefined || input === null ? passedOverIn(value) : undefined,
    },
  ];
}

function locateWrapped(
  value: JsonObject,
  argumentsKey: string | undefined,
  depth: number,
): readonly LocatedCall[] | undefined {
  for (const key of wrappersOf(value)) {
    const inner = pickObject(value, key);
    if (!inner || !hasKey(inner, ...NAME_KEYS, 'function')) continue;
    const id = pickText(value, ...ID_KEYS);
    return locateWithin(inner, argumentsKey, depth).map((call) => ({
      ...call,
      key,
      id: call.id ?? id,
      // arguments may stand beside the wrapper
      input: call.input ?? argumentsOf(value, argumentsKey),
    }));
  }
  return undefined;
}

/** An expression, `search(query='x')`, as it is read from text. */
function locateClass(value: JsonObject): readonly LocatedCall[] {
  const name = pickText(value, CLASS_KEY);
  if (name === undefined) return [];
  const input = Object.fromEntries(Object.entries(value).filter(([key]) => key !== CLASS_KEY));
  const rest = { id: undefined, output: undefined, passedOver: undefined };
  return [{ name, key: CLASS_KEY, input, ...rest }];
}

/** Mastra wraps all of its events alike; only this type is a call. */
function wrappersOf(value: JsonObject): readonly string[] {
  return pick(value, 'type') === 'tool-call' ? [...WRAPPERS, 'payload'] : WRAPPERS;
}

function usesIn(value: JsonObject): readonly JsonValue[] | undefined {
  return pickList(unwrapEncoded(argumentsOf(value)), 'tool_uses');
}

function argumentsOf(value: JsonObject, further?: string): JsonValue | undefined {
  for (const key of further === undefined ? ARGUMENT_KEYS : [...ARGUMENT_KEYS, further]) {
    const item = ownValue(value, key);
    // where a dump lists every field, null says that nothing was asked of the arguments
    if (item === undefined || (item === null && key.startsWith('input'))) continue;
    return item;
  }
  return undefined;
}

function passedOverIn(value: JsonObject): string | undefined {
  const known: readonly string[] = [...NAME_KEYS, ...OUTPUT_KEYS, ...WRAPPERS];
  return Object.keys(value).find((key) => {
    if (known.includes(key) || OTHER_OBJECTS.test(key)) return false;
    const inner = unwrapEncoded(ownValue(value, key));
    return isJsonObject(inner) && Object.keys(inner).length > 0;
  });
}

/**
 * Tells whether a value looks like a call: a tool's name with arguments, or with an id.
 * @param value any value
 * @returns whether {@link locateCalls} can be trusted with it
 */
export function isCallLike(value: JsonValue): boolean {
  return looksLikeCall(value, WRAPPER_DEPTH);
}

function looksLikeCall(value: JsonValue, depth: number): boolean {
  if (!isJsonObject(value) || isToolDefinition(value) || hasKey(value, ...ROW_KEYS)) return false;
  const name = pickText(value, ...NAME_KEYS);
  if (name === undefined) {
    return (
      depth > 0 &&
      wrappersOf(value).some((key) => looksLikeCall(pickObject(value, key) ?? null, depth - 1))
    );
  }
  if (argumentsOf(value) !== undefined) return true;
  return pickText(value, 'type') === 'function' || hasKey(value, ...ID_KEYS.slice(1));
}

/**
 * Tells the description of a tool from a call of it: it has a schema where a call has arguments.
 * @param value any object
 * @returns whether it defines a tool
 */
export function isToolDefinition(value: JsonObject): boolean {
  const holder = pickObject(value, 'function') ?? value;
  if (hasKey(holder, 'arguments', 'args', 'tool_input')) return false;
  const schema = pickObject(holder, 'parameters', 'input_schema', 'inputSchema');
  const kind = pickText(schema, 'type');
  return (kind === 'object' || kind === 'dict') && pickObject(schema, 'properties') !== undefined;
}
