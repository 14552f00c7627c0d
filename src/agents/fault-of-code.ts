import { CODE_LIMIT } from '#core/custom-metrics/custom-metric.ts';

/**
 * Says why code cannot be run at all.
 * @param code what a person wrote
 * @returns a sentence; an empty text when it can be tried
 */
export function faultOfCode(code: string): string {
  if (code.trim() === '') return 'A function is needed.';
  return code.length > CODE_LIMIT
    ? `The function has more than ${String(CODE_LIMIT)} characters.`
    : '';
}
