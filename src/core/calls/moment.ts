import { isFigure } from '#core/base/json/json-value.ts';

/**
 * Units with their milliseconds, and the size from which a bare number is taken to be in that unit.
 */
export type Scale = readonly (readonly [unit: string, milliseconds: number, from: number])[];

/** Times of this century by unit; smaller numbers are seconds since the run began. */
export const MOMENTS: Scale = [
  ['ns', 1e-6, 1e17],
  ['µs', 1e-3, 1e14],
  ['ms', 1, 1e11],
  ['s', 1000, 0],
];

/** Rounds milliseconds to whole microseconds: less is the error of floats. */
export function roundToMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

/** The unit suggested by the size of a number. */
export function unitBySize(number: number, scale: Scale): Scale[number] {
  return scale.find(([, , from]) => number >= from) ?? ['ms', 1, 0];
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a date and time as milliseconds since 1970, to the microsecond; UTC where it has no zone.
 * Undefined for other text.
 */
export function isoMilliseconds(text: string): number | undefined {
  const match = ISO.exec(text.trim());
  if (!match) return undefined;
  const [, day = '', time = '', fraction = '', zone = 'Z'] = match;
  const seconds = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(seconds)) return undefined;
  return (seconds * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))) / 1000;
}

/** Reads an ISO time, or a number since 1970 whose size shows its unit, as ms since 1970. */
export function millisecondsOf(value: unknown): number | undefined {
  if (typeof value === 'string') return isoMilliseconds(value);
  const number = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
  if (!isFigure(number) || number < 0) return undefined;
  const [, milliseconds] = unitBySize(number, MOMENTS);
  return number * milliseconds;
}
