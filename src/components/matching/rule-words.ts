import { globProblemInWords } from '#core/matching/check-rules.ts';
import { compileGlob } from '#core/matching/path-glob.ts';
import type { ArgumentMode } from '#core/matching/rules.ts';

/** What each mode is called in the form, with what it means. */
export const MODE_WORDS: Readonly<Record<ArgumentMode, readonly [label: string, hint: string]>> = {
  exact: ['All arguments must be equal', 'As the service does.'],
  ignore: ['Arguments do not count', 'The tool’s name decides.'],
  superset: ['Extra arguments are allowed', 'All expected ones must be made.'],
  subset: ['Arguments may be left out', 'All made ones must be expected.'],
  keys: ['Only these arguments count', ''],
};

/** Says what is wrong with a path pattern, if anything. */
export function checkPath(pattern: string): string | undefined {
  const compiled = compileGlob(pattern);
  return 'problem' in compiled ? globProblemInWords(pattern, compiled.problem) : undefined;
}

/** A number from 0 as it was typed, 0 for an empty field; undefined where it is none. */
export function readTolerance(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return 0;
  const value = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed)
    ? Number(trimmed)
    : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Writes a tolerance for its field; nothing for none. */
export function printTolerance(value: number | undefined): string {
  return value === undefined || value === 0 ? '' : String(Number(value.toPrecision(12)));
}
