import { drawPoints } from '#ui/charts/draw-points.ts';
import { formatScore } from '#ui/format-number.ts';
import type { ChartDefinition } from '../chart.ts';
import { meanAxis, nameOf } from '../chosen.ts';
import { trend as texts } from '../texts.ts';

/** The last of them, where there are more. */
const DRAWN = 20;

/** The mean of a score over the stored runs of the dataset. */
export const trend: ChartDefinition = {
  id: 'trend',
  figure({ figures: { chosen }, columnId, runs, source }) {
    if (!chosen) return undefined;
    const points = runs
      .flatMap(({ name, createdAtMs, summary }) => {
        const column = summary.find((one) => one.columnId === columnId);
        if (!column || column.mean === null) return [];
        return [{ name, date: new Date(createdAtMs), column, y: column.mean }];
      })
      .slice(-DRAWN)
      .map((point, x) => ({
        ...point,
        x,
        interval: point.column.interval,
        note: `${point.name}: ${formatScore(point.y)}`,
      }));
    if (points.length < 2) return undefined;
    const metric = nameOf(chosen);
    return {
      title: texts.title,
      note: metric,
      caption: texts.caption(metric, points.length, source),
      draw: (width) =>
        drawPoints(
          {
            form: 'line',
            points,
            x: {
              min: -0.5,
              max: points.length - 0.5,
              title: texts.runs,
              ticks: points.map(({ x, date, column }) => ({
                at: x,
                text: date.toLocaleDateString('en', { month: 'short', day: 'numeric' }),
                note: texts.n(column.valid),
              })),
            },
            y: meanAxis(texts.mean(metric), chosen.metricId, points),
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: points.map(({ name, date, y, interval, column }) => ({
          cells: [
            name,
            date.toISOString(),
            y,
            interval?.low ?? null,
            interval?.high ?? null,
            column.valid,
          ],
        })),
      },
    };
  },
};
