/** A unit, its milliseconds, and from where on a number without a unit is taken for it. */
export type Scale = readonly (readonly [unit: string, milliseconds: number, from: number])[];

/** A moment of this century in each unit; less is the time since the run began, in seconds. */
export const MOMENTS: Scale = [
  ['ns', 1e-6, 1e17],
  ['µs', 1e-3, 1e14],
  ['ms', 1, 1e11],
  ['s', 1000, 0],
];

/** The unit that the size of a number suggests. */
export function unitBySize(number: number, scale: Scale): Scale[number] {
  return scale.find(([, , from]) => number >= from) ?? ['ms', 1, 0];
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a date with its time as milliseconds since 1970, with whole microseconds after the point;
 * undefined for other text. Without a zone it is UTC, as everywhere on the page.
 */
export function isoMilliseconds(text: string): number | undefined {
  const match = ISO.exec(text.trim());
  if (!match) return undefined;
  const [, day = '', time = '', fraction = '', zone = 'Z'] = match;
  const seconds = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(seconds)) return undefined;
  return (seconds * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))) / 1000;
}

/** Reads an ISO time, or s, ms, µs or ns since 1970 told by size, as ms since 1970. */
export function millisecondsOf(value: unknown): number | undefined {
  if (typeof value === 'string') return isoMilliseconds(value);
  const number = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
  if (!Number.isFinite(number) || number < 0) return undefined;
  const [, milliseconds] = unitBySize(number, MOMENTS);
  return number * milliseconds;
}
