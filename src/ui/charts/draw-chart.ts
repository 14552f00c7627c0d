import {
  BarController,
  BarElement,
  BasicPlatform,
  CategoryScale,
  Chart,
  LinearScale,
  type ChartConfiguration,
} from 'chart.js';
import type { Drawing, Ink, MarkFilters } from './figure.ts';
import { RecordingContext } from './record-context.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

/** A bar of a chart. */
export interface ChartBar {
  /** Its label at an axis with a place for each bar. */
  readonly label: string;
  readonly value: number;
  readonly fill: Ink;
  /** Shown under the pointer. */
  readonly note: string;
  readonly filters: MarkFilters;
}

/** Bars beside each other, over labels or over an axis. */
export interface BarsPlan {
  readonly bars: readonly ChartBar[];
  readonly x: {
    readonly title: string;
    readonly hasLabels: boolean;
    /** Writes the value at a place of the axis, from 0 to 1. */
    readonly write: (place: number) => string;
  };
  /** What the bars count. */
  readonly y: string;
}

const HEIGHT = 260;
const FONT = { size: 12 };

/** Lets the chart library draw bars at a width, in lines and text as all figures are. */
export function drawBars(plan: BarsPlan, width: number): Drawing {
  const context = new RecordingContext(width, HEIGHT);
  // what it draws on is all that it asks of a canvas
  const canvas = context.canvas as unknown as HTMLCanvasElement;
  const chart = new Chart(canvas, configure(plan));
  const { top, bottom } = chart.chartArea;
  const targets = chart.getDatasetMeta(0).data.flatMap((element, index) => {
    const bar = plan.bars[index];
    if (!bar || bar.value === 0) return [];
    const { x, width: across } = element.getProps(['x', 'width'], true) as Box;
    const place = { x: x - across / 2, y: top, width: across, height: bottom - top };
    return [{ ...place, note: bar.note, filters: bar.filters }];
  });
  // taken before: the end of a chart clears it
  const shapes = [...context.shapes];
  chart.destroy();
  return { width, height: HEIGHT, shapes, targets };
}

interface Box {
  readonly x: number;
  readonly width: number;
}

/** Colours are the inks' names. */
function configure({ bars, x, y }: BarsPlan): ChartConfiguration {
  const title = (text: string) => ({ display: true, text, color: 'ink-2', font: FONT });
  const ticks = { color: 'ink-3', font: FONT, padding: 8, maxRotation: 0 };
  const base = {
    border: { color: 'line-strong' },
    grid: { display: false },
    title: title(x.title),
  };
  return {
    type: 'bar',
    platform: BasicPlatform,
    data: {
      labels: bars.map(({ label }) => label),
      datasets: [
        {
          data: bars.map(({ value }) => (value === 0 ? null : value)),
          backgroundColor: bars.map(({ fill }) => fill),
          barPercentage: 1,
          categoryPercentage: 0.84,
          maxBarThickness: 40,
          // never too low to see
          minBarLength: 2,
        },
      ],
    },
    options: {
      responsive: false,
      animation: false,
      events: [],
      locale: 'en',
      devicePixelRatio: 1,
      scales: {
        x: { ...base, display: x.hasLabels, ticks: { ...ticks, color: 'ink-2' } },
        unit: {
          ...base,
          type: 'linear',
          axis: 'x',
          position: 'bottom',
          min: 0,
          max: 1,
          offset: false,
          display: !x.hasLabels,
          ticks: { ...ticks, stepSize: 0.25, callback: (place) => x.write(Number(place)) },
        },
        y: {
          beginAtZero: true,
          suggestedMax: 1,
          border: { display: false },
          grid: { color: 'line', drawTicks: false },
          ticks: { ...ticks, precision: 0, maxTicksLimit: 5 },
          title: title(y),
        },
      },
    },
  };
}
