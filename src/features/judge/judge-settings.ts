import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import { JudgeMetric, type NamedText } from '#core/score/metric/judge-metric.ts';
import { namedLines } from '#core/judge/render-prompt.ts';
import { PAIR_TEMPLATES, TEMPLATES } from '#core/judge/templates/registry.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';
import { gemini } from '#providers/gemini/gemini.ts';

const limit = v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0))), null);

const JudgeSettings = v.object({
  provider: v.fallback(v.string(), gemini.id),
  baseUrl: v.fallback(v.string(), gemini.baseUrl),
  model: v.fallback(v.string(), gemini.model),
  temperature: v.fallback(v.number(), 0),
  concurrency: v.fallback(v.number(), 4),
  perMinute: v.fallback(v.number(), 300),
  /** Seconds an answer may take. */
  answerWithin: v.fallback(v.number(), 120),
  maxCalls: v.fallback(v.number(), 2000),
  /** Tokens sent and received; null for no limit. */
  maxTokens: limit,
  /** US dollars; null for no limit. */
  maxCost: limit,
  /** US dollars for a million tokens; null while it is not known. */
  inputPrice: limit,
  outputPrice: limit,
});

/** How a judge is asked, without its key. Kept on this device. */
export type JudgeSettings = Shape<typeof JudgeSettings>;

const SETTINGS_KEY = 'judge';
const METRIC_KEY = 'judge-metric';
const SECRET_KEY = 'judge-key';

/** The settings used last; defaults for those that are invalid. */
export function loadJudgeSettings(): JudgeSettings {
  const defaults = v.getFallbacks(JudgeSettings);
  return v.parse(v.fallback(JudgeSettings, defaults), loadValue(SETTINGS_KEY));
}

/** Keeps settings on this device. */
export function saveJudgeSettings(settings: JudgeSettings): void {
  saveValue(SETTINGS_KEY, settings);
}

/** The metric worked on last, or the first template. */
export function loadJudgeMetric(): JudgeMetric {
  const stored = loadValue(METRIC_KEY);
  return v.is(JudgeMetric, stored) ? stored : metricOfTemplate(TEMPLATES[0]?.id ?? '');
}

/** Keeps the metric on this device: a run that breaks off is resumed with the same prompt. */
export function saveJudgeMetric(metric: JudgeMetric): void {
  saveValue(METRIC_KEY, metric);
}

/** The templates that a person could keep before. */
export function loadTemplates(): readonly JudgeMetric[] {
  const stored = loadValue('judge-templates') as { readonly templates?: unknown } | null;
  return Array.isArray(stored?.templates)
    ? stored.templates.filter((one) => v.is(JudgeMetric, one))
    : [];
}

/** A new metric made from a template. */
export function metricOfTemplate(id: string): JudgeMetric {
  const all = [...TEMPLATES, ...PAIR_TEMPLATES];
  const first = id.startsWith('pairwise_') ? PAIR_TEMPLATES[0] : TEMPLATES[0];
  const template = all.find((candidate) => candidate.id === id) ?? first;
  if (!template) throw new RangeError('there are no templates');
  return { ...template, columns: {}, samples: 1, fence: randomLetters() };
}

/** Letters that mark where data begins and ends in a prompt. */
export function randomLetters(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const KeptKey = v.object({ baseUrl: v.string(), key: v.string() });

/** The key kept until this tab closes, with the address it is for. */
export type KeptKey = Shape<typeof KeptKey>;

/** Reads the key of an address; an empty text when none is kept. */
export function loadKey(baseUrl: string): string {
  const kept = loadValue(SECRET_KEY, 'tab');
  return v.is(KeptKey, kept) && kept.baseUrl === baseUrl ? kept.key : '';
}

/** Keeps a key until this tab closes, or forgets it. */
export function saveKey(kept: KeptKey | null): void {
  saveValue(SECRET_KEY, kept, 'tab');
}

/** Writes named texts for a field: further lines of a text are indented. */
export function writeNamedLines(list: readonly NamedText[]): string {
  return namedLines(list.map(({ name, text }) => ({ name, text: text.replaceAll('\n', '\n  ') })));
}

/**
 * Reads named texts from the lines of a field. A line that is indented, or has no name, continues with
 * the text before.
 */
export function readNamedLines(text: string): readonly NamedText[] {
  const list: { name: string; text: string }[] = [];
  const lines = text.split('\n');
  while (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const last = list.at(-1);
    const isMore = /^\s/.test(line) && last !== undefined;
    const [, name, rest = ''] = (!isMore && /^([^:]+): (.*)$/s.exec(line.trimStart())) || [];
    if (name !== undefined) list.push({ name, text: rest });
    else if (last) last.text += `\n${line.replace(/^ {1,2}/, '')}`;
    else if (line.trim() !== '') list.push({ name: line.trim(), text: '' });
  }
  return list;
}
