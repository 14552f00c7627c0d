import { unitAxis } from '#ui/charts/axis.ts';
import { drawRows } from '#ui/charts/draw-rows.ts';
import { formatCount, formatScore } from '#ui/format-number.ts';
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
        drawRows(
          {
            rows: chances.map(({ k, passHatK, interval, tasks }) => ({
              name: texts.k(k),
              value: passHatK,
              interval,
              cells: [formatScore(passHatK), formatCount(tasks)],
            })),
            axis: unitAxis(texts.axis),
            heads: [{ text: texts.passHatK }, { text: texts.tasks }],
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
