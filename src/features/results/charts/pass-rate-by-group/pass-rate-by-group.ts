import { describeGrouping } from '#features/results/describe-filter.ts';
import { unitAxis } from '#ui/charts/axis.ts';
import { drawRows } from '#ui/charts/draw-rows.ts';
import { formatCount, toDecimals } from '#ui/format-number.ts';
import { nameOf, type ChartDefinition } from '../chart.ts';
import { passRateByGroup as texts } from '../texts.ts';

const percent = (share: number): string => toDecimals(100 * share, 0, 100);

/** The share of rows that pass in each group, with Wilson's interval. */
export const passRateByGroup: ChartDefinition = {
  id: 'pass-rate-by-group',
  figure({ chosen, grouping, groupedBy, source }) {
    const named = (grouping?.groups ?? []).flatMap(({ filter, statistics }) =>
      statistics && statistics.passRate !== null
        ? [{ name: describeGrouping(filter), filters: [filter], ...statistics }]
        : [],
    );
    if (!chosen || chosen.passRate === null || !grouping || named.length === 0) return undefined;
    const metric = nameOf(chosen);
    const overall = chosen.passRate;
    const axis = unitAxis(texts.axis(metric));
    return {
      title: texts.title(groupedBy),
      note: metric,
      caption: texts.caption(metric, named.length, grouping.groupCount, source),
      draw: (width) =>
        drawRows(
          {
            rows: named.map(({ name, passRate, passInterval, valid, filters }) => ({
              name,
              filters,
              value: passRate,
              interval: passInterval,
              cells: [texts.percent(percent(passRate ?? 0)), formatCount(valid)],
            })),
            axis: {
              ...axis,
              ticks: axis.ticks.map(({ at }) => ({ at, text: percent(at) })),
            },
            heads: [{ text: texts.pass }, { text: texts.n }],
            line: { at: overall, text: texts.allRows(percent(overall)) },
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: named.map(({ name, passRate, passInterval, valid, filters }) => ({
          cells: [name, passRate, passInterval?.low ?? null, passInterval?.high ?? null, valid],
          filters,
        })),
      },
    };
  },
};
