import { findLatency } from '#core/score/metrics/registry.ts';
import { writeLeftOut, writeSeconds } from '#ui/charts/wording.ts';
import type { ChartDefinition } from '../chart.ts';
import { drawDistribution } from '../score-distribution/score-distribution.ts';
import { latency as texts } from '../texts.ts';

/** How many rows took how long. */
export const latency: ChartDefinition = {
  id: 'latency',
  figure({ summary: { columns }, source }) {
    const column = findLatency(columns.filter(({ valid }) => valid > 0));
    if (!column) return undefined;
    const [median, p95] = [column.median, column.p95].map(writeSeconds);
    return {
      title: texts.title,
      note: texts.n(column.valid),
      caption: texts.caption(median ?? '', p95 ?? '', writeLeftOut(column), source),
      ...drawDistribution(column, {
        title: texts.title,
        head: texts.head,
        note: texts.note,
        write: writeSeconds,
        writeTick: writeSeconds,
      }),
    };
  },
};
