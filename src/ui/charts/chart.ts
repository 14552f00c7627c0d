import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { ChartConfiguration } from 'chart.js';
import type { ChartTheme } from './theme.ts';

export type { ChartConfiguration } from 'chart.js';

/** The numbers of a drawing as text, for those who read rather than look. */
export interface ChartTable {
  readonly caption: string;
  /** The first column names the row; the others hold numbers. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** For each row the filters that, together, keep the rows it stands for; none for no rows. */
  readonly filters: readonly BarFilters[];
}

/** Filters that, together, keep the rows a bar stands for; none where it stands for no rows. */
export type BarFilters = readonly Filter[];

/** One of the drawings a chart offers, and the summaries it is made of. */
export interface ChartVariant {
  readonly id: string;
  readonly label: string;
  readonly summaries: readonly MetricSummary[];
}

/**
 * A chart of a run. All functions are pure and take any list of summaries, empty ones included;
 * a drawing never has more points than a histogram has bins.
 */
export interface ChartDefinition {
  /** Equals the folder's name. */
  readonly id: string;
  readonly title: string;
  /** What is drawn, in a few words behind the title. */
  readonly description: string;
  /** Whether the summaries hold anything to draw. */
  isShown(summaries: readonly MetricSummary[]): boolean;
  /** The drawings to choose from, at least one when shown; the rest take one variant's summaries. */
  variants(summaries: readonly MetricSummary[]): readonly ChartVariant[];
  /** Least height of the drawing in px. */
  height(summaries: readonly MetricSummary[]): number;
  /** The finding in one sentence, also read aloud in place of the drawing. */
  describe(summaries: readonly MetricSummary[]): string;
  configure(summaries: readonly MetricSummary[], theme: ChartTheme): ChartConfiguration;
  /** The filters of every bar or point drawn, in their order. */
  filters(summaries: readonly MetricSummary[]): readonly BarFilters[];
  table(summaries: readonly MetricSummary[]): ChartTable;
}
