import type { Plugin } from 'chart.js';
import type { ChartTheme } from '../theme.ts';

/** A mean to draw: where it stands, its interval, and what is written beside it. */
export interface Mean {
  readonly row: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
}

const CAP = 3;

/**
 * Draws the interval of each mean as a line with end caps under its dot, and the mean in figures
 * at the right edge. The library has no error bars of its own.
 * @param means one entry per row of the chart; without an interval only the text is drawn
 * @param theme the theme in force
 * @returns an inline plugin for a chart whose x axis holds scores and whose y axis holds rows
 */
export function whiskers(means: readonly Mean[], theme: ChartTheme): Plugin<'scatter'> {
  return {
    id: 'whiskers',
    beforeDatasetsDraw({ ctx, scales: { x, y } }) {
      if (!x || !y) return;
      ctx.save();
      ctx.strokeStyle = theme.ink2;
      ctx.lineWidth = 1.25;
      ctx.beginPath();
      for (const { row, low, high } of means) {
        if (low === null || high === null) continue;
        const at = y.getPixelForValue(row);
        const from = x.getPixelForValue(Math.max(x.min, low));
        const to = x.getPixelForValue(Math.min(x.max, high));
        ctx.moveTo(from, at);
        ctx.lineTo(to, at);
        for (const end of [from, to]) {
          ctx.moveTo(end, at - CAP);
          ctx.lineTo(end, at + CAP);
        }
      }
      ctx.stroke();
      ctx.restore();
    },
    afterDatasetsDraw({ ctx, width, scales: { y } }) {
      if (!y) return;
      ctx.save();
      ctx.font = `${theme.textSize}px ${theme.sans}`;
      ctx.fillStyle = theme.ink;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      for (const { row, text } of means) ctx.fillText(text, width, y.getPixelForValue(row));
      ctx.restore();
    },
  };
}
