import { parseSignature } from './signature.ts';

/** The kinds of mistakes that causes are gathered under. */
export const DIFFERENCE_KINDS = [
  'number-as-string',
  'string-as-number',
  'other-arguments',
  'missing',
  'extra',
  'moved',
] as const;

/** A kind of mistake; each cause is of one. */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The kind of mistake that a signature is of, see signature.ts. */
export function differenceKindOf(signature: string): DifferenceKind {
  const { kind, expectedType, foundType } = parseSignature(signature);
  if (kind !== 'changed') return kind;
  if (expectedType === 'number' && foundType === 'text') return 'number-as-string';
  if (expectedType === 'text' && foundType === 'number') return 'string-as-number';
  return 'other-arguments';
}

/** Whether one side of a signature is a number and the other one a string. */
export function isNumberAgainstText(signature: string): boolean {
  const kind = differenceKindOf(signature);
  return kind === 'number-as-string' || kind === 'string-as-number';
}
