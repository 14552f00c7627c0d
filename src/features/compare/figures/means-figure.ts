import type { MeanInPairs, MeansInPairs } from '#core/compare/means-in-pairs.ts';
import { titleOf } from '#core/score/metrics/registry.ts';
import { unitAxis } from '#ui/charts/axis.ts';
import { drawRows, type RowMark } from '#ui/charts/draw-rows.ts';
import type { Figure } from '#ui/charts/figure.ts';
import { nameColumn } from '#ui/charts/wording.ts';
import { formatCount, formatScore } from '#ui/format-number.ts';
import { meansFigure as texts } from '../texts.ts';

/**
 * The means of two runs in one figure: a dot for A, a square for the candidate, each on its interval.
 * @param source the end of the caption: which runs, and how they were scored
 * @returns the figure; undefined where no row is scored in both
 */
export function meansFigure(
  found: readonly MeansInPairs[],
  letter: string,
  source: string,
): Figure | undefined {
  const scored = found.filter(({ pairs }) => pairs > 0);
  if (scored.length === 0) return undefined;
  const markOf = (label: string, { mean: value, interval }: MeanInPairs): RowMark => {
    return { value, interval, label };
  };
  const lineOf = (metric: MeansInPairs, run: string, { mean, interval }: MeanInPairs) => ({
    cells: [
      nameColumn(metric),
      run,
      mean,
      interval?.low ?? null,
      interval?.high ?? null,
      metric.pairs,
    ],
  });
  return {
    id: 'means',
    title: texts.title,
    note: texts.note(letter),
    caption: texts.caption(letter, source),
    draw: (width) =>
      drawRows(
        {
          rows: scored.map((metric) => ({
            name: titleOf(metric).title,
            isCode: titleOf(metric).isCode,
            ...markOf('A', metric.baseline),
            below: { ...markOf(letter, metric.candidate), isSquare: true },
            cells: [
              ...[metric.baseline, metric.candidate].map(({ mean }) => formatScore(mean)),
              formatCount(metric.pairs),
            ],
          })),
          axis: unitAxis(texts.axis),
          heads: [{ text: 'A' }, { text: letter }, { text: 'n' }],
        },
        width,
      ),
    numbers: {
      head: texts.head,
      lines: scored.flatMap((metric) => [
        lineOf(metric, 'A', metric.baseline),
        lineOf(metric, letter, metric.candidate),
      ]),
    },
  };
}
