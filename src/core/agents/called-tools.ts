import { isJsonObject, ownValue, type JsonValue } from '#core/json/json-value.ts';

/**
 * Names the tools of a trajectory cell.
 * @param calls the cell: calls, or bare names
 * @returns a name per call, in order
 */
export function calledTools(calls: readonly JsonValue[]): string[] {
  return calls.flatMap((call) => {
    const name = isJsonObject(call) ? ownValue(call, 'tool_name') : call;
    return typeof name === 'string' ? [name] : [];
  });
}
