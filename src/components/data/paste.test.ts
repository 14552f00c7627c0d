import { describe, expect, it } from 'vitest';
import { tooLargeToPaste } from './paste.ts';

const MEGABYTE = 1_000_000;

describe('tooLargeToPaste', () => {
  it('lets the editor take what it can hold', () => {
    expect(tooLargeToPaste('ab', { text: 'cd', start: 0, end: 0 })).toBeUndefined();
    expect(tooLargeToPaste('x'.repeat(MEGABYTE), { text: 'cd', start: 0, end: 2 })).toBeUndefined();
  });

  it('counts bytes, not characters', () => {
    const pasted = '語'.repeat(MEGABYTE / 2);
    expect(tooLargeToPaste(pasted, { text: '', start: 0, end: 0 })).toBe(pasted);
  });

  it('gives the pasted text, or the whole when only both together are too large', () => {
    const large = 'x'.repeat(MEGABYTE + 1);
    expect(tooLargeToPaste(large, { text: 'ab', start: 1, end: 1 })).toBe(large);
    const whole = tooLargeToPaste('y'.repeat(MEGABYTE), { text: 'abc', start: 1, end: 2 });
    expect(whole).toBe(`a${'y'.repeat(MEGABYTE)}c`);
  });
});
