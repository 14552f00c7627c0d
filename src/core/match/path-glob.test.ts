import { expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { compileGlob, enterName, startGlobs } from './path-glob.ts';

const CASES = tablesOf<{
  paths: [string, string, boolean][];
  brokenPaths: [string, string][];
}>('matching');

function matches(pattern: string, path: readonly string[]): boolean {
  expect(compileGlob(pattern)).toHaveProperty('glob');
  let states = startGlobs([pattern]);
  for (const name of path) {
    const below = enterName(states, name);
    if (below === 'matched') return true;
    states = below;
  }
  return false;
}

it.each([...CASES.paths, ['/a*a*a*a*a*a*a*a*b', 'a'.repeat(20_000), false]])(
  'a path pattern %s and %s',
  (pattern, path, expected) => {
    // a dot stands for a slash here, as in the messages of other tools
    const names = pattern === 'a.b' ? [path] : path.split('.');
    expect(matches(pattern, names)).toBe(expected);
  },
);

it.each([...CASES.brokenPaths, ['a'.repeat(1001), 'too_long']])(
  'a path pattern %j does not compile: %s',
  (pattern, problem) => {
    expect(compileGlob(pattern)).toEqual({ problem });
  },
);

it('a path pattern may have stars that a backslash takes as they are', () => {
  expect(compileGlob('a\\*\\*')).toHaveProperty('glob');
  expect(matches('a\\**', ['a*x'])).toBe(true);
});

it('a path pattern stays quick with many patterns at great depth', () => {
  const path = Array.from({ length: 200 }, () => 'a');
  expect(matches(`${'**/a/'.repeat(30)}b`, path)).toBe(false);
});
