import { ARGUMENT_KEYS, NAME_KEYS } from '#core/calls/call-keys.ts';
import {
  isJsonObject,
  jsonTypeOf,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { readLenient } from '#core/json/read-lenient.ts';
import { CLASS_KEY } from '#core/literals/call-value.ts';
import { readLiteral } from '#core/literals/read-literal.ts';
import type { CallForm, ToolCall, TrajectoryProblem } from './trajectory.ts';

/** Arguments that look like JSON and are not; they are compared as text. */
export interface UnparsedArguments {
  /** 1-based place of the call. */
  readonly call: number;
  readonly reason: string;
}

/** What reading the calls of a trajectory has needed so far. */
export interface CallNotes {
  /** Whether the calls were text: their depth is then not known yet. */
  readonly isFromText: boolean;
  readonly forms: Set<CallForm>;
  unparsed: UnparsedArguments | undefined;
}

/** Keys whose object holds the name and the arguments. */
const INNER_KEYS = ['function', 'tool_call'] as const;

/**
 * Reads one call of a trajectory, under whatever keys frameworks write name and arguments.
 * @param item the call
 * @param place its 1-based place in the trajectory
 * @param notes takes what was not as the playground writes it
 * @returns the call, or what is wrong with it
 */
export function readCall(
  item: JsonValue,
  place: number,
  notes: CallNotes,
): ToolCall | TrajectoryProblem {
  if (!isJsonObject(item)) return { code: 'call_not_object', call: place, found: jsonTypeOf(item) };
  if (isDefinition(item)) return { code: 'call_is_definition', call: place };
  const named = findNamed(item);
  if (named === undefined) {
    const found = Object.keys(item).slice(0, 6).join(', ').slice(0, 120);
    return { code: 'call_without_tool_name', call: place, found };
  }
  const { name, key, input } = named;
  if (key !== 'tool_name') notes.forms.add('other_keys');
  return { tool_name: name, tool_input: readInput(input, place, notes), source: item };
}

interface NamedCall {
  readonly name: string;
  readonly key: string;
  readonly input: JsonValue | undefined;
}

function findNamed(item: JsonObject): NamedCall | undefined {
  for (const key of NAME_KEYS) {
    const name = ownValue(item, key);
    if (typeof name === 'string' && name !== '') return { name, key, input: inputOf(item) };
  }
  for (const key of INNER_KEYS) {
    const inner = ownValue(item, key);
    const name = isJsonObject(inner) ? ownValue(inner, 'name') : undefined;
    if (!isJsonObject(inner) || typeof name !== 'string' || name === '') continue;
    return { name, key, input: inputOf(inner) ?? inputOf(item) };
  }
  const name = ownValue(item, CLASS_KEY);
  if (typeof name !== 'string' || name === '') return undefined;
  const input: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(item)) if (key !== CLASS_KEY) setOwn(input, key, value);
  return { name, key: CLASS_KEY, input };
}

function inputOf(item: JsonObject): JsonValue | undefined {
  for (const key of ARGUMENT_KEYS) {
    const input = ownValue(item, key);
    if (input !== undefined) return input;
  }
  return undefined;
}

/** A description of a tool that could be called: its parameters are a JSON Schema. */
function isDefinition(item: JsonObject): boolean {
  const inner = ownValue(item, 'function');
  const described = isJsonObject(inner) ? inner : item;
  return ['parameters', 'input_schema', 'inputSchema'].some((key) => {
    const schema = ownValue(described, key);
    return (
      isJsonObject(schema) &&
      ownValue(schema, 'type') === 'object' &&
      isJsonObject(ownValue(schema, 'properties'))
    );
  });
}

/** Arguments as an object, or as its JSON or Python text. Other text is an argument of its own. */
function readInput(input: JsonValue | undefined, place: number, notes: CallNotes): JsonValue {
  if (input === undefined || input === null) {
    notes.forms.add('arguments_absent');
    return {};
  }
  if (typeof input !== 'string') return input;
  const text = input.trim();
  if (text === '' || text === 'null') {
    notes.forms.add('arguments_absent');
    return {};
  }
  if (!/^[[{]/.test(text)) return input;
  const reading = readLenient(text);
  if (!reading.ok) {
    notes.unparsed ??= { call: place, reason: `${reading.reason} (column ${reading.column})` };
    return input;
  }
  notes.forms.add(reading.leniencies.length > 0 ? 'arguments_lenient' : 'arguments_json');
  return reading.value;
}

const EXPRESSION = /^\s*[\p{L}_][\p{L}\p{N}_.]*\(.*\)\s*$/su;

/**
 * Reads a call written as an expression, `search(query='x', limit=2)`, without calling anything.
 * @param text the expression
 * @returns the call as an object; undefined when the text is something else
 */
export function readCallExpression(text: string): JsonObject | undefined {
  if (!EXPRESSION.test(text)) return undefined;
  const reading = readLiteral(text, 'python');
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  return Object.hasOwn(reading.value, CLASS_KEY) ? reading.value : undefined;
}
