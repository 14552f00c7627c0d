import { isJsonObject, type JsonObject } from '#core/json/json-value.ts';
import { printJson, readJson } from '#core/json/parse-json.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import { NAME_LIMIT, readSettings } from './read-settings.ts';

const KIND = 'trajectory-playground/metric-set';
const VERSION = 1;
const NO_METRIC = 'The set names no built-in metric.';

/** Chosen metrics with their options, under a name. */
export interface MetricSet {
  readonly name: string;
  readonly settings: MetricSettings;
}

/** A set that was read, with what of it cannot be used; or why there is none. */
export type MetricSetReading =
  | { readonly ok: true; readonly set: MetricSet; readonly problems: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Writes a set as a file.
 * @param set the set
 * @returns JSON text
 */
export function printMetricSet(set: MetricSet): string {
  const { name, settings } = set;
  const file = { kind: KIND, version: VERSION, name, settings: settings as unknown as JsonObject };
  return `${printJson(file, 2)}\n`;
}

/**
 * Reads a set back. What is unknown in it is left out and told; the rest is used.
 * @param text the text of a file
 * @returns the set with a sentence for each problem; or why it is none
 */
export function readMetricSet(text: string): MetricSetReading {
  const reading = readJson(text);
  if (!reading.ok) return { ok: false, reason: `This is not JSON: ${reading.reason}.` };
  const file = reading.value;
  if (!isJsonObject(file) || file['kind'] !== KIND)
    return { ok: false, reason: 'This file holds no set of metrics of this page.' };
  if (file['version'] !== VERSION)
    return { ok: false, reason: 'This set was written by a newer version of this page.' };
  const { name, settings } = file;
  if (!isJsonObject(settings)) return { ok: false, reason: 'The set has no settings.' };
  const { settings: read, problems } = readSettings(settings);
  const title = typeof name === 'string' && name.trim() !== '' ? name.trim() : 'Imported set';
  return {
    ok: true,
    set: { name: title.slice(0, NAME_LIMIT), settings: read },
    problems: read.metrics.length > 0 ? problems : [NO_METRIC, ...problems],
  };
}
