import { isJsonList, isJsonObject } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { referenceProblem as texts } from './texts.ts';

/**
 * Says what keeps a text from being a reference.
 * @param text a list of steps as JSON
 * @returns one sentence; empty where nothing does
 */
export function problemOf(text: string): string {
  const reading = readJson(text.trim());
  if (!reading.ok) return texts.noJson(reading.reason, reading.column);
  if (!isJsonList(reading.value)) return texts.noList;
  const place = reading.value.findIndex((item) => !isJsonObject(item) && typeof item !== 'string');
  return place < 0 ? '' : texts.noStep(place + 1);
}
