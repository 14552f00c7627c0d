import { expect, it } from 'vitest';
import { readPythonProgram } from '#core/base/python/program.ts';
import { pythonEntry } from './python-entry.ts';

const TWO = 'def a(i):\n    return 1\n\ndef b(i):\n    def inner(): pass\n    return 2\n';

it.each([
  [TWO, 'm', 'b'],
  [TWO, 'a', 'a'],
  [`${TWO}\nx = CustomMetric(name="x", metric_function=a)`, 'm', 'a'],
  [`${TWO}\nevaluation.CustomMetric("x", a)`, 'b', 'a'],
  ['m = lambda i: 1', 'm', 'm'],
])('of %j, named %j, is %j', (code, name, entry) => {
  expect(pythonEntry(readPythonProgram(code), name).entry).toBe(entry);
});
