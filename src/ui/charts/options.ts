import type { ChartOptions, TooltipOptions } from 'chart.js';
import type { ChartTheme } from './theme.ts';

/** Options that all charts share: the page's font, no motion, as large as the place they get. */
export function sharedOptions(
  theme: ChartTheme,
): Pick<ChartOptions, 'animation' | 'locale' | 'maintainAspectRatio' | 'color' | 'font'> {
  return {
    animation: false,
    locale: 'en',
    maintainAspectRatio: false,
    color: theme.ink3,
    font: fontOf(theme),
  };
}

/** The look of the note under the pointer: a floating surface with a hairline. */
export function tooltipLook(theme: ChartTheme): Partial<TooltipOptions> {
  return {
    animation: false,
    displayColors: false,
    backgroundColor: theme.float,
    borderColor: theme.lineStrong,
    borderWidth: 1,
    cornerRadius: 5,
    caretSize: 0,
    caretPadding: 8,
    padding: 8,
    titleColor: theme.ink,
    bodyColor: theme.ink2,
    titleFont: { ...fontOf(theme), weight: 'bold' },
    bodyFont: fontOf(theme),
  };
}

/** The look of bars: full width but a gap, never too low to see, framed under the pointer. */
export function barLook(colours: string[], theme: ChartTheme) {
  return {
    backgroundColor: colours,
    hoverBackgroundColor: colours,
    hoverBorderColor: theme.ink2,
    hoverBorderWidth: 1,
    barPercentage: 1,
    categoryPercentage: 0.84,
    minBarLength: 2,
  };
}

/** The look of the numbers at an axis. */
export function tickLook(theme: ChartTheme) {
  return { color: theme.ink3, font: fontOf(theme), padding: 8, maxRotation: 0 };
}

/** A score axis from 0 to 1. */
export function scoreAxis(theme: ChartTheme) {
  return {
    min: 0,
    max: 1,
    offset: false,
    ticks: { ...tickLook(theme), stepSize: 0.25, callback: String },
  };
}

/** An axis of numbers of any size; its ends are the caller's. */
export function numberAxis(theme: ChartTheme) {
  return { offset: false, ticks: { ...tickLook(theme), maxTicksLimit: 7 } };
}

/** An axis that counts rows, ruled with hairlines. */
export function countAxis(theme: ChartTheme) {
  return {
    beginAtZero: true,
    suggestedMax: 1,
    border: { display: false },
    grid: { color: theme.line, drawTicks: false },
    ticks: { ...tickLook(theme), precision: 0, maxTicksLimit: 5 },
  };
}

function fontOf(theme: ChartTheme) {
  return { family: theme.sans, size: theme.textSize };
}
