import { describeFilter } from '#features/results/describe-filter.ts';
import { shareInWords } from '#features/results/causes-as-issue.ts';
import { roundAxis } from '#ui/charts/axis.ts';
import { drawRows } from '#ui/charts/draw-rows.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { formatCount } from '#ui/format-number.ts';
import type { ChartDefinition } from '../chart.ts';
import { topCauses as texts } from '../texts.ts';

/** What differs in most rows, as bars. */
export const topCauses: ChartDefinition = {
  id: 'top-causes',
  figure({ figures: { causes, causeCount, differing }, source }) {
    if (causes.length === 0) return undefined;
    const named = causes.map(({ name, count }) => {
      const filter: Filter = { kind: 'signature', signature: name };
      return { name: describeFilter(filter), count, filters: [filter] };
    });
    const most = Math.max(...causes.map(({ count }) => count));
    return {
      title: texts.title,
      caption: texts.caption(causes.length, causeCount, differing, source),
      draw: (width) =>
        drawRows(
          {
            rows: named.map(({ name, count, filters }) => ({
              name,
              filters,
              value: count,
              cells: [formatCount(count), shareInWords(count, differing)],
            })),
            mark: 'bar',
            // rows come whole
            axis: roundAxis(texts.axis, 0, most, Math.min(4, most), formatCount),
            heads: [{ text: texts.rows }, { text: texts.share, isWide: true }],
            nameShare: 0.5,
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: named.map(({ name, count, filters }) => ({
          cells: [name, count, count / Math.max(1, differing)],
          filters,
        })),
      },
    };
  },
};
