import type { Change } from '#core/compare/changes.ts';
import type { MetricComparison } from '#core/compare/compare-runs.ts';
import {
  CHANGE_LABELS,
  describeP,
  HOW_PAIRED,
  type ChangeLabel,
  type Judgement,
} from '#core/compare/comparison-sentences.ts';
import type { RunLetter } from '#core/compare/run-letters.ts';
import { countOf, formatCount, formatScore } from '#ui/format-number.ts';
import type { RunsDetail } from '#core/explain/row/runs-detail.ts';
import type { VersusRates } from '#core/explain/summary/metric-summary.ts';
import type { ScoreRange } from '#core/compare/bin-pairs.ts';
import type { RunComparison, ScoreBox } from './comparison.svelte.ts';

function rows(count: number): string {
  return countOf(count, 'row');
}

/** What leaves the page of a comparison, in the menu and the palette. */
export const EXPORTS = {
  copyMarkdown: 'Copy as Markdown',
  csv: 'Download rows (CSV)',
} as const;

/** The status bar's line: which runs are compared, over how many rows. */
export function describeStatus({
  isLoading,
  result,
  letter,
}: Pick<RunComparison, 'isLoading' | 'result' | 'letter'>): string {
  if (isLoading) return 'Comparing the runs';
  if (!result) return 'Nothing compared';
  return `A and ${letter}: ${rows(result.changes.length)} paired`;
}

/** What may have become of rows, in the order of the strip. */
export const OUTCOMES = [
  'improved',
  'regressed',
  'lost',
  'same',
  'not scored',
  'only-baseline',
  'only-candidate',
] as const;

/** How the rows of an outcome are shown; the letter is that of the candidate. */
export function labelOf(outcome: (typeof OUTCOMES)[number], letter: RunLetter): ChangeLabel {
  if (outcome === 'only-baseline') return describeChange(null, 'A');
  return describeChange(outcome === 'only-candidate' ? null : outcome, letter);
}

/**
 * How what became of a row is shown.
 * @param change null for a row that only one run has
 * @param letter the run that has it, where only one has
 */
export function describeChange(change: Change | null, letter: RunLetter): ChangeLabel {
  return change === null
    ? { glyph: '', word: `Only in ${letter}`, kind: 'plain' }
    : CHANGE_LABELS[change];
}

/** Names the scores of rows that lie close together in both runs. */
export function describeBox(
  box: Pick<ScoreBox, 'baseline' | 'candidate'>,
  letter: RunLetter,
): string {
  return `A ${describeRange(box.baseline)}, ${letter} ${describeRange(box.candidate)}`;
}

/** Writes scores from one to another; a single one once. */
function describeRange({ min, max }: ScoreRange): string {
  const [from, to] = [formatScore(min), formatScore(max)];
  return from === to ? from : `${from} to ${to}`;
}

/** The class that inks a judgement. */
export const INKS: Readonly<Record<Judgement, 'pass' | 'fail' | 'muted'>> = {
  better: 'pass',
  worse: 'fail',
  none: 'muted',
};

/** Opens the sample of a comparison: a button, and a command of the palette. */
export const COMPARE_SAMPLES = 'Compare the two sample agents';

/** In place of a row that a run lacks. */
export const NO_SUCH_ROW = 'no such row';

/** Which of two values is which. */
const EXPECTED_CALLED = 'expected → called';

/** Heads why the scores of a row are what they are. */
const WHAT_CHANGED = `what changed (${EXPECTED_CALLED})`;

/** Of a mean from which differences do not start. */
const OVER_ALL = 'Over all its rows; differences are over the rows scored in both';

/** Heads what became of the rows of a candidate. */
export function againstA(letter: RunLetter): string {
  return `${letter} against A`;
}

export const compare = {
  title: 'Compare',
  needsTwo: 'Comparing needs two runs',
  oneStored: 'One run with rows is stored so far.',
  noneStored: 'No run with rows is stored yet.',
  howTo:
    'Under Results, score the answers of another agent, or the same rows with other settings. Each scored dataset becomes a run.',
  playground: 'Go to Results',
  runs: 'See the runs',
  useAsGate: 'Use as gate',
  comparing: 'Comparing the runs',
  failed: 'These runs could not be compared',
  missing: (letters: readonly string[]) => {
    const named = [letters.slice(0, -1).join(', '), letters.at(-1)].filter(Boolean).join(' and ');
    return `${letters.length > 1 ? 'Runs' : 'Run'} ${named} cannot be opened.`;
  },
  whyMissing: (count: number) =>
    count > 1
      ? 'They were deleted, not kept, or stored in another browser. Choose other runs above.'
      : 'It was deleted, not kept, or stored in another browser. Choose another run above.',
};

export const comparison = {
  outcomes: 'Rows by outcome',
  rowsOf: rows,
  candidates: 'Candidate looked at',
  tabs: 'Comparison',
  rows: 'Rows',
  numbers: 'Numbers',
  evidence: 'What this rests on',
  noMatch: 'No matching row',
  all: 'Show all rows',
  noCommon: 'No common row',
  whyNoCommon: (letter: RunLetter) =>
    `${HOW_PAIRED} No row of A matches a row of ${letter}, so there is nothing to compare.`,
};

export const comparisonStatus = {
  differentRules: 'Scored with different rules',
};

export const judgedPairs = {
  name: 'Judged in pairs',
  judge: (letter: RunLetter) => `Judge A vs ${letter}`,
  about: 'a model compares both responses of every row, in both orders',
  versus: (letter: RunLetter, { wins, ties, losses }: VersusRates) =>
    [[`${letter} wins`, wins] as const, ['ties', ties] as const, ['A wins', losses] as const]
      .map(([words, share]) => `${words} ${Math.round(share * 100)} %`)
      .join(' · '),
  flips: ({ flips, unjudged, notAsked }: VersusRates) => {
    const left = unjudged > 0 ? `, ${rows(unjudged)} without a verdict` : '';
    const rest = notAsked > 0 ? `, ${rows(notAsked)} not asked about` : '';
    return `orders disagree in ${Math.round(flips * 100)} %${left}${rest}`;
  },
};

export const comparedNumbers = {
  name: 'Metrics',
  side: (
    {
      letter,
      mean,
      change,
      better,
      worse,
      differing,
      pairs,
    }: Pick<MetricComparison, 'better' | 'worse' | 'differing' | 'pairs'> & {
      readonly letter: RunLetter;
      readonly mean: string;
      readonly change: string;
    },
    interval: string,
  ) => {
    if (pairs === 0) return `${letter} ${mean}`;
    const range = interval === '–' ? '' : ` (95 % ${interval})`;
    const on =
      better === null || worse === null
        ? `differs on ${formatCount(differing)}`
        : `better on ${formatCount(better)} and worse on ${formatCount(worse)}`;
    return `${letter} ${mean}, difference ${change}${range}, ${on} of ${rows(pairs)}`;
  },
  label: (title: string, mean: string, sides: readonly string[]) =>
    `${title}: A ${mean}; ${sides.join('; ')}`,
  hint: (sides: readonly string[], isOverAll: boolean) =>
    [...sides, isOverAll ? `A: ${OVER_ALL}` : ''].filter((part) => part !== '').join('. '),
};

export const numbersOfBoth = {
  region: 'Numbers of the runs',
  metrics: 'Numbers',
  metric: 'metric',
  interval: '95 %',
  betterIn: (letter: RunLetter) => `rows better in ${letter}`,
  better: 'better',
  worseIn: (letter: RunLetter) => `rows worse in ${letter}`,
  worse: 'worse',
  normal: 'Normal interval: more than 1,000 pairs with more than 64 different differences',
  pairs: 'scored in both',
  chance: 'p, adjusted',
  chanceHint:
    'Probability of a difference at least this large if A and B were equally good, adjusted for all metrics compared (Holm)',
  overAll: (mean: number | null | undefined) => `${formatScore(mean)} over all its rows`,
  meanOverAll: OVER_ALL,
  unadjusted: ({ test, p }: NonNullable<MetricComparison['chance']>) =>
    `${test}, not adjusted: ${describeP(p)}`,
};

export const pairPanel = {
  calls: 'Calls of all runs',
  reading: 'Reading the calls…',
  unreadable: 'The calls of this row can no longer be read.',
  noCall: 'no call',
  differing: ({ lines, differing, hasReference, hasOtherReferences }: RunsDetail) => {
    const references = hasOtherReferences
      ? '; the runs expect different calls: all are compared with those of the first'
      : '';
    const nothing = hasReference ? '' : '; no calls are expected, all are compared with A';
    return `${formatCount(differing)} of ${formatCount(lines.length)} differ between the runs${references}${nothing}`;
  },
  name: 'Row in both runs',
  content: 'What changed, calls and scores',
  place: (place: number, count: number) => `${formatCount(place)} of ${formatCount(count)}`,
  previous: { text: 'Previous', label: 'Previous row' },
  next: { text: 'Next', label: 'Next row' },
  whatChanged: 'What changed',
  expectedCalled: EXPECTED_CALLED,
  scores: 'Scores',
  metric: 'metric',
  openIn: (letter: RunLetter) => `Open in ${letter}`,
  inSeconds: (metric: string) => `${metric}, s`,
};

export const pairTable = {
  name: 'Compared rows',
  id: 'id',
  prompt: 'question',
  whatChanged: WHAT_CHANGED,
  onPaper: 'Only the visible rows are printed. The CSV has all of them.',
};

export const runsBar = {
  sameData: 'Same tasks',
  otherData: 'Other tasks',
  remove: (letter: RunLetter) => `Remove ${letter}`,
  swap: 'Swap',
  swapTitle: 'Swap A and B',
  add: 'Add run',
  notStored: 'not stored in this browser',
  run: (letter: RunLetter) => (letter === 'A' ? 'Run A, the baseline' : `Run ${letter}`),
};

export const passTable = {
  name: 'Pass table',
  rows: 'rows',
  cells: (letter: RunLetter) => ({
    both: 'both pass',
    onlyCandidate: `only ${letter} passes`,
    onlyBaseline: 'only A passes',
    neither: 'both fail',
  }),
};

/** How many rows lie on each side of the line of equal scores. */
export type ScatterCounts = Readonly<Record<'better' | 'worse' | 'same', number>>;

export const scatterFigure = {
  title: 'Scatter',
  scores: (letter: RunLetter) => `scores in A and ${letter}`,
  rows: 'rows',
  mark: (scores: string, count: number) => `${scores}: ${rows(count)}`,
  caption: (metric: string, letter: RunLetter, counts: ScatterCounts, source: string) =>
    `${metric} of A on the horizontal axis, of ${letter} on the vertical; rows where ${letter} is better: ${formatCount(counts.better)}, worse: ${formatCount(counts.worse)}, same: ${formatCount(counts.same)}. ${source}`,
};

export const whatChanged = {
  failed: '▲ agent failed',
  noCalls: (expected: number) =>
    expected === 0 ? 'no calls' : `no calls, ${formatCount(expected)} expected`,
};

export const comparisonFiles = {
  copied: 'Comparison copied as Markdown.',
  row: (number: number) => `row ${number}`,
};

export const comparisonReport = {
  whatChanged: WHAT_CHANGED,
  onlyIn: (letter: RunLetter) => `only in ${letter}`,
};

export const runLabels = {
  noAgent: 'no agent run here',
  rows,
};

export const differencesFigure = {
  run: (letter: string, name: string, rules: string) => `${letter}: ${name}, ${rules}.`,
  title: 'Differences',
  note: (letter: string) => `${letter} − A, paired`,
  axis: (letter: string) => `Difference in mean score, ${letter} − A`,
  difference: 'Δ',
  interval: '95 % interval',
  caption: (source: string) =>
    `Paired differences with 95 % bootstrap intervals, over the rows scored in both runs (n). A filled dot is settled: the interval excludes 0, and p, adjusted for all metrics (Holm), is at most 0.05. ${source}`,
  head: ['metric', 'difference', '95 % low', '95 % high', 'p (Holm)', 'rows'],
};
