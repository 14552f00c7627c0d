import type { StepCost, StepRecord } from '#core/calls/step.ts';
import { formatCount } from '#ui/format-number.ts';
import { figures as texts } from './texts.ts';

/** Stands where nothing is recorded. */
export const NOT_RECORDED = '–';

/** Writes milliseconds in seconds, `0.42 s`; below 0.1 s as they are, minutes and hours above; a dash where there are none. */
export function writeTime(ms: number | undefined): string {
  if (ms === undefined) return NOT_RECORDED;
  if (ms > 0 && ms < 100) return texts.milliseconds(String(Number(ms.toPrecision(2))));
  const seconds = ms / 1000;
  if (seconds < 100) return texts.seconds(trimmed(seconds, 2));
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 100) return texts.minutes(minutes, whole % 60);
  return texts.hours(Math.floor(minutes / 60), minutes % 60);
}

function trimmed(value: number, digits: number): string {
  return value.toFixed(Number.isInteger(value) ? 0 : digits);
}

/** Writes a count, or a dash. */
export function writeTokens(count: number | undefined): string {
  return count === undefined ? NOT_RECORDED : formatCount(Math.round(count));
}

/** Writes what something cost, `$0.0040`, in the currency of the data; a dash where that is unknown. */
export function writeCost(cost: StepCost | undefined): string {
  if (!cost) return NOT_RECORDED;
  const { amount, currency } = cost;
  const digits = amount === 0 || amount >= 100 ? 2 : amount >= 0.01 ? 3 : 4;
  const least = 10 ** -digits;
  const number =
    amount > 0 && amount < least
      ? Number(amount.toPrecision(1)).toString()
      : amount.toFixed(digits);
  const sign = { USD: '$', EUR: '€', GBP: '£' }[currency.toUpperCase()];
  if (sign) return sign + number;
  return currency === '' ? number : `${number} ${currency}`;
}

const FIGURES = {
  time: ({ durationMs }: StepRecord) => writeTime(durationMs),
  in: ({ tokens }: StepRecord) => writeTokens(tokens?.input),
  out: ({ tokens }: StepRecord) => writeTokens(tokens?.output),
  cost: ({ cost }: StepRecord) => writeCost(cost),
};

/** What a step may record of its time, its tokens and its cost. */
export type Figure = keyof typeof FIGURES;

/** Writes a figure of a step; a dash where it is not recorded. */
export const figureOf = (figure: Figure, record: StepRecord): string => FIGURES[figure](record);

/** The figures that any of some steps records, in the order of their columns. */
export function recordedFigures(
  steps: readonly { readonly record: StepRecord }[],
): readonly Figure[] {
  return (Object.keys(FIGURES) as Figure[]).filter((one) =>
    steps.some(({ record }) => figureOf(one, record) !== NOT_RECORDED),
  );
}
