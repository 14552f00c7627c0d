import * as v from 'valibot';
import {
  isJsonObject,
  type JsonObject,
  isJsonList,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import type { MetricSettings, RuleSetting } from '#core/score/metric/settings.ts';
import { UsableMetric } from '#core/score/custom-metrics/custom-metric.ts';
import { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { WrittenRule } from '#core/score/trajectory-rules/rule-metric.ts';
import { readRules } from '#core/match/check-matching.ts';
import { recordedName, UsableScore } from '#core/score/recorded-metrics/recorded-metric.ts';
import { DEFAULT_SETTINGS, METRICS, idOfMetric } from '#core/score/metrics/registry.ts';

const KIND = 'trajectory-playground/metric-set';
/** Version 1 left rows with an empty side out where it did not say how they count. */
const VERSION = 2;
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

/** Writes a set as JSON text. */
export function printMetricSet(set: MetricSet): string {
  const { name, settings } = set;
  const file = { kind: KIND, version: VERSION, name, settings: settings as unknown as JsonObject };
  return `${printJson(file, 2)}\n`;
}

/** Reads a set back; what is unknown is left out, with a sentence for each problem. */
export function readMetricSet(text: string): MetricSetReading {
  const reading = readJson(text);
  if (!reading.ok) return { ok: false, reason: `This is not JSON: ${reading.reason}.` };
  const file = reading.value;
  if (!isJsonObject(file) || file['kind'] !== KIND)
    return { ok: false, reason: 'This file is not a metric set.' };
  const { version } = file;
  if (version !== 1 && version !== VERSION)
    return { ok: false, reason: 'This set was written by a newer version of this page.' };
  const { name, settings } = file;
  if (!isJsonObject(settings)) return { ok: false, reason: 'The set has no settings.' };
  const usual = version === 1 ? { emptyTrajectories: 'skip' } : {};
  const { settings: read, problems } = readSettings({ ...usual, ...settings });
  const title = typeof name === 'string' && name.trim() !== '' ? name.trim() : 'Imported set';
  return {
    ok: true,
    set: { name: title.slice(0, NAME_LIMIT), settings: read },
    problems: read.metrics.length > 0 || read.rules ? problems : [NO_METRIC, ...problems],
  };
}

const NAME_LIMIT = 80;

/** Settings that can be used, with a sentence for each thing that cannot. */
export interface SettingsReading {
  readonly settings: MetricSettings;
  readonly problems: readonly string[];
}

const FLAGS = ['useEffectiveOrder', 'useStemmer', 'useStrictStringMatch'] as const;

/** Reads settings from outside; what is unknown is left out, with a sentence for each problem. */
export function readSettings(value: JsonObject): SettingsReading {
  const problems: string[] = [];
  const { duplicates, emptyTrajectories } = DEFAULT_SETTINGS;
  const metrics = readMetrics(value['metrics'], problems);
  const matching = readMatching(value['matching'], problems);
  const judges = readOwn(value['judges'], 'judged metric', JudgeMetric, ({ id }) => id, problems);
  const custom = readOwn(
    value['custom'],
    'metric with code',
    UsableMetric,
    ({ name }) => name,
    problems,
  );
  const recorded = readOwn(
    value['recorded'],
    'recorded score',
    UsableScore,
    recordedName,
    problems,
  );
  const rules = readRuleList(value['rules'], problems);
  const settings = {
    metrics,
    tools: readTexts(value['tools']),
    duplicates: oneOf(value, 'duplicates', ['membership', 'multiset'], duplicates, problems),
    emptyTrajectories: oneOf(
      value,
      'emptyTrajectories',
      ['skip', 'score'],
      emptyTrajectories,
      problems,
    ),
    ...Object.fromEntries(FLAGS.filter((flag) => value[flag] === true).map((flag) => [flag, true])),
    ...matching,
    ...(judges.length > 0 ? { judges } : {}),
    ...(custom.length > 0 ? { custom } : {}),
    ...(recorded.length > 0 ? { recorded } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(typeof value['declarations'] === 'string' && { declarations: value['declarations'] }),
    ...readThresholds(value['thresholds'], problems),
  };
  return { settings, problems };
}

function readThresholds(
  value: JsonValue | undefined,
  problems: string[],
): Pick<MetricSettings, 'thresholds'> {
  if (value === undefined) return {};
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const numbers = entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  if (!isJsonObject(value) || numbers.length < entries.length)
    problems.push('A pass threshold is not a number: left out.');
  return numbers.length > 0 ? { thresholds: Object.fromEntries(numbers) } : {};
}

function readMetrics(value: JsonValue | undefined, problems: string[]): readonly string[] {
  const ids = readTexts(value).map(idOfMetric);
  if (isJsonList(value) && ids.length < value.length) problems.push(NAMELESS);
  const known = METRICS.map(({ id }) => id);
  for (const id of new Set(ids)) {
    const quoted = `“${id.slice(0, NAME_LIMIT)}”`;
    if (!known.includes(id)) problems.push(`The metric ${quoted} is not known here: left out.`);
    else if (ids.indexOf(id) < ids.lastIndexOf(id))
      problems.push(`The metric ${quoted} is listed twice: computed once.`);
  }
  return known.filter((id) => ids.includes(id));
}

const NAMELESS = 'A metric of the set has no name: left out.';

function readTexts(value: JsonValue | undefined): readonly string[] {
  return isJsonList(value) ? value.filter((item) => typeof item === 'string') : [];
}

function oneOf<const T extends string>(
  settings: JsonObject,
  key: string,
  options: readonly T[],
  usual: T,
  problems: string[],
): T {
  const value = settings[key];
  if (value === undefined) return usual;
  const found = options.find((option) => option === value);
  if (found === undefined) problems.push(`“${key}” must be one of ${options.join(', ')}.`);
  return found ?? usual;
}

function readMatching(
  value: JsonValue | undefined,
  problems: string[],
): Pick<MetricSettings, 'matching'> {
  if (value === undefined) return {};
  const reading = readRules(value);
  if (reading.ok) return { matching: reading.rules };
  for (const { place, message } of reading.problems)
    problems.push(`Rules for arguments, ${place || 'all'}: ${message}`);
  return {};
}

/** Rules may be written as plain sentences, which are then switched on. */
function readRuleList(value: JsonValue | undefined, problems: string[]): readonly RuleSetting[] {
  const written = isJsonList(value)
    ? value.map((item) => (typeof item === 'string' ? { text: item, isOn: true } : item))
    : value;
  const rules = readOwn(written, 'rule', WrittenRule, ({ text }) => text, problems);
  return rules.flatMap((rule) => {
    const parsed = parseRule(rule.text);
    if (parsed.ok) return [{ ...rule, text: printRule(parsed.rule) }];
    const quoted = `“${rule.text.slice(0, NAME_LIMIT)}”`;
    problems.push(`The rule ${quoted} is left out. ${parsed.problem.message}`);
    return [];
  });
}

/** Each metric on its own: one that cannot be read does not take the others with it. */
function readOwn<S extends v.GenericSchema>(
  value: JsonValue | undefined,
  what: string,
  metric: S,
  nameOf: (metric: v.InferOutput<S>) => string,
  problems: string[],
): readonly v.InferOutput<S>[] {
  if (value === undefined) return [];
  const items: readonly unknown[] = isJsonList(value) ? value : [value];
  const read = items.filter((item) => v.is(metric, item));
  if (read.length < items.length) problems.push(`A ${what} cannot be read: left out.`);
  const names = read.map(nameOf);
  return read.filter((one, index) => {
    const isFirst = names.indexOf(nameOf(one)) === index;
    if (!isFirst)
      problems.push(`“${nameOf(one)}” is the name of two metrics: the second is left out.`);
    return isFirst;
  });
}
