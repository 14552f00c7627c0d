import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Lets the chart library draw on a canvas. */
export function drawChart(canvas: HTMLCanvasElement, configuration: ChartConfiguration): Chart {
  return new Chart(canvas, configuration);
}
