import { describe, expect, it } from 'vitest';
import { compileGlob, enterName, startGlobs } from './path-glob.ts';

function matches(pattern: string, path: readonly string[]): boolean {
  const compiled = compileGlob(pattern);
  if (!('glob' in compiled)) throw new RangeError(pattern);
  let states = startGlobs([compiled.glob]);
  for (const name of path) {
    const below = enterName(states, name);
    if (below === 'matched') return true;
    states = below;
  }
  return false;
}

describe('a path pattern', () => {
  it.each([
    ['id', 'id', true],
    ['/id', 'id', true],
    ['id', 'idea', false],
    ['id', 'meta.id', false],
    ['meta/id', 'meta.id', true],
    ['meta/id', 'meta', false],
    ['meta', 'meta.id', true],
    ['*_id', 'request_id', true],
    ['*_id', '_id', true],
    ['t?', 'ts', true],
    ['t?', 't', false],
    ['*', 'a', true],
    ['*/id', 'items.id', true],
    ['*/id', 'id', false],
    ['items/*/id', 'items.*.id', true],
    ['items/0/id', 'items.*.id', false],
    ['**', 'a', true],
    ['**/id', 'id', true],
    ['**/id', 'a.b.c.id', true],
    ['**/id', 'a.b.c.ids', false],
    ['a/**/id', 'a.id', true],
    ['a/**/id', 'b.id', false],
    ['a/**', 'a', true],
    ['**/**/x/**/y', 'q.x.r.s.y', true],
    ['a.b', 'axb', false],
    ['a\\*', 'a*', true],
    ['a\\*', 'ab', false],
    ['a\\/b', 'a/b', true],
    ['(a|b)[c]+', '(a|b)[c]+', true],
    ['a*a', 'a', false],
    ['a*b*c', 'abbc', true],
    ['*b?*', 'aabc', true],
    ['*b?', 'abb', true],
    // each star could stand for any part: tried in turn, they take minutes
    ['/a*a*a*a*a*a*a*a*b', 'a'.repeat(20_000), false],
  ])('%s and %s', (pattern, path, expected) => {
    // a dot stands for a slash here, as in the messages of other tools
    const names = pattern === 'a.b' ? [path] : path.split('.');
    expect(matches(pattern, names)).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['/', 'empty'],
    ['a//b', 'empty_name'],
    ['a/', 'empty_name'],
    ['a**', 'stars_in_name'],
    ['x/**b', 'stars_in_name'],
    ['a\\', 'ends_in_backslash'],
    ['a'.repeat(1001), 'too_long'],
  ])('%j does not compile: %s', (pattern, problem) => {
    expect(compileGlob(pattern)).toEqual({ problem });
  });

  it('may have stars that a backslash takes as they are', () => {
    expect(compileGlob('a\\*\\*')).toHaveProperty('glob');
    expect(matches('a\\**', ['a*x'])).toBe(true);
  });

  it('stays quick with many patterns at great depth', () => {
    const path = Array.from({ length: 200 }, () => 'a');
    expect(matches(`${'**/a/'.repeat(30)}b`, path)).toBe(false);
  });
});
