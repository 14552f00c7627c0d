import { isJsonObject, type JsonValue, isBlank } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { AgentError } from './agent-error.ts';

/** The value of a row for a placeholder; undefined for none. */
export type Cells = (name: string) => JsonValue | undefined;

const LONE_SURROGATE = /\p{Cs}/gu;
// JSON’s own braces are never followed by a bare name
const PLACEHOLDER = /\{([\p{L}_][\p{L}\p{N}_ .-]*)\}/gu;

/** Lists the distinct placeholders of a template, in order. */
export function placeholdersOf(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(PLACEHOLDER), (match) => match[1] as string))];
}

/**
 * Fills the placeholders of a JSON body, `{"input": "{prompt}", "tags": {tags}}`: escaped within a
 * text, elsewhere as JSON. Throws AgentError for a missing value.
 */
export function fillJson(template: string, cells: Cells): string {
  return fill(template, (name, isInText) => {
    const json = printJson(isInText ? textOf(valueOf(name, cells)) : valueOf(name, cells));
    return isInText ? json.slice(1, -1) : json;
  });
}

/** Fills the placeholders of a URL, percent-encoded. Throws AgentError for a missing value. */
export function fillAddress(template: string, cells: Cells): string {
  return template.trim().replace(PLACEHOLDER, (_match, name: string) => {
    const text = textOf(valueOf(name, cells)).replace(LONE_SURROGATE, '\uFFFD');
    return encodeURIComponent(text);
  });
}

/** The faults of a body, as sentences; an empty body is valid, and not sent. */
export function faultsOfBody(template: string, names: readonly string[]): string[] {
  const unknown = placeholdersOf(template).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const listed = unknown.map((name) => `{${name}}`).join(', ');
    return [`Body: there is no column ${listed}. Columns: ${names.join(', ')}.`];
  }
  if (template.trim() === '') return [];
  const reading = readJson(fill(template, (_name, isInText) => (isInText ? '' : 'null')));
  if (!reading.ok) return [`Body: it is not JSON (character ${String(reading.column)}).`];
  return isJsonObject(reading.value) || Array.isArray(reading.value)
    ? []
    : ['Body: it is neither an object nor a list.'];
}

function fill(template: string, write: (name: string, isInText: boolean) => string): string {
  let isInText = false;
  let from = 0;
  const parts: string[] = [];
  for (const match of template.matchAll(PLACEHOLDER)) {
    const before = template.slice(from, match.index);
    isInText = endsInText(before, isInText);
    parts.push(before, write(match[1] as string, isInText));
    from = match.index + match[0].length;
  }
  return [...parts, template.slice(from)].join('');
}

function endsInText(json: string, wasInText: boolean): boolean {
  let isInText = wasInText;
  for (let index = 0; index < json.length; index++) {
    if (isInText && json[index] === '\\') index++;
    else if (json[index] === '"') isInText = !isInText;
  }
  return isInText;
}

function valueOf(name: string, cells: Cells): JsonValue {
  const value = cells(name);
  if (value === undefined || isBlank(value)) throw new AgentError('input_missing', `{${name}}`);
  return value;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : printJson(value);
}
