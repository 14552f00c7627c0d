import type { ChartConfiguration } from 'chart.js';

/** A drawing on the page. */
export interface Drawing {
  /** Lets go of the canvas. */
  destroy(): void;
}

/** Draws a configuration on a canvas, as large as the canvas's parent. */
export type Draw = (canvas: HTMLCanvasElement, configuration: ChartConfiguration) => Drawing;

/**
 * Loads the chart library, at the first chart rather than with the page.
 * @returns a function that draws; rejects when the library cannot be loaded
 */
export async function loadDraw(): Promise<Draw> {
  const {
    BarController,
    BarElement,
    CategoryScale,
    Chart,
    LinearScale,
    PointElement,
    ScatterController,
    Tooltip,
  } = await import('chart.js');
  Chart.register(
    BarController,
    BarElement,
    CategoryScale,
    LinearScale,
    PointElement,
    ScatterController,
    Tooltip,
  );
  return (canvas, configuration) => new Chart(canvas, configuration);
}
