import * as v from 'valibot';
import {
  isJsonObject,
  type JsonObject,
  isJsonList,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { MetricSettings, type RuleSetting } from '#core/score/metric/settings.ts';
import { UsableMetric } from '#core/score/custom-metrics/custom-metric.ts';
import { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { nameOfJudged } from '#core/score/judged-metrics/judged-metric.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { WrittenRule } from '#core/score/trajectory-rules/rule-metric.ts';
import { readRules } from '#core/match/check-matching.ts';
import { recordedName, UsableScore } from '#core/score/recorded-metrics/recorded-metric.ts';
import { DEFAULT_SETTINGS, METRICS, idOfMetric } from '#core/score/metrics/registry.ts';

const KIND = 'trajectory-playground/metric-set';
const FILE_KEYS: ReadonlySet<string> = new Set(['kind', 'version', 'name', 'settings', '$schema']);
/** In version 1, a set that did not mention rows with an empty side skipped them. */
const VERSION = 2;
const NAME_LIMIT = 80;

/** Chosen metrics with their options, under a name. */
export interface MetricSet {
  readonly name: string;
  readonly settings: MetricSettings;
}

const SENTENCES = {
  no_metric: () => 'The set names no built-in metric.',
  nameless: () => 'A metric of the set has no name: left out.',
  unknown_metric: (id: string) => `The metric “${id}” is not known here: left out.`,
  metric_twice: (id: string) => `The metric “${id}” is listed twice: computed once.`,
  name_twice: (name: string) => `“${name}” is the name of two metrics: the second is left out.`,
  unknown_key: (place: string) => `“${place}” is no place for a setting: left out.`,
  unreadable: (what: string) => `A ${what} cannot be read: left out.`,
  threshold: () => 'A pass threshold is not a number: left out.',
  option: (what: string) => `${what}.`,
  matching: (what: string) => `Rules for arguments, ${what}`,
  rule: (what: string) => `The rule ${what}`,
};

/** A part of a set that cannot be used, and the name or detail it is about. */
export interface SetProblem {
  readonly code: keyof typeof SENTENCES;
  readonly about: string;
}

/** Describes a problem of a set. */
export function describeSetProblem({ code, about }: SetProblem): string {
  return SENTENCES[code](about);
}

/** A set with its problems; or the problem that made it unreadable. */
export type MetricSetReading =
  | { readonly ok: true; readonly set: MetricSet; readonly problems: readonly SetProblem[] }
  | { readonly ok: false; readonly reason: string };

/** Writes a set as JSON text. */
export function printMetricSet(set: MetricSet): string {
  const { name, settings } = set;
  const file = { kind: KIND, version: VERSION, name, settings: settings as unknown as JsonObject };
  return `${printJson(file, 2)}\n`;
}

/** Reads a set; unknown parts are left out, each with a problem. */
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
  const defaults = version === 1 ? { emptyTrajectories: 'skip' } : {};
  const problems: SetProblem[] = [];
  const report: Report = (code, about = '') => void problems.push({ code, about });
  for (const key of Object.keys(settings))
    if (!Object.hasOwn(MetricSettings.entries, key)) report('unknown_key', `settings.${key}`);
  for (const key of Object.keys(file)) if (!FILE_KEYS.has(key)) report('unknown_key', key);
  const read = readSettings({ ...defaults, ...settings }, report);
  if (read.metrics.length === 0 && !read.rules) problems.unshift({ code: 'no_metric', about: '' });
  const title = typeof name === 'string' && name.trim() !== '' ? name.trim() : 'Imported set';
  return { ok: true, set: { name: title.slice(0, NAME_LIMIT), settings: read }, problems };
}

type Report = (code: SetProblem['code'], about?: string) => void;

const FLAGS = ['useEffectiveOrder', 'useStemmer', 'useStrictStringMatch'] as const;

/** Reads settings from outside; unknown parts are left out, each with a problem. */
export function readSettings(value: JsonObject, report: Report): MetricSettings {
  const metrics = readMetrics(value['metrics'], report);
  const matching = readMatching(value['matching'], report);
  const judges = readOwn(value['judges'], 'judged metric', JudgeMetric, nameOfJudged, report);
  const custom = readOwn(
    value['custom'],
    'metric with code',
    UsableMetric,
    ({ name }) => name,
    report,
  );
  const recorded = readOwn(value['recorded'], 'recorded score', UsableScore, recordedName, report);
  const rules = readRuleList(value['rules'], report);
  return {
    metrics,
    tools: readTexts(value['tools']),
    duplicates: readOption('duplicates', value, report),
    emptyTrajectories: readOption('emptyTrajectories', value, report),
    ...Object.fromEntries(FLAGS.filter((flag) => value[flag] === true).map((flag) => [flag, true])),
    ...matching,
    ...(judges.length > 0 ? { judges } : {}),
    ...(custom.length > 0 ? { custom } : {}),
    ...(recorded.length > 0 ? { recorded } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(typeof value['declarations'] === 'string' && { declarations: value['declarations'] }),
    ...readThresholds(value['thresholds'], report),
  };
}

function readOption<K extends 'duplicates' | 'emptyTrajectories'>(
  key: K,
  settings: JsonObject,
  report: Report,
): MetricSettings[K] {
  const options: readonly string[] = MetricSettings.entries[key].options;
  const given = settings[key];
  if (options.some((option) => option === given)) return given as MetricSettings[K];
  if (given !== undefined) report('option', `“${key}” must be one of ${options.join(', ')}`);
  return DEFAULT_SETTINGS[key];
}

function readThresholds(
  value: JsonValue | undefined,
  report: Report,
): Pick<MetricSettings, 'thresholds'> {
  if (value === undefined) return {};
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const numbers = entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  if (!isJsonObject(value) || numbers.length < entries.length) report('threshold');
  return numbers.length > 0 ? { thresholds: Object.fromEntries(numbers) } : {};
}

function readMetrics(value: JsonValue | undefined, report: Report): readonly string[] {
  const ids = readTexts(value).map(idOfMetric);
  if (isJsonList(value) && ids.length < value.length) report('nameless');
  const known = METRICS.map(({ id }) => id);
  for (const id of new Set(ids)) {
    if (!known.includes(id)) report('unknown_metric', id.slice(0, NAME_LIMIT));
    else if (ids.indexOf(id) < ids.lastIndexOf(id)) report('metric_twice', id);
  }
  return known.filter((id) => ids.includes(id));
}

function readTexts(value: JsonValue | undefined): readonly string[] {
  return isJsonList(value) ? value.filter((item) => typeof item === 'string') : [];
}

function readMatching(
  value: JsonValue | undefined,
  report: Report,
): Pick<MetricSettings, 'matching'> {
  if (value === undefined) return {};
  const reading = readRules(value);
  if (reading.ok) return { matching: reading.rules };
  for (const { place, message } of reading.problems)
    report('matching', `${place || 'all'}: ${message}`);
  return {};
}

/** Rules may be written as plain sentences, which are on by default. */
function readRuleList(value: JsonValue | undefined, report: Report): readonly RuleSetting[] {
  const written = isJsonList(value)
    ? value.map((item) => (typeof item === 'string' ? { text: item, isOn: true } : item))
    : value;
  const rules = readOwn(written, 'rule', WrittenRule, ({ text }) => text, report);
  return rules.flatMap((rule) => {
    const parsed = parseRule(rule.text);
    if (parsed.ok) return [{ ...rule, text: printRule(parsed.rule) }];
    const quoted = `“${rule.text.slice(0, NAME_LIMIT)}”`;
    report('rule', `${quoted} is left out. ${parsed.problem.message}`);
    return [];
  });
}

/** Reads each metric separately, so that an invalid one does not remove the others. */
function readOwn<S extends v.GenericSchema>(
  value: JsonValue | undefined,
  what: string,
  metric: S,
  nameOf: (metric: v.InferOutput<S>) => string,
  report: Report,
): readonly v.InferOutput<S>[] {
  if (value === undefined) return [];
  const items: readonly unknown[] = isJsonList(value) ? value : [value];
  const read = items.filter((item) => v.is(metric, item));
  if (read.length < items.length) report('unreadable', what);
  const names = read.map(nameOf);
  return read.filter((one, index) => {
    const isFirst = names.indexOf(nameOf(one)) === index;
    if (!isFirst) report('name_twice', nameOf(one));
    return isFirst;
  });
}
