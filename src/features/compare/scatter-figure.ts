import type { BinnedPairs, PairBin, ScoreRange } from '#core/compare/bin-pairs.ts';
import type { MetricComparison } from '#core/compare/compare-runs.ts';
import type { RunLetter } from '#core/compare/run-letters.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { disc, px, type Drawing, type Figure } from '#ui/charts/figure.ts';
import { formatScore } from '#ui/format-number.ts';
import { describeBox, scatterFigure as texts, type ScatterCounts } from './texts.ts';

/** Where rows lie from the baseline. */
type Side = keyof ScatterCounts;

const MAX_SIDE = 260;
const EDGE = 14;
const LEFT = 44;
const FOOT = 40;
const MIN_RADIUS = 3;
const MAX_RADIUS = 11;
const INKS = { better: 'bar-pass', worse: 'bar-fail', same: 'bar' } as const;

/**
 * A scatter of a metric's scores in two runs: a mark for each bin, whose area grows with its rows.
 * @param source the end of the caption: which runs, and how they were scored
 * @returns the figure; undefined where no row has a score in both runs
 */
export function scatterFigure(
  metric: MetricComparison,
  binned: BinnedPairs,
  letter: RunLetter,
  source: string,
): Figure<PairBin> | undefined {
  const { bins } = binned;
  if (bins.length === 0) return undefined;
  const { title } = titleOf(metric);
  const counts = { better: 0, worse: 0, same: 0 };
  for (const bin of bins) counts[sideOf(bin, metric)] += bin.count;
  return {
    id: 'scatter',
    title: texts.title,
    note: title,
    caption: texts.caption(title, letter, counts, source),
    draw: (width) => draw(binned, metric, letter, width),
    numbers: {
      head: [texts.scores(letter), texts.rows],
      lines: bins.map((bin) => ({ cells: [describeBox(bin, letter), bin.count], filters: [bin] })),
    },
  };
}

/** The largest marks come first, so that none hides another. */
function draw(
  { bins, range }: BinnedPairs,
  metric: MetricComparison,
  letter: RunLetter,
  width: number,
): Drawing<PairBin> {
  const side = Math.min(MAX_SIDE, width - LEFT);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const length = range.max - range.min || 1;
  const along = ({ min, max }: ScoreRange): number =>
    EDGE + (((min + max) / 2 - range.min) / length) * (side - 2 * EDGE);
  const marks = bins.map((bin) => ({
    bin,
    x: LEFT + along(bin.baseline),
    y: side - along(bin.candidate),
    radius: Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(bin.count / most)),
  }));
  const [right, below] = [LEFT + side, side + 16];
  const [low, high] = [formatScore(range.min), formatScore(range.max)];
  return {
    width: Math.max(width, LEFT + side),
    height: side + FOOT,
    shapes: [
      { path: `M${LEFT} 0H${px(right)}V${px(side)}H${LEFT}z`, stroke: 'line-strong' },
      { path: `M${LEFT} ${px(side)}L${px(right)} 0`, stroke: 'line-strong', dash: '3 3' },
      ...marks.map(({ x, y, radius, bin }) => ({
        path: disc(x, y, radius),
        fill: INKS[sideOf(bin, metric)],
        stroke: 'bg' as const,
      })),
      { text: low, x: LEFT, y: below, ink: 'ink-3' },
      { text: 'A', x: LEFT + side / 2, y: below + 16, anchor: 'middle', ink: 'ink-2' },
      { text: high, x: right, y: below, anchor: 'end', ink: 'ink-3' },
      { text: low, x: LEFT - 6, y: side, anchor: 'end', ink: 'ink-3' },
      { text: letter, x: LEFT - 6, y: side / 2, anchor: 'end', ink: 'ink-2' },
      { text: high, x: LEFT - 6, y: 10, anchor: 'end', ink: 'ink-3' },
    ],
    targets: marks.map(({ x, y, radius, bin }) => ({
      x: x - radius,
      y: y - radius,
      width: 2 * radius,
      height: 2 * radius,
      note: texts.mark(describeBox(bin, letter), bin.count),
      filters: [bin],
    })),
  };
}

/** On which side of the baseline the rows of a bin lie, by its middle. */
function sideOf({ baseline, candidate }: PairBin, { metricId }: MetricComparison): Side {
  const difference = candidate.min + candidate.max - baseline.min - baseline.max;
  const better = findMetric(metricId)?.better ?? 'none';
  if (difference === 0 || better === 'none') return 'same';
  return difference > 0 === (better === 'higher') ? 'better' : 'worse';
}
