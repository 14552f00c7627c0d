import type { Interval } from '#core/base/statistics/interval.ts';
import { countOf, formatCount, formatScore } from '#ui/format-number.ts';

/** Texts of PrintedComparison.svelte. */
export const printedComparison = {
  run: (name: string, rowCount: number, settings: string) =>
    `${name} · ${countOf(rowCount, 'row')} · scored with ${settings}`,
  metrics: 'Metrics',
  byScores: 'Rows by their two scores',
  passes: 'Rows with score 1',
  fullScore: 'score 1',
  both: 'in both',
  onlyIn: (letter: string) => `only in ${letter}`,
  neither: 'in neither',
  rows: (which: string) => `Rows: ${which}`,
  comparedRows: 'Compared rows',
  id: 'id',
  prompt: 'prompt',
  against: (letter: string, baseline: string) => `${letter} against ${baseline}`,
  callsOf: (letter: string) => `calls of ${letter}`,
  whatChanged: 'what changed (expected → called)',
  rest: (shown: number, total: number) =>
    `The first ${formatCount(shown)} of ${formatCount(total)} rows, in the order of the table. The others are on the page.`,
};

/** Texts of PrintedRun.svelte. */
export const printedRun = {
  rowsOf: (count: number, dataset: string) => `${countOf(count, 'row')} of ${dataset}`,
  scoredWith: (settings: string) => `scored with ${settings}`,
  metrics: 'Metrics',
  metric: 'metric',
  heads: [
    ...['mean', 'sd', '95 %', 'median', 'p90', 'min', 'max'],
    ...['scored', 'not scored', 'errors'],
  ],
  histogram: 'distribution',
  interval: ({ low, high }: Interval) => `${formatScore(low)} to ${formatScore(high)}`,
  noMetrics: 'No metrics selected.',
  causes: 'Causes',
  difference: 'difference',
  rowCount: 'rows',
  rarer: (count: number) =>
    `${formatCount(count)} rarer causes are not listed; “Copy as issue” and the results file have more.`,
  rows: 'Rows',
  rowsFiltered: (filters: string) => `Rows: ${filters}`,
  id: 'id',
  prompt: 'prompt',
  trajectory: 'trajectory',
  scores: 'scores',
  why: 'why it failed',
  rest: (shown: number, total: number) =>
    `The first ${formatCount(shown)} of ${formatCount(total)} rows, in the order of the table. The other ${formatCount(total - shown)} are on the page and in its downloads: results (CSV, JSONL), HTML report.`,
};

/** Texts of ReportHead.svelte. */
export const reportHead = {
  label: 'About this report',
  title: (run: string) => `${run} – report`,
  rowsOf: (count: number, dataset: string) => `${countOf(count, 'row')} of ${dataset}`,
  scored: (date: Date) =>
    `scored ${date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  agent: (title: string) => `agent: ${title}`,
  author: (name: string) => `by ${name}`,
};
