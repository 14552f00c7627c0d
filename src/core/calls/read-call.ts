import {
  isBlank,
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  find,
  findText,
  hasKey,
  hasWord,
  keysOf,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  words,
} from '#core/base/json/pick.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { parseTolerant, type ReadValue } from '#core/base/literals/parse-tolerant.ts';
import { readWrittenCall } from '#core/base/literals/read-literal.ts';
import { argumentsBeside } from './arguments-beside.ts';
import { argumentsOf, CALL_WORDS } from './call-keys.ts';
import { readStepError, readStepRecord, type NoteUnit } from './step-record.ts';
import type { StepRecord } from './step.ts';
import type { ToolCall } from './trajectory.ts';

/** A tool call as recorded by some framework. */
export interface FoundCall {
  readonly name: string;
  /** The arguments; null where they are null or an empty text, undefined where nothing is recorded. */
  readonly input: JsonValue | undefined;
  /** Whether it is an object of a list of calls: where that records no arguments, it has none. */
  readonly isListed?: true;
  /** The values beside the name, where it is unclear which are the arguments. */
  readonly unclear?: JsonObject;
  readonly id?: string | undefined;
  /** What the tool returned; undefined when not recorded. */
  readonly output?: JsonValue | undefined;
  /** The error; `true` where only the failure is recorded, undefined where nothing is. */
  readonly error?: string | true | undefined;
  /** Calls with the same number ran in parallel. */
  readonly parallel?: number | undefined;
  /** Agent, model, times, tokens and cost where recorded. */
  readonly record?: StepRecord | undefined;
  /** Whether a sub-agent or another call made it. */
  readonly isNested?: boolean;
}

/** Notes about a single call. */
export type CallNoteCode =
  | 'arguments_text' // neither JSON nor a literal: kept as text
  | 'arguments_literal' // written as Python prints values
  | 'arguments_empty' // empty text or null: of a call that was made, none
  | 'arguments_found' // under no usual key, or beside the name: `detail` holds the keys
  | 'arguments_unclear' // more than one key may hold them: `detail` holds the keys
  | 'call_unreadable' // an item of a list of calls that is no call
  | 'calls_expanded' // a wrapper around parallel calls was opened
  | 'unit_by_size' // a time whose unit only its size shows: `detail` holds the key and the unit
  | 'positional_arguments'; // arguments without names, named arg_0, arg_1 …

const FORM_CODES = [
  'arguments_absent', // none under any usual key
  'arguments_broken', // they look like JSON and cannot be read: `detail` holds the reason
  'arguments_json', // JSON text
  'expression', // written as a call in Python
  'other_keys', // the name is under another key than tool_name
] as const;

/** Notes about the form of a call that is common in frameworks' records. */
export type CallFormCode = (typeof FORM_CODES)[number];

/** Whether a note is about the form of a call. */
export function isFormCode(code: string): code is CallFormCode {
  return (FORM_CODES as readonly string[]).includes(code);
}

/** How a reader of calls parses arguments and reports notes. */
export interface CallReader {
  readonly options: {
    readonly argumentsKey?: string | undefined;
  };
  /** Parses the text of arguments; absent: as JSON or Python. */
  readonly read?: ReadValue;
  /** Counts a note; `detail` is the tool, key or shape concerned. */
  note(code: CallNoteCode | CallFormCode, detail?: string, path?: string): void;
}

/**
 * Reads one item of a list of calls of any framework: an object, a text or a bare name. Returns
 * several for a wrapper around parallel calls, none for an item that is no call or declares a tool.
 */
export function readCall(
  value: JsonValue,
  reader: CallReader,
  list: readonly JsonValue[] = [],
): readonly FoundCall[] {
  const call = typeof value === 'string' ? (readCallText(value) ?? value.trim()) : value;
  if (typeof call === 'string') return call === '' ? [] : [{ name: call, input: undefined }];
  if (!isJsonObject(call)) return [];
  const calls = locateWithin(call, reader.options.argumentsKey, WRAPPER_DEPTH);
  if (calls.some(({ isExpanded }) => isExpanded)) reader.note('calls_expanded');
  const about = calls.length === 1 ? aboutCall(call, reader) : {};
  return calls.map((located): FoundCall => {
    const { name, key, id, output } = located;
    if (key === CLASS_KEY) {
      reader.note('expression', name);
      if (hasKey(call, 'arg_0')) reader.note('positional_arguments', name);
    } else if (key !== 'tool_name') reader.note('other_keys', key);
    const beside = isBlank(located.input) ? argumentsBeside(located, list) : undefined;
    if (beside) {
      const keys = Object.keys(beside.values).join(', ');
      reader.note(beside.isClear ? 'arguments_found' : 'arguments_unclear', keys);
      if (!beside.isClear)
        return { name, input: undefined, unclear: beside.values, id, output, ...about };
    }
    const input = beside ? beside.input : located.input;
    if (input === undefined) reader.note('arguments_absent', name);
    const read = input === undefined ? undefined : readArguments(input, name, reader);
    // rows in the service's own form are taken as they are
    const mayBeNamed = key !== 'tool_name' && isJsonList(read) && read.length > 0;
    return { name, input: mayBeNamed ? argumentsByName(read) : read, id, output, ...about };
  });
}

/** The record beside a call, and its error. */
function aboutCall(call: JsonObject, reader: CallReader): Pick<FoundCall, 'error' | 'record'> {
  const error = readStepError(call);
  const record = readStepRecord(call, noteUnitsTo(reader));
  return {
    ...(error !== undefined && { error }),
    ...(Object.keys(record).length > 0 && { record }),
  };
}

/** A call as text, cut: `search({"q": "a"})`; empty for other values. */
export function exampleOf(call: JsonValue | undefined, length: number): string {
  const [read] = call === undefined ? [] : readCall(call, { options: {}, note: () => undefined });
  if (!read) return '';
  return read.input === undefined
    ? read.name
    : `${read.name}(${previewJson(read.input ?? {}, length)})`;
}

/** Notes units that were inferred from the size of a number. */
export function noteUnitsTo(reader: CallReader): NoteUnit {
  return (name, unit) => reader.note('unit_by_size', `${name} in ${unit}`);
}

/** Reads a list of calls, noting items that are not calls; undefined where no item is one. */
export function readCallList(
  list: readonly JsonValue[],
  reader: CallReader,
  path?: string,
): readonly FoundCall[] | undefined {
  const found = list.flatMap((item, index) => {
    const calls = readCall(unwrapEncoded(item), reader, list);
    if (calls.length === 0) reader.note('call_unreadable', '', `${path ?? ''}[${index}]`);
    return isJsonObject(item) ? asListed(calls) : calls;
  });
  return found.length === 0 && list.length > 0 ? undefined : found;
}

/** Marks calls that are objects of a list of calls. */
export function asListed(calls: readonly FoundCall[]): readonly FoundCall[] {
  return calls.map((call) => ({ ...call, isListed: true }));
}

const EXPRESSION = /^\s*[\p{L}_][\p{L}\p{N}_.]*\(.*\)\s*$/su;

/**
 * Parses a call in Python's notation, `mkdir(name='temp')`, for {@link readCall}; positional
 * arguments become arg_0, arg_1 …. Undefined for other text.
 */
export function readCallText(text: string): JsonObject | undefined {
  return EXPRESSION.test(text) ? readWrittenCall(text) : undefined;
}

/**
 * Reads the arguments of a call: a value, or its text in JSON or Python.
 * @returns the arguments; null for empty text and null; other text as it is
 */
export function readArguments(value: JsonValue, tool: string, reader: CallReader): JsonValue {
  if (typeof value !== 'string' && value !== null) return value;
  const text = isBlank(value) ? 'null' : value.trim();
  if (text === 'null') {
    reader.note('arguments_empty', tool);
    return null;
  }
  // a text such as print('x') is code for the tool to run
  const reading = /^[[{]/.test(text) ? (reader.read ?? parseTolerant)(text) : undefined;
  if (reading?.ok) {
    reader.note(reading.tolerances.length > 0 ? 'arguments_literal' : 'arguments_json', tool);
    return reading.value;
  }
  const opened = unwrapEncoded(text);
  if (opened !== text) {
    reader.note('arguments_json', tool);
    return opened;
  }
  if (reading) reader.note('arguments_broken', `${reading.reason} (column ${reading.column})`);
  reader.note('arguments_text', tool);
  return value ?? '';
}

/** Arguments that a list has as names with their values, `[{ name, value }]`, as an object. */
export function argumentsByName(given: JsonValue): JsonValue {
  if (!isJsonList(given) || !given.every(isNamedValue)) return given;
  return Object.fromEntries(given.map(({ name, value = null }) => [name, value]));
}

const isNamedValue = (one: JsonValue): one is JsonObject & { readonly name: string } =>
  isJsonObject(one) && typeof one['name'] === 'string' && Object.hasOwn(one, 'value');

/** Mastra uses one wrapper for all of its events; only one type is a call. */
const WRAPPERS_OF_MASTRA = [...CALL_WORDS.wrapper, 'payload'];
/** Words for what is called, or what wraps it. */
const NAMES_OR_WRAPPED = [...CALL_WORDS.name, 'value'];

interface LocatedCall {
  readonly name: string;
  readonly key: string;
  /** The arguments; undefined where no usual key is there. */
  readonly input: JsonValue | undefined;
  readonly id: string | undefined;
  readonly output: JsonValue | undefined;
  /** The objects that enclose the name, outermost first. */
  readonly holders: readonly JsonObject[];
  /** Whether it is from a wrapper around parallel calls. */
  readonly isExpanded?: true;
}

/** The result recorded beside a call; undefined without one. */
export function resultOf({ source }: Pick<ToolCall, 'source'>): JsonValue | undefined {
  return find(source, CALL_WORDS.output);
}

/** The id of a call under any usual key. */
export function idOf(source: JsonObject): string | undefined {
  return findText(source, CALL_WORDS.id);
}

/** The error in a result's own flags, as MCP and Mastra write them. */
export function errorIn(output: JsonValue | undefined): true | undefined {
  const isBad =
    pick(output, 'isError', 'is_error') === true ||
    pick(output, 'error') === true ||
    pick(output, 'code') === 'TOOL_EXECUTION_FAILED';
  return isBad ? true : undefined;
}

/** How deep wrappers may be nested. */
const WRAPPER_DEPTH = 3;

/** Tools that models call to run several calls at once. */
const PARALLEL_TOOLS = ['multi_tool_use.parallel', 'parallel'];

/** Words of dataset rows and traces that also have a name and an input. */
export const ROW_WORDS = words(
  'actual_output expected_output role observations html_path feedback_scores span_count',
);

function locateWithin(
  value: JsonObject,
  argumentsKey: string | undefined,
  depth: number,
): readonly LocatedCall[] {
  if (isToolDefinition(value)) return [];
  if (isToolWritten(value)) return locateClass(value);
  const key = keysOf(value)
    .under(CALL_WORDS.name)
    .find((name) => pickText(value, name) !== undefined);
  const input = argumentsOf(value, argumentsKey);
  const isWhole = key !== undefined && input !== undefined;
  const apart = isWhole || depth === 0 ? undefined : locateWrapped(value, argumentsKey, depth - 1);
  if (apart || key === undefined) return apart ?? locateClass(value);
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
  return [
    {
      name,
      key,
      input,
      id: idOf(value),
      output: find(value, CALL_WORDS.output),
      holders: [value],
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
    if (!inner || !hasWord(inner, NAMES_OR_WRAPPED)) continue;
    const id = idOf(value);
    return locateWithin(inner, argumentsKey, depth).map((call) => ({
      ...call,
      key,
      id: call.id ?? id,
      output: call.output ?? find(value, CALL_WORDS.output),
      // the arguments may be beside the wrapper
      input: call.input ?? argumentsOf(value, argumentsKey),
      holders: [value, ...call.holders],
    }));
  }
  return undefined;
}

/**
 * Whether an expression calls a tool, `book(name='Emma')`; a class such as `ToolCall(…)` wraps a
 * call.
 */
function isToolWritten(value: JsonObject): boolean {
  const name = ownValue(value, CLASS_KEY);
  return typeof name === 'string' && /^[^\p{Lu}]/u.test(name.slice(name.lastIndexOf('.') + 1));
}

function locateClass(value: JsonObject): readonly LocatedCall[] {
  const name = pickText(value, CLASS_KEY);
  if (name === undefined) return [];
  const input = Object.fromEntries(Object.entries(value).filter(([key]) => key !== CLASS_KEY));
  const rest = { id: undefined, output: undefined, holders: [] };
  return [{ name, key: CLASS_KEY, input, ...rest }];
}

function wrappersOf(value: JsonObject): readonly string[] {
  const isOfMastra = value['type'] === 'tool-call';
  return keysOf(value).under(isOfMastra ? WRAPPERS_OF_MASTRA : CALL_WORDS.wrapper);
}

function usesIn(value: JsonObject): readonly JsonValue[] | undefined {
  return pickList(unwrapEncoded(argumentsOf(value)), 'tool_uses');
}

/**
 * Whether a value has a tool's name with arguments or an id, so that {@link readCall} accepts it.
 */
export function isCallLike(value: JsonValue): boolean {
  return looksLikeCall(value, WRAPPER_DEPTH);
}

function looksLikeCall(value: JsonValue, depth: number): boolean {
  if (!isJsonObject(value) || hasWord(value, ROW_WORDS) || isToolDefinition(value)) return false;
  const name = findText(value, CALL_WORDS.name);
  if (name === undefined) {
    if (depth === 0) return false;
    // the arguments may be beside the wrapper
    const hasArguments = argumentsOf(value) !== undefined;
    return wrappersOf(value).some((key) => {
      const inner = pickObject(value, key) ?? null;
      const isNamed = findText(inner, CALL_WORDS.name) !== undefined;
      return looksLikeCall(inner, depth - 1) || (hasArguments && isNamed);
    });
  }
  if (argumentsOf(value) !== undefined) return true;
  return pickText(value, 'type') === 'function' || hasWord(value, CALL_WORDS.callId);
}

/** Words for the schema in a tool's declaration. */
export const SCHEMA_WORDS = words('parameters input_schema parameters_json_schema args_schema');
/** Words for what a call is given: what describes it there is no call. */
const GIVEN_WORDS = words('arguments args tool_input inputs');
/** Words of which whatever declares a tool has one. */
const DECLARING_WORDS = ['function', 'description', ...SCHEMA_WORDS];

/** Names of parameter types in JSON Schema and in languages. */
const PARAMETER_TYPE =
  /^(?:str|int|float|num|bool|list|array|dict|object|map|any|tuple|set|union|optional|callable|date|time|byte|long|double|enum|null|none)/i;

/** Whether an object declares a tool: it has a schema where a call has arguments. */
export function isToolDefinition(value: JsonObject): boolean {
  if (!hasWord(value, DECLARING_WORDS)) return false;
  const holder = pickObject(value, 'function') ?? value;
  const isDescribed =
    pickText(holder, 'description') !== undefined || pickText(value, 'description') !== undefined;
  const given = find(holder, GIVEN_WORDS);
  if (given !== undefined) return isDescribed && areParameters(propertiesOf(unwrapEncoded(given)));
  const schema = unwrapEncoded(find(holder, SCHEMA_WORDS) ?? find(value, SCHEMA_WORDS));
  const isAlone = isDescribed && !hasWord(value, CALL_WORDS.id);
  if (schema === undefined) return isAlone && pickText(value, 'type') === 'function';
  if (!isJsonObject(schema)) return false;
  const isOfObject = isTypeOfObject(schema);
  const properties = pickObject(schema, 'properties');
  if (properties) return isOfObject || isDescribed || areParameters(properties);
  // a tool without parameters
  if (isOfObject || Object.keys(schema).length === 0) return isAlone;
  const isDocumented = Object.values(schema).every(
    (one) => pickText(one, 'description') !== undefined,
  );
  return (isDescribed || isDocumented) && areParameters(schema);
}

const isTypeOfObject = (schema: JsonValue): boolean =>
  /^(?:object|dict)$/i.test(pickText(schema, 'type') ?? '');

/** The parameters that a schema declares; any other value as it is. */
function propertiesOf(schema: JsonValue): JsonValue {
  return (isTypeOfObject(schema) ? pickObject(schema, 'properties') : undefined) ?? schema;
}

function areParameters(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.every((member) => PARAMETER_TYPE.test(pickText(member, 'type') ?? ''))
  );
}
