import { drawPoints } from '#ui/charts/draw-points.ts';
import { formatScore } from '#ui/format-number.ts';
import type { ChartDefinition } from '../chart.ts';
import { meanAxis, nameOf } from '../chosen.ts';
import { scoreByCalls as texts } from '../texts.ts';

/** The mean score of rows with as many calls. */
export const scoreByCalls: ChartDefinition = {
  id: 'score-by-calls',
  figure({ figures: { chosen, byCalls }, source }) {
    if (!chosen || byCalls.length < 2) return undefined;
    const metric = nameOf(chosen);
    const points = byCalls.map(({ calls, isOrMore, statistics }, index) => ({
      x: calls,
      // no row makes the calls between
      isApart: index > 0 && byCalls[index - 1]?.calls !== calls - 1,
      y: statistics.mean ?? 0,
      interval: statistics.interval,
      name: isOrMore ? texts.orMore(calls) : String(calls),
      note: `${metric} ${formatScore(statistics.mean)}`,
      rows: statistics.valid,
    }));
    const counts = points.map(({ x }) => x);
    return {
      title: texts.title,
      note: metric,
      caption: texts.caption(metric, source),
      draw: (width) =>
        drawPoints(
          {
            form: 'line',
            points,
            x: {
              min: Math.min(...counts) - 0.5,
              max: Math.max(...counts) + 0.5,
              title: texts.calls,
              ticks: points.map(({ x, name, rows }) => ({
                at: x,
                text: name,
                note: texts.n(rows),
              })),
            },
            y: meanAxis(texts.mean(metric), chosen.metricId, points),
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: points.map(({ name, y, interval, rows }) => ({
          cells: [name, y, interval?.low ?? null, interval?.high ?? null, rows],
        })),
      },
    };
  },
};
