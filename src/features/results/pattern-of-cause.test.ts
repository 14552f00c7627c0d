import { expect, it } from 'vitest';
import type { Signature } from '#core/match/signature.ts';
import { patternOfCause } from './pattern-of-cause.ts';

type Cause = Pick<Signature, 'kind' | 'expectedType' | 'foundType'>;

it.each<[string, Cause]>([
  ['Omission of Required Tool Call', { kind: 'missing', expectedType: '', foundType: '' }],
  ['Failure to Set Parameter', { kind: 'changed', expectedType: 'text', foundType: 'absent' }],
  ['Incorrect Parameter Value', { kind: 'changed', expectedType: 'text', foundType: 'text' }],
  ['Incorrect Parameter Data Type', { kind: 'changed', expectedType: 'number', foundType: 'text' }],
  // whether it exists only a declaration says
  ['', { kind: 'changed', expectedType: 'absent', foundType: 'text' }],
  ['', { kind: 'extra', expectedType: '', foundType: '' }],
  ['', { kind: 'moved', expectedType: '', foundType: '' }],
])('%j names the cause %j', (title, cause) => {
  expect(patternOfCause({ tool: 'book', path: '', ...cause })).toBe(title);
});
