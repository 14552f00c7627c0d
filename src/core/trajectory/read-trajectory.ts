import {
  isDeeperThan,
  isJsonList,
  isJsonObject,
  jsonTypeOf,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { ACCEPTED_KEY } from '#core/calls/call-keys.ts';
import { readNoting } from '#core/json/read-lenient.ts';
import { unwrapJsonText } from '#core/json/parse-json.ts';
import type { Leniency } from '#core/literals/leniency.ts';
import { Reading } from '#core/adapters/reading.ts';
import { isConversation } from '#core/transcripts/find-conversations.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { joinTurns, splitTurns } from '#core/transcripts/write-turns.ts';
import { namesIn, isEmptyWord } from './call-names.ts';
import { readCall, readCallExpression, type CallNotes } from './read-call.ts';
import type { CallsSide, ToolCall, TrajectoryProblem, TrajectorySide } from './trajectory.ts';

/** Levels of nesting allowed in a row; deeper values break structured clone and IndexedDB. */
export const DEPTH_LIMIT = 200;

const MISSING: TrajectorySide = { state: 'missing' };

/**
 * Reads a trajectory cell: a list of calls, that list as JSON or Python text, or the names of tools.
 * @param cell the cell's value; null, NaN, empty text and an absent column mean "not recorded"
 * @param argumentsKey a further key under which calls have their arguments
 * @returns the calls with what reading them has needed, `missing`, or the problem that makes the
 * cell unreadable
 */
export function readTrajectory(cell: JsonValue | undefined, argumentsKey?: string): TrajectorySide {
  if (isBlank(cell) || Number.isNaN(cell)) return MISSING;
  const isFromText = typeof cell === 'string';
  const notes: CallNotes = {
    forms: new Set(),
    unparsed: undefined,
    passedOver: undefined,
    isFromText,
    argumentsKey,
  };
  if (isFromText) return readText(cell, notes);
  return readValue(cell, notes, NO_LENIENCIES);
}

/** Several trajectories of one cell, or why the cell cannot be read. */
export type TrajectoriesReading =
  | { readonly state: 'lists'; readonly lists: readonly CallsSide[] }
  | Extract<TrajectorySide, { state: 'unreadable' }>;

/**
 * Reads a cell of several trajectories: a list of lists of calls, each of them or the whole as
 * JSON text if need be.
 * @param cell the cell's value
 * @returns the trajectories, null ones left out; or the first problem
 */
export function readTrajectories(cell: JsonValue): TrajectoriesReading {
  const reading = unwrapJsonText(cell);
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
    const side = readTrajectory(item);
    if (side.state === 'unreadable') return side;
    if (side.state === 'calls') lists.push(side);
  }
  return { state: 'lists', lists };
}

/**
 * Tells whether a cell holds nothing.
 * @param cell the cell's value
 * @returns whether it is absent, null or text of spaces only
 */
export function isBlank(cell: JsonValue | undefined): cell is undefined | null | '' {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

const NO_LENIENCIES: readonly Leniency[] = [];
/** Spreadsheets cut longer cells without a word. */
const CELL_LIMITS = new Map([
  [32_767, 'Excel'],
  [50_000, 'Google Sheets'],
]);

function unreadable(problem: TrajectoryProblem): TrajectorySide {
  return { state: 'unreadable', problem };
}

function readText(text: string, notes: CallNotes, levels = 2): TrajectorySide {
  const reading = readNoting(text);
  if (reading.ok && typeof reading.value === 'string') {
    if (levels === 0 || !/^\s*["[{]/.test(reading.value))
      return unreadable({ code: 'trajectory_not_list', found: 'text' });
    notes.forms.add('double_encoded');
    return readText(reading.value, notes, levels - 1);
  }
  if (reading.ok) return readValue(reading.value, notes, reading.leniencies);
  if (isEmptyWord(text)) {
    notes.forms.add('empty_word');
    return finish([], false, notes, NO_LENIENCIES);
  }
  const names = namesIn(text);
  if (names) return finish(names.map(nameOnly), true, notes, NO_LENIENCIES);
  const { column, reason } = reading;
  const cutBy = CELL_LIMITS.get(text.length);
  const problem = { code: 'trajectory_not_json', column, reason } as const;
  return unreadable(cutBy === undefined ? problem : { ...problem, cutBy });
}

function readValue(
  value: JsonValue,
  notes: CallNotes,
  leniencies: readonly Leniency[],
): TrajectorySide {
  if (value === null || Number.isNaN(value)) return MISSING;
  if (isJsonList(value)) return readCalls(value, notes, leniencies);
  if (!isJsonObject(value))
    return unreadable({ code: 'trajectory_not_list', found: jsonTypeOf(value) });
  const calls = readCall(value, 1, notes);
  if ('code' in calls) {
    const isNoCall = calls.code === 'call_without_tool_name';
    return unreadable(isNoCall ? { code: 'trajectory_not_list', found: 'object' } : calls);
  }
  notes.forms.add('single_call');
  return finish(calls, false, notes, leniencies);
}

function readCalls(
  list: readonly JsonValue[],
  notes: CallNotes,
  leniencies: readonly Leniency[],
): TrajectorySide {
  const calls: ToolCall[] = [];
  let names = 0;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] as JsonValue;
    const plain = readPlainCall(item);
    if (!plain && index === 0 && isConversation(list))
      return readConversation(list, notes, leniencies);
    const found = plain ? [plain] : readOtherCall(item, index + 1, notes);
    if ('code' in found) return unreadable(found);
    for (const call of found) {
      if (call.isNameOnly) names++;
      if (Object.hasOwn(call.source, ACCEPTED_KEY)) notes.forms.add('accepted_values');
      calls.push(call);
    }
  }
  const isNamesOnly = names > 0 && names === calls.length;
  if (names > 0 && !isNamesOnly) notes.forms.add('some_names');
  return finish(calls, isNamesOnly, notes, leniencies);
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
  leniencies: readonly Leniency[],
): TrajectorySide {
  const reading = new Reading({ turns: 'conversation', subAgents: 'all', droppedTools: [] });
  const entries = list.flatMap((message) => readMessage(message, reading));
  if (entries.every(({ kind }) => kind === 'user')) return MISSING;
  const calls = joinTurns(splitTurns(entries)).calls.map(({ name, input, output }): ToolCall => {
    const source: JsonObject = {
      tool_name: name,
      ...(output !== undefined && { tool_output: output }),
    };
    return { tool_name: name, tool_input: input ?? {}, source };
  });
  notes.forms.add('conversation');
  return finish(calls, false, notes, leniencies);
}

/** A call under any keys, one written as an expression, or a tool's name. */
function readOtherCall(
  item: JsonValue,
  place: number,
  notes: CallNotes,
): readonly ToolCall[] | TrajectoryProblem {
  if (typeof item !== 'string') return readCall(item, place, notes);
  const written = readCallExpression(item);
  if (written !== undefined) {
    const hadOtherKeys = notes.forms.has('other_keys');
    const call = readCall(written, place, notes);
    if (!hadOtherKeys) notes.forms.delete('other_keys');
    notes.forms.add('expressions');
    return call;
  }
  if (item.trim() === '' || item.length > 200 || item.includes('\n'))
    return { code: 'call_not_object', call: place, found: 'text' };
  return [nameOnly(item)];
}

function nameOnly(text: string): ToolCall {
  const name = text.trim();
  const source: JsonObject = { tool_name: name };
  return { tool_name: name, tool_input: {}, source, isNameOnly: true };
}

function finish(
  calls: readonly ToolCall[],
  isNamesOnly: boolean,
  { forms, unparsed, passedOver, isFromText }: CallNotes,
  leniencies: readonly Leniency[],
): TrajectorySide {
  // a value within a row was measured with the row; text inside it was not
  const isMeasured = !isFromText && forms.size === 0;
  if (!isMeasured && calls.some(({ tool_input }) => isDeeperThan(tool_input, DEPTH_LIMIT - 2)))
    return unreadable({ code: 'trajectory_too_deep', limit: DEPTH_LIMIT });
  if (!isNamesOnly && forms.size === 0 && !unparsed && !passedOver && leniencies.length === 0)
    return { state: 'calls', calls };
  return {
    state: 'calls',
    calls,
    reading: {
      leniencies,
      forms: [...forms],
      unparsed: unparsed ?? null,
      passedOver: passedOver ?? null,
      isNamesOnly,
    },
  };
}
