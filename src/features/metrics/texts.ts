import {
  USUAL_READING,
  describeChoices,
  type ReadingChoices,
} from '#core/read/choices/reading-choices.ts';
import { departsFromVertex, type MetricSettings } from '#core/score/metric/settings.ts';
import { globProblemInWords } from '#core/match/check-rules.ts';
import { compileGlob } from '#core/match/path-glob.ts';
import type { ArgumentMode } from '#core/match/rules.ts';
import { ROLE_TITLES } from '#core/read/names/column-roles.ts';
import type { Metric } from '#core/score/metric/metric.ts';

/** What a run says of how its rows came about. */
export interface ScoredHow {
  readonly settings: MetricSettings;
  readonly reading?: ReadingChoices | undefined;
}

/** How rows were read and scored: the rules of Vertex AI, or what departs from it. */
export function describeSettings({ settings, reading = USUAL_READING }: ScoredHow): string {
  const departures = departsFromVertex(settings).join(', ') || 'Vertex AI rules';
  return [departures, ...describeChoices(reading)].join(', ');
}

/** What each mode is called in the form, with what it means. */
export const MODE_LABELS: Readonly<Record<ArgumentMode, readonly [label: string, hint: string]>> = {
  exact: ['All arguments must be equal', 'The Vertex AI rule.'],
  ignore: ['Ignore arguments', 'Only the tool name counts.'],
  superset: ['Allow extra arguments', 'All expected ones must be present.'],
  subset: ['Allow missing arguments', 'Those present must be expected.'],
  keys: ['Compare only these arguments', ''],
};

/** Says what is wrong with a path pattern, if anything. */
export function checkPath(pattern: string): string | undefined {
  const compiled = compileGlob(pattern);
  return 'problem' in compiled ? globProblemInWords(pattern, compiled.problem) : undefined;
}

/** A number from 0 as it was typed, 0 for an empty field; undefined where it is none. */
export function readTolerance(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return 0;
  const value = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed)
    ? Number(trimmed)
    : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Writes a tolerance for its field; nothing for none. */
export function printTolerance(value: number | undefined): string {
  return value === undefined || value === 0 ? '' : String(Number(value.toPrecision(12)));
}

const SCALES: Readonly<Record<Metric['scale'], string>> = {
  binary: '0 or 1',
  share: '0 to 1',
  seconds: 'seconds',
  number: 'any number',
};

const ENDS: Readonly<Record<Metric['better'], string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
  none: 'no verdict',
};

/** What a setting that changes scores is called in the drawer of metrics. */
const OPTIONS: Readonly<Partial<Record<keyof MetricSettings, string>>> = {
  tools: 'the named tools',
  duplicates: 'repeated calls',
  emptyTrajectories: 'empty trajectories',
  matching: 'when two calls match',
  useEffectiveOrder: 'effective order',
  useStemmer: 'word stems',
  useStrictStringMatch: 'strict string match',
};

/** Which columns a metric cannot do without. */
export function describeNeeds({ needs }: Pick<Metric, 'needs'>): string {
  return needs.map((role) => ROLE_TITLES[role]).join(' and ');
}

/** Which settings change a metric's scores; an empty text when none does. */
export function describeOptions({ options = [] }: Pick<Metric, 'options'>): string {
  return options.flatMap((option) => OPTIONS[option] ?? []).join('; ');
}

/** What a metric's scores are, and which end is good. */
export function describeScoreScale({ scale, better }: Pick<Metric, 'scale' | 'better'>): string {
  return `${SCALES[scale]}, ${ENDS[better]}`;
}

/** The metrics in whose entry all words of a query occur, in any letter case; all for none. */
export function searchMetrics<T extends Metric>(metrics: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/);
  return metrics.filter((metric) => {
    const { id, title, short, definition, formula, source } = metric;
    const text = [id, title, short, definition, formula, source, describeNeeds(metric)]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
