import { describe, expect, it } from 'vitest';
import { checkPath, printTolerance, readTolerance } from './rule-words.ts';

describe('tolerances', () => {
  it.each([
    ['', 0],
    [' 0.5 ', 0.5],
    ['0,25', 0.25],
    ['1e-3', 0.001],
    ['.5', 0.5],
  ])('reads “%s”', (text, value) => {
    expect(readTolerance(text)).toBe(value);
  });

  it.each(['-1', 'a little', '1 2', 'Infinity', '1e999', '0x10'])('refuses “%s”', (text) => {
    expect(readTolerance(text)).toBeUndefined();
  });

  it('writes what it reads', () => {
    expect(printTolerance(0.1 * 3)).toBe('0.3');
    expect(printTolerance(0)).toBe('');
    expect(printTolerance(undefined)).toBe('');
  });
});

it('says what is wrong with a path', () => {
  expect(checkPath('/meta/trace_*')).toBeUndefined();
  expect(checkPath('/meta//id')).toContain('two slashes');
});
