import type { Reading } from '#core/adapters/reading.ts';
import { isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { unwrapEncoded } from '#core/json/pick.ts';
import type { FoundCall } from './found-call.ts';
import { locateCalls } from './locate-call.ts';
import { readArguments } from './read-arguments.ts';

/**
 * Reads one item of a list of calls, whatever framework wrote it.
 * @param value a call with the keys of any framework, or a tool's bare name
 * @param reading where leniency is noted
 * @returns the call; several when it wraps parallel ones; none when it is no call
 */
export function readCall(value: JsonValue, reading: Reading): readonly FoundCall[] {
  if (typeof value === 'string') {
    return value.trim() === '' ? [] : [{ name: value.trim(), input: undefined }];
  }
  if (!isJsonObject(value)) return [];
  const calls = locateCalls(value, reading.options.argumentsKey);
  if (calls.some(({ isExpanded }) => isExpanded)) reading.note('calls_expanded');
  return calls.map(({ name, input, id, output, passedOver }) => {
    if (passedOver !== undefined) reading.note('arguments_elsewhere', passedOver);
    const read = input === undefined ? undefined : readArguments(input, name, reading);
    return { name, input: read, id, output };
  });
}

/**
 * Reads a list of calls; an item that is none is noted and passed over.
 * @param list the items, or a tool's names
 * @param reading where leniency is noted
 * @param path where the list is
 * @returns the calls in order
 */
export function readCallList(
  list: readonly JsonValue[],
  reading: Reading,
  path?: string,
): readonly FoundCall[] {
  return list.flatMap((item, index) => {
    const calls = readCall(unwrapEncoded(item), reading);
    if (calls.length === 0) reading.note('call_unreadable', '', `${path ?? ''}[${index}]`);
    return calls;
  });
}
