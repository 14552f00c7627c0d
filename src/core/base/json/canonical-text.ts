import { isJsonList, type JsonValue } from './json-value.ts';

/** Text that two values share just when they are equal as JSON. */
export function canonicalText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (isJsonList(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as JsonValue)}`);
  return `{${members.join()}}`;
}
