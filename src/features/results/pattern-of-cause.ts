import type { Signature } from '#core/match/signature.ts';
import { PATTERN_TITLES } from '#core/explain/failure-patterns/failure-patterns.ts';

/**
 * Names the pattern of a cause as far as its two sides tell it by themselves.
 * @returns its name; empty where there is none for it
 */
export function patternOfCause({ kind, expectedType, foundType }: Signature): string {
  if (kind === 'missing') return PATTERN_TITLES['omission-of-required-tool-call'];
  if (kind !== 'changed' || expectedType === 'absent') return '';
  if (foundType === 'absent') return PATTERN_TITLES['failure-to-set-parameter'];
  return PATTERN_TITLES[
    expectedType === foundType ? 'incorrect-parameter-value' : 'incorrect-parameter-data-type'
  ];
}
