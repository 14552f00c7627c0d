import type { Reading } from '#core/adapters/reading.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import type { FoundCall } from './found-call.ts';

const SHAPE = /^\s*([A-Za-z_][\w.]*)\s*\(([\s\S]*)\)\s*$/;
const NAMED = /^\s*([A-Za-z_]\w*)\s*=(?!=)/;
const OPENING = '([{';
const CLOSING = ')]}';

/**
 * Reads a call written as in Python: `mkdir(name='temp')`.
 * @param text one call
 * @param reading reads values in Python's notation, and notes those that stay text
 * @returns the call; arguments without a name become arg_0, arg_1 …; undefined for other text
 */
export function readCallText(text: string, reading: Reading): FoundCall | undefined {
  const [, name, inner] = SHAPE.exec(text) ?? [];
  const parts = inner === undefined ? undefined : splitArguments(inner);
  if (name === undefined || !parts) return undefined;
  const entries: [string, JsonValue][] = [];
  for (const part of parts) {
    const named = NAMED.exec(part);
    const value = readValue(part.slice(named?.[0].length ?? 0).trim(), name, reading);
    if (!named) reading.note('positional_arguments', name);
    entries.push([named?.[1] ?? `arg_${entries.length}`, value]);
  }
  return { name, input: Object.fromEntries(entries) };
}

function readValue(text: string, tool: string, reading: Reading): JsonValue {
  const json = readJson(text);
  if (json.ok) return json.value;
  const literal = reading.options.readLiteralText?.(text);
  if (literal !== undefined) return literal;
  // a plain quoted text needs no reader
  const quoted = /^'([^'\\]*)'$/.exec(text);
  if (quoted) return quoted[1] ?? '';
  reading.note('arguments_text', tool);
  return text;
}

/** Splits at the commas outside brackets and quotes; undefined when a bracket or quote is open. */
function splitArguments(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char)) {
      depth--;
      if (depth < 0) return undefined;
    } else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (depth !== 0 || quote !== '') return undefined;
  if (text.slice(from).trim() !== '') parts.push(text.slice(from));
  return parts;
}
