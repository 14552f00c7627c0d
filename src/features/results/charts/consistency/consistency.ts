import { unitAxis } from '#ui/charts/axis.ts';
import { drawPoints } from '#ui/charts/draw-points.ts';
import { formatScore } from '#ui/format-number.ts';
import { nameOf, type ChartDefinition } from '../chart.ts';
import { consistency as texts } from '../texts.ts';

/** The chance that k trials of a task all pass, by k. */
export const consistency: ChartDefinition = {
  id: 'consistency',
  figure({ chosen, summary: { consistency: chances }, source }) {
    if (!chosen || chances.length < 2) return undefined;
    const metric = nameOf(chosen);
    return {
      title: texts.title,
      note: metric,
      caption: texts.caption(metric, source),
      draw: (width) =>
        drawPoints(
          {
            form: 'line',
            points: chances.map(({ k, passHatK, interval }) => ({
              x: k,
              y: passHatK,
              interval,
              note: `pass^${k} ${formatScore(passHatK)}`,
            })),
            x: {
              min: 0.5,
              max: (chances.at(-1)?.k ?? 1) + 0.5,
              title: texts.k,
              ticks: chances.map(({ k, tasks }) => ({
                at: k,
                text: String(k),
                note: texts.n(tasks),
              })),
            },
            y: unitAxis(texts.passHatK),
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: chances.map(({ k, passAtK, passHatK, interval, tasks }) => ({
          cells: [k, passAtK, passHatK, interval?.low ?? null, interval?.high ?? null, tasks],
        })),
      },
    };
  },
};
