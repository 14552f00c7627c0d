import type { Reading } from '#core/adapters/reading.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { unwrapEncoded } from '#core/json/pick.ts';

/**
 * Reads the arguments of a call: a value, or the text of one in JSON or in Python's notation.
 * @param value the arguments as recorded
 * @param tool the tool's name, for the notes
 * @param reading where it is noted that text was read leniently or kept
 * @returns the arguments; empty text and null mean none; any other text stays text
 */
export function readArguments(value: JsonValue, tool: string, reading: Reading): JsonValue {
  if (value === null) return noArguments(tool, reading);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' || text === 'null') return noArguments(tool, reading);
  const json = unwrapEncoded(value);
  if (typeof json === 'object' && json !== null) return json;
  const literal = reading.options.readLiteralText?.(text);
  if (typeof literal === 'object' && literal !== null) {
    reading.note('arguments_literal', tool);
    return literal;
  }
  reading.note('arguments_text', tool);
  return value;
}

function noArguments(tool: string, reading: Reading): JsonValue {
  reading.note('arguments_empty', tool);
  return {};
}
