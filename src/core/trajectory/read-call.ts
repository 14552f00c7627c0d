import { isToolDefinition, locateCalls } from '#core/calls/locate-call.ts';
import {
  isJsonList,
  isJsonObject,
  jsonTypeOf,
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

/** An object that may be the arguments of a call that has none under a usual key. */
export interface PassedOver {
  /** 1-based place of the call. */
  readonly call: number;
  readonly key: string;
}

/** What reading the calls of a trajectory has needed so far. */
export interface CallNotes {
  /** Whether the calls were text: their depth is then not known yet. */
  readonly isFromText: boolean;
  /** A further key of arguments, as a person has said. */
  readonly argumentsKey: string | undefined;
  readonly forms: Set<CallForm>;
  unparsed: UnparsedArguments | undefined;
  passedOver: PassedOver | undefined;
}

/**
 * Reads one item of a trajectory, under whatever keys frameworks write name and arguments.
 * @param item the call; a pair of it and what it gave back; or a wrapper around parallel calls
 * @param place its 1-based place in the trajectory
 * @param notes takes what was not as the playground writes it
 * @returns the calls, or what is wrong with the item
 */
export function readCall(
  item: JsonValue,
  place: number,
  notes: CallNotes,
): readonly ToolCall[] | TrajectoryProblem {
  const [action, output] = isJsonList(item) && item.length <= 2 ? item : [item];
  if (!isJsonObject(action))
    return { code: 'call_not_object', call: place, found: jsonTypeOf(item) };
  const calls = locateCalls(action, notes.argumentsKey);
  if (calls.length === 0) {
    if (isToolDefinition(action)) return { code: 'call_is_definition', call: place };
    const found = Object.keys(action).slice(0, 6).join(', ').slice(0, 120);
    return { code: 'call_without_tool_name', call: place, found };
  }
  return calls.map(({ name, key, input, passedOver }) => {
    if (key !== 'tool_name' || action !== item) notes.forms.add('other_keys');
    if (passedOver !== undefined) notes.passedOver ??= { call: place, key: passedOver };
    return {
      tool_name: name,
      tool_input: readInput(input, place, notes),
      source: output === undefined ? action : { ...action, tool_output: output },
    };
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
