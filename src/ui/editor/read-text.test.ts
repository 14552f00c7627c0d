import { describe, expect, it } from 'vitest';
import { tooLargeToPaste } from './read-text.ts';

const MEGABYTE = 1_000_000;

function field(value: string, selectionStart: number, selectionEnd: number) {
  return { value, selectionStart, selectionEnd };
}

describe('tooLargeToPaste', () => {
  it('lets the editor take what it can hold', () => {
    expect(tooLargeToPaste('ab', field('cd', 0, 0), MEGABYTE)).toBeUndefined();
    expect(tooLargeToPaste('x'.repeat(MEGABYTE), field('cd', 0, 2), MEGABYTE)).toBeUndefined();
  });

  it('counts bytes, not characters', () => {
    const pasted = '語'.repeat(MEGABYTE / 2);
    expect(tooLargeToPaste(pasted, field('', 0, 0), MEGABYTE)).toBe(pasted);
  });

  it('counts lines: each is laid out', () => {
    const pasted = '\n'.repeat(20_000);
    expect(tooLargeToPaste(pasted, field('', 0, 0), MEGABYTE)).toBe(pasted);
    expect(tooLargeToPaste(pasted.slice(1), field('', 0, 0), MEGABYTE)).toBeUndefined();
  });

  it('gives the pasted text, or the whole when only both together are too large', () => {
    const large = 'x'.repeat(MEGABYTE + 1);
    expect(tooLargeToPaste(large, field('ab', 1, 1), MEGABYTE)).toBe(large);
    const whole = tooLargeToPaste('y'.repeat(MEGABYTE), field('abc', 1, 2), MEGABYTE);
    expect(whole).toBe(`a${'y'.repeat(MEGABYTE)}c`);
  });
});
