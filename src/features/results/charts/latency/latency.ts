import { findLatency } from '#core/score/metrics/registry.ts';
import { roundAxis, unitAxis } from '#ui/charts/axis.ts';
import { drawPoints } from '#ui/charts/draw-points.ts';
import { writeSeconds } from '#ui/charts/wording.ts';
import type { ChartDefinition } from '../chart.ts';
import { latency as texts } from '../texts.ts';

/** How many rows took at most how many seconds, with the median and p95 named. */
export const latency: ChartDefinition = {
  id: 'latency',
  figure({ summary: { columns, latency: steps }, source }) {
    const column = findLatency(columns.filter(({ valid }) => valid > 0));
    const last = steps.at(-1);
    if (!column || !last) return undefined;
    const named = [
      { name: 'p50', x: column.median, y: 0.5 },
      { name: 'p95', x: column.p95, y: 0.95 },
    ].flatMap(({ name, x, y }) =>
      x === null ? [] : [{ x, y, text: texts.named(name, writeSeconds(x)) }],
    );
    return {
      title: texts.title,
      note: texts.n(column.valid),
      caption: texts.caption(source),
      draw: (width) =>
        drawPoints(
          {
            form: 'steps',
            points: steps.map(({ seconds, share }) => ({ x: seconds, y: share })),
            named,
            x: roundAxis(texts.seconds, 0, last.seconds, 6),
            y: unitAxis(texts.share),
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: [
          { cells: [texts.lines.n, column.valid] },
          ...(['mean', 'median', 'p90', 'p95', 'max'] as const).map((name) => ({
            cells: [texts.lines[name], column[name]],
          })),
        ],
      },
      data: {
        head: texts.dataHead,
        lines: steps.map(({ seconds, share }) => ({ cells: [seconds, share] })),
      },
    };
  },
};
