import type { Plugin } from 'chart.js';
import type { ChartTheme } from '../theme.ts';

/** A value to mark on the x axis, and what is written beside the mark. */
export interface Marker {
  readonly value: number;
  readonly text: string;
  readonly isDashed: boolean;
}

/** Height of one marker's text above the bars; each marker has a line of its own. */
export const MARKER_HEIGHT = 18;

const GAP = 5;

/**
 * Draws values as upright lines through the bars, each with its text above them.
 * @param markers the values, in any order
 * @param scaleId the axis the values belong to
 * @param theme the theme in force
 * @returns an inline plugin; the chart leaves {@link MARKER_HEIGHT} per marker above its bars
 */
export function drawMarkers(
  markers: readonly Marker[],
  scaleId: string,
  theme: ChartTheme,
): Plugin<'bar'> {
  return {
    id: 'markers',
    afterDatasetsDraw({ ctx, chartArea, scales }) {
      const scale = scales[scaleId];
      if (!scale) return;
      // The leftmost text is the topmost, so that no line starts above it.
      const placed = markers
        .toSorted((a, b) => a.value - b.value)
        .map((marker, index) => ({
          ...marker,
          at: scale.getPixelForValue(marker.value),
          top: chartArea.top - MARKER_HEIGHT * (markers.length - index),
        }));
      ctx.save();
      ctx.lineWidth = 1.25;
      ctx.strokeStyle = theme.ink2;
      for (const { at, top, isDashed } of placed) {
        ctx.setLineDash(isDashed ? [3, 3] : []);
        ctx.beginPath();
        ctx.moveTo(at, top);
        ctx.lineTo(at, chartArea.bottom);
        ctx.stroke();
      }
      ctx.font = `${theme.textSize}px ${theme.sans}`;
      ctx.textBaseline = 'middle';
      ctx.fillStyle = theme.ink;
      ctx.strokeStyle = theme.surface;
      ctx.lineWidth = 4;
      ctx.setLineDash([]);
      for (const { at, top, text } of placed) {
        const isLeft = at + GAP + ctx.measureText(text).width > chartArea.right;
        ctx.textAlign = isLeft ? 'right' : 'left';
        const place = [text, at + (isLeft ? -GAP : GAP), top + MARKER_HEIGHT / 2] as const;
        // A margin in the colour of the surface keeps lines out of the text.
        ctx.strokeText(...place);
        ctx.fillText(...place);
      }
      ctx.restore();
    },
  };
}
