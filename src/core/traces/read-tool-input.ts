import type { Reading } from '#core/adapters/reading.ts';
import { readArguments } from '#core/calls/read-arguments.ts';
import { isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pickList, pickObject, unwrapEncoded } from '#core/json/pick.ts';

/**
 * Reads the input of a tool's span or run, through the wrappers that tracers put around it.
 * @param value the input as recorded: a value, or its text
 * @param tool the tool's name, for the notes
 * @param reading where leniency is noted
 * @returns the arguments; undefined when nothing was recorded
 */
export function readToolInput(
  value: JsonValue | undefined,
  tool: string,
  reading: Reading,
): JsonValue | undefined {
  if (value === undefined) return undefined;
  return readArguments(unwrapInput(unwrapEncoded(value)), tool, reading);
}

function unwrapInput(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  // a Python function's arguments, positional and named
  const positional = pickList(value, 'args');
  const named = pickObject(value, 'kwargs');
  if (positional && named) {
    return Object.keys(named).length > 0 || positional.length === 0 ? named : positional;
  }
  const inputs = pickObject(value, 'inputs');
  if (inputs) return inputs;
  const [key, inner] = Object.entries(value)[0] ?? [];
  const isWrapper = Object.keys(value).length === 1 && (key === 'input' || key === 'input_str');
  if (!isWrapper || inner === undefined) return value;
  // one argument named input stays an argument; arguments inside it do not
  const opened = unwrapEncoded(inner);
  if (typeof opened === 'object' && opened !== null) return opened;
  return typeof opened === 'string' && /^\s*[{[]/.test(opened) ? opened : value;
}
