import {
  aType,
  DEPTH_LIMIT,
  isBlank,
  isDeeperThan,
  isJsonList,
  isJsonObject,
  isUnrecorded,
  jsonTypeOf,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { readNoting } from '#core/base/literals/parse-tolerant.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { isValueWord } from '#core/base/literals/read-literal.ts';
import type { Tolerance } from '#core/base/literals/tolerance.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';
import { saysNoCall } from '#core/calls/call-keys.ts';
import { namesIn, isEmptyWord } from '#core/calls/call-names.ts';
import {
  isToolDefinition,
  readCall,
  readCallText,
  type CallReader,
} from '#core/calls/read-call.ts';
import type {
  CallForm,
  CallsSide,
  SideNotes,
  ToolCall,
  TrajectoryProblem,
  TrajectorySide,
} from '#core/calls/trajectory.ts';
import { isStepPattern, readStepPattern } from './read-steps.ts';
import { callsOfConversation } from './conversation-cell.ts';

const MISSING: TrajectorySide = { state: 'missing' };

/** How the calls of a cell are read. */
interface CallsReading {
  /** Whether the calls are expected ones: one that states no arguments is then a name. */
  readonly areExpected?: boolean | undefined;
  readonly argumentsKey?: string | undefined;
}

/**
 * Reads a trajectory cell: a list of calls, that list as JSON or Python text, or the names of
 * tools.
 * @param cell the cell's value; null, NaN, empty text, words for no value and an absent column mean
 * "not recorded"
 * @returns the calls with what reading them has needed, `missing`, or the problem that makes the
 * cell unreadable
 */
export function readTrajectory(
  cell: JsonValue | undefined,
  reading: CallsReading = {},
): TrajectorySide {
  if (cell === undefined || isUnrecorded(cell)) return MISSING;
  const isFromText = typeof cell === 'string';
  const notes = new CallNotes(isFromText, reading);
  if (isFromText) return readText(cell, notes);
  return readValue(cell, notes, NO_TOLERANCES);
}

/** The forms that notes about a call mean. */
const FORMS: Partial<Record<Parameters<CallReader['note']>[0], CallForm>> = {
  arguments_absent: 'arguments_absent',
  arguments_empty: 'arguments_absent',
  arguments_json: 'arguments_json',
  arguments_literal: 'arguments_lenient',
  expression: 'expressions',
  other_keys: 'other_keys',
};

/** What reading the calls of a cell has needed so far. */
class CallNotes implements CallReader {
  readonly options: CallsReading;
  /** Whether the calls were text: their depth is then not known yet. */
  readonly isFromText: boolean;
  readonly forms = new Set<CallForm>();
  unparsed: SideNotes['unparsed'] = null;
  found: SideNotes['found'] = null;
  /** Whether there are groups of steps, or tools that are patterns. */
  hasStepPatterns = false;
  /** The calls of the cell, and the 1-based place of the one that is read. */
  list: readonly JsonValue[] = [];
  place = 1;

  constructor(isFromText: boolean, options: CallsReading) {
    this.isFromText = isFromText;
    this.options = options;
  }

  note(...[code, detail = '']: Parameters<CallReader['note']>): void {
    const form = FORMS[code];
    const isName = form === 'arguments_absent' && this.options.areExpected;
    if (form && !isName) this.forms.add(form);
    if (code === 'arguments_broken') this.unparsed ??= { call: this.place, reason: detail };
    if (code === 'arguments_found') this.found ??= { call: this.place, keys: detail.split(', ') };
  }
}

/** Several trajectories of one cell, or why the cell cannot be read. */
export type TrajectoriesResult =
  | { readonly state: 'lists'; readonly lists: readonly CallsSide[] }
  | Extract<TrajectorySide, { state: 'unreadable' }>;

/**
 * Reads a cell of several expected trajectories: a list of lists of calls, each of them or the whole as JSON
 * text if need be.
 * @returns the trajectories, null ones left out; or the first problem
 */
export function readTrajectories(cell: JsonValue): TrajectoriesResult {
  const reading = typeof cell === 'string' ? readJson(cell) : ({ ok: true, value: cell } as const);
  if (!reading.ok) {
    const { column, reason } = reading;
    return { state: 'unreadable', problem: { code: 'trajectory_not_json', column, reason } };
  }
  const list = reading.value;
  if (list === null) return { state: 'lists', lists: [] };
  if (!isJsonList(list)) {
    const found = jsonTypeOf(list);
    return { state: 'unreadable', problem: { code: 'trajectory_not_list', found } };
  }
  const lists: CallsSide[] = [];
  for (const item of list) {
    const side = readTrajectory(item, { areExpected: true });
    if (side.state === 'unreadable') return side;
    if (side.state === 'calls') lists.push(side);
  }
  return { state: 'lists', lists };
}

const NO_TOLERANCES: readonly Tolerance[] = [];
/** Spreadsheets cut longer cells without a word. */
const CELL_LIMITS = new Map([
  [32_767, 'Excel'],
  [50_000, 'Google Sheets'],
]);

function unreadable(problem: TrajectoryProblem): TrajectorySide {
  return { state: 'unreadable', problem };
}

/** Names and what is between them, which no parser reads as a value. */
const PLAIN_NAMES = /^[a-z_]\w*(?: *(?:->|[→|;,]) *[a-z_]\w*)*$/i;

function readText(text: string, notes: CallNotes, levels = 2): TrajectorySide {
  const isPlain = PLAIN_NAMES.test(text) && !isValueWord(text);
  const plain = isPlain ? readNames(text, notes) : undefined;
  if (plain) return plain;
  const reading = readNoting(text);
  if (reading.ok && typeof reading.value === 'string') {
    if (levels === 0 || !/^\s*["[{]/.test(reading.value))
      return unreadable({ code: 'trajectory_not_list', found: 'text' });
    notes.forms.add('double_encoded');
    return readText(reading.value, notes, levels - 1);
  }
  if (reading.ok) return readValue(reading.value, notes, reading.tolerances);
  const named = readNames(text, notes);
  if (named) return named;
  const { column, reason } = reading;
  const cutBy = CELL_LIMITS.get(text.length);
  const problem = { code: 'trajectory_not_json', column, reason } as const;
  return unreadable(cutBy === undefined ? problem : { ...problem, cutBy });
}

/** Reads the names of tools, or a word for none; undefined where a text is something else. */
function readNames(text: string, notes: CallNotes): TrajectorySide | undefined {
  if (isEmptyWord(text)) {
    notes.forms.add('empty_word');
    return finish([], false, notes, NO_TOLERANCES);
  }
  const names = namesIn(text);
  return names && finish(names.map(nameOnly), true, notes, NO_TOLERANCES);
}

function readValue(
  value: JsonValue,
  notes: CallNotes,
  tolerances: readonly Tolerance[],
): TrajectorySide {
  if (value === null || Number.isNaN(value)) return MISSING;
  if (isJsonList(value)) return readCalls(value, notes, tolerances);
  if (saysNoCall(value)) return readCalls([], notes, tolerances);
  if (!isJsonObject(value))
    return unreadable({ code: 'trajectory_not_list', found: jsonTypeOf(value) });
  const calls = readOtherCall(value, 1, notes);
  if ('code' in calls) {
    const isNoCall = calls.code === 'call_without_tool_name';
    return unreadable(isNoCall ? { code: 'trajectory_not_list', found: 'object' } : calls);
  }
  notes.forms.add('single_call');
  return finish(calls, false, notes, tolerances);
}

function readCalls(
  list: readonly JsonValue[],
  notes: CallNotes,
  tolerances: readonly Tolerance[],
): TrajectorySide {
  const calls: ToolCall[] = [];
  notes.list = list;
  let names = 0;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] as JsonValue;
    const plain = readPlainCall(item);
    if (!plain && index === 0 && isConversation(list))
      return readConversation(list, notes, tolerances);
    const found = plain ? [plain] : readItem(item, index + 1, notes);
    if ('code' in found) return unreadable(found);
    for (const call of found) {
      if (call.isNameOnly) names++;
      calls.push(call);
    }
  }
  const isNamesOnly = names > 0 && names === calls.length;
  if (names > 0 && !isNamesOnly) notes.forms.add('some_names');
  return finish(calls, isNamesOnly, notes, tolerances);
}

/** A call, or what only a reference with patterns has. */
function readItem(
  item: JsonValue,
  place: number,
  notes: CallNotes,
): readonly ToolCall[] | TrajectoryProblem {
  if (!isStepPattern(item)) return readOtherCall(item, place, notes);
  notes.hasStepPatterns = true;
  return readStepPattern(item, `/${place - 1}`, (step) => {
    const plain = readPlainCall(step);
    return plain ? [plain] : readOtherCall(step, place, notes);
  });
}

/** A call just as the playground writes it: by far the commonest. */
function readPlainCall(item: JsonValue): ToolCall | undefined {
  if (!isJsonObject(item)) return undefined;
  const name = ownValue(item, 'tool_name');
  if (typeof name !== 'string' || name === '') return undefined;
  const input = ownValue(item, 'tool_input');
  if (typeof input !== 'object' || input === null) return undefined;
  return { tool_name: name, tool_input: input, source: item };
}

/** A conversation that makes the calls; one in which no agent speaks records none. */
function readConversation(
  list: readonly JsonValue[],
  notes: CallNotes,
  tolerances: readonly Tolerance[],
): TrajectorySide {
  const calls = callsOfConversation(list);
  if (!calls) return MISSING;
  if ('code' in calls) return unreadable(calls);
  notes.forms.add('conversation');
  return finish(calls, false, notes, tolerances);
}

/** A call under any keys, one with what it returned, one written as an expression, or a tool's name. */
function readOtherCall(
  item: JsonValue,
  place: number,
  notes: CallNotes,
): readonly ToolCall[] | TrajectoryProblem {
  notes.place = place;
  const isPair = isJsonList(item) && item.length <= 2;
  const [written, output] = isPair ? item : [item];
  const action = typeof item === 'string' ? (readCallText(item) ?? item) : written;
  if (action === item && typeof item === 'string') {
    if (item.trim() === '' || item.length > 200 || item.includes('\n'))
      return { code: 'call_not_object', call: place, found: 'text' };
    return [nameOnly(item)];
  }
  if (!isJsonObject(action))
    return { code: 'call_not_object', call: place, found: jsonTypeOf(item) };
  if (saysNoCall(action)) return [];
  const calls = readCall(action, notes, notes.list);
  const unclear = calls.find((call) => call.unclear)?.unclear;
  if (unclear) return { code: 'arguments_unclear', call: place, keys: Object.keys(unclear) };
  if (calls.length === 0) {
    if (isToolDefinition(action)) return { code: 'call_is_definition', call: place };
    const keys = Object.keys(action)
      .slice(0, 6)
      .map((key) =>
        key === 'tool_name' ? `${key} as ${aType(jsonTypeOf(action[key] ?? null))}` : key,
      );
    const found = boundText(keys.join(', '), 120);
    return { code: 'call_without_tool_name', call: place, found };
  }
  if (isPair) notes.forms.add('other_keys');
  return calls.map(({ name, input }) => ({
    tool_name: name,
    tool_input: input ?? {},
    source: output === undefined ? action : { ...action, tool_output: output },
    ...(isBlank(input) && notes.options.areExpected ? { isNameOnly: true } : {}),
  }));
}

function nameOnly(text: string): ToolCall {
  const name = text.trim();
  const source: JsonObject = { tool_name: name };
  return { tool_name: name, tool_input: {}, source, isNameOnly: true };
}

function finish(
  calls: readonly ToolCall[],
  isNamesOnly: boolean,
  { forms, unparsed, found, isFromText, hasStepPatterns }: CallNotes,
  tolerances: readonly Tolerance[],
): TrajectorySide {
  // a value within a row was measured with the row; text inside it was not
  const isMeasured = isNamesOnly || (!isFromText && forms.size === 0 && !found);
  if (!isMeasured && calls.some(({ tool_input }) => isDeeperThan(tool_input, DEPTH_LIMIT - 2)))
    return unreadable({ code: 'trajectory_too_deep', limit: DEPTH_LIMIT });
  if (!isNamesOnly && forms.size === 0 && !unparsed && !found && tolerances.length === 0)
    return hasStepPatterns ? { state: 'calls', calls, hasStepPatterns } : { state: 'calls', calls };
  return {
    state: 'calls',
    calls,
    ...(hasStepPatterns ? { hasStepPatterns } : {}),
    reading: {
      tolerances,
      forms: [...forms],
      unparsed,
      found,
      isNamesOnly,
    },
  };
}
