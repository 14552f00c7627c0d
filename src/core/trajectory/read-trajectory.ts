import {
  isDeeperThan,
  isJsonList,
  isJsonObject,
  jsonTypeOf,
  ownValue,
  type JsonValue,
} from '#core/json/json-value.ts';
import { unwrapJsonText } from '#core/json/parse-json.ts';
import type { ToolCall, TrajectorySide } from './trajectory.ts';

/** Levels of nesting allowed in a row; deeper values break structured clone and IndexedDB. */
export const DEPTH_LIMIT = 200;

const MISSING: TrajectorySide = { state: 'missing' };

/**
 * Reads a trajectory cell: a list of calls, or that list as JSON text.
 * @param cell the cell's value; null, empty text and an absent column mean "not recorded"
 * @returns the calls, `missing`, or the problem that makes the cell unreadable
 */
export function readTrajectory(cell: JsonValue | undefined): TrajectorySide {
  if (isBlank(cell)) return MISSING;
  const reading = unwrapJsonText(cell);
  if (!reading.ok) {
    const { column, reason } = reading;
    return { state: 'unreadable', problem: { code: 'trajectory_not_json', column, reason } };
  }
  const list = reading.value;
  if (list === null) return MISSING;
  if (!isJsonList(list)) {
    const found = jsonTypeOf(list);
    return { state: 'unreadable', problem: { code: 'trajectory_not_list', found } };
  }
  // a value within a row was measured with the row; text inside it was not
  return readCalls(list, typeof cell === 'string');
}

/**
 * Tells whether a cell holds nothing.
 * @param cell the cell's value
 * @returns whether it is absent, null or text of spaces only
 */
export function isBlank(cell: JsonValue | undefined): cell is undefined | null | '' {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function readCalls(list: readonly JsonValue[], isFromText: boolean): TrajectorySide {
  const calls: ToolCall[] = [];
  for (const [index, item] of list.entries()) {
    if (!isJsonObject(item)) {
      const problem = {
        code: 'call_not_object',
        call: index + 1,
        found: jsonTypeOf(item),
      } as const;
      return { state: 'unreadable', problem };
    }
    const name = ownValue(item, 'tool_name');
    if (typeof name !== 'string' || name === '') {
      const found = Object.keys(item).slice(0, 6).join(', ').slice(0, 120);
      return {
        state: 'unreadable',
        problem: { code: 'call_without_tool_name', call: index + 1, found },
      };
    }
    const input = ownValue(item, 'tool_input');
    if (isFromText && input !== undefined && isDeeperThan(input, DEPTH_LIMIT - 2)) {
      return { state: 'unreadable', problem: { code: 'trajectory_too_deep', limit: DEPTH_LIMIT } };
    }
    calls.push({ tool_name: name, tool_input: input === undefined ? {} : input, source: item });
  }
  return { state: 'calls', calls };
}
