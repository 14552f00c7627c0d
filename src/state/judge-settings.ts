import { isJudgeMetric } from '#core/judging/check-judge-metric.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import { PAIR_TEMPLATES, TEMPLATES } from '#core/judging/templates/registry.ts';
import { judgeById } from '#judges/registry.ts';

/** How a judge is asked, without its key. Kept on this device. */
export interface JudgeSettings {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly temperature: number;
  readonly concurrency: number;
  readonly perMinute: number;
  /** Seconds an answer may take. */
  readonly answerWithin: number;
  readonly maxCalls: number;
  /** Tokens sent and received; null for no limit. */
  readonly maxTokens: number | null;
  /** US dollars; null for no limit. */
  readonly maxCost: number | null;
  /** US dollars for a million tokens; null while it is not known. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
}

const SETTINGS_KEY = 'trajectory-playground:judge';
const METRIC_KEY = 'trajectory-playground:judge-metric';
const KEY_KEY = 'trajectory-playground:judge-key';

const DEFAULTS: JudgeSettings = {
  provider: 'gemini',
  baseUrl: judgeById('gemini').baseUrl,
  model: judgeById('gemini').model,
  temperature: 0,
  concurrency: 4,
  perMinute: 300,
  answerWithin: 120,
  maxCalls: 2000,
  maxTokens: null,
  maxCost: null,
  inputPrice: null,
  outputPrice: null,
};

function read(store: () => Storage, key: string): unknown {
  try {
    return JSON.parse(store().getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function write(store: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it lasts as long as the page
  }
}

const device = (): Storage => localStorage;
const tab = (): Storage => sessionStorage;

/** The settings used last; each that is not of its kind is the usual one. */
export function loadJudgeSettings(): JudgeSettings {
  const stored = read(device, SETTINGS_KEY);
  if (typeof stored !== 'object' || stored === null) return DEFAULTS;
  const isAsUsual = ([key, value]: [string, unknown]): boolean => {
    if (!Object.hasOwn(DEFAULTS, key)) return false;
    const usual = DEFAULTS[key as keyof JudgeSettings];
    const isNumber = typeof value === 'number' && Number.isFinite(value) && value >= 0;
    return usual === null ? value === null || isNumber : typeof value === typeof usual;
  };
  const known = Object.fromEntries(Object.entries(stored).filter(isAsUsual));
  return { ...DEFAULTS, ...known };
}

/** Keeps settings on this device. */
export function saveJudgeSettings(settings: JudgeSettings): void {
  write(device, SETTINGS_KEY, settings);
}

/** The metric worked on last, or the first template. */
export function loadJudgeMetric(): JudgeMetric {
  const stored = read(device, METRIC_KEY);
  return isJudgeMetric(stored) ? stored : metricOfTemplate(TEMPLATES[0]?.id ?? '');
}

/** Keeps the metric on this device: a run that breaks off is gone on with under the same prompt. */
export function saveJudgeMetric(metric: JudgeMetric): void {
  write(device, METRIC_KEY, metric);
}

/** A new metric made from a template. */
export function metricOfTemplate(id: string): JudgeMetric {
  const all = [...TEMPLATES, ...PAIR_TEMPLATES];
  const usual = id.startsWith('pairwise_') ? PAIR_TEMPLATES[0] : TEMPLATES[0];
  const template = all.find((candidate) => candidate.id === id) ?? usual;
  if (!template) throw new RangeError('there are no templates');
  return { ...template, columns: {}, samples: 1, fence: randomLetters() };
}

/** Letters that mark where data begins and ends in a prompt. */
export function randomLetters(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key kept until this tab closes, with the address it is for. */
export interface KeptKey {
  readonly baseUrl: string;
  readonly key: string;
}

/** Reads the key of an address; an empty text when none is kept. */
export function loadKey(baseUrl: string): string {
  const kept = read(tab, KEY_KEY) as Partial<KeptKey> | null;
  return kept?.baseUrl === baseUrl && typeof kept.key === 'string' ? kept.key : '';
}

/** Keeps a key until this tab closes, or forgets it. */
export function saveKey(kept: KeptKey | null): void {
  write(tab, KEY_KEY, kept);
}
