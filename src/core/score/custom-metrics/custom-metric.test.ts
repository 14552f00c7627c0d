import { expect, it } from 'vitest';
import { CUSTOM_SAMPLES } from './samples.ts';
import { languageOf, withCode, pythonEntry } from './custom-metric.ts';
import { readPythonProgram } from '#core/base/python/program.ts';

it.each([
  ['def m(instance):\n    return 1', 'python'],
  ['  async def m(instance): return 1', 'python'],
  ['import math\nm = lambda row: 1', 'python'],
  ['from typing import Any\n', 'python'],
  ['@decorated\ndef m(a): return 1', 'python'],
  ['function m(row) {\n  // def of what counts\n  return 1;\n}', undefined],
  ['const m = (row) => 1;', undefined],
  ['({ def }) => def(1)', undefined],
  ['', undefined],
] as const)('%j is written in %j', (code, language) => {
  expect(languageOf(code)).toBe(language);
});

it('tells the language of every sample', () => {
  for (const { code, language } of CUSTOM_SAMPLES) expect(languageOf(code)).toBe(language);
});

it('changes with the code', () => {
  expect(withCode({ code: 'x', language: 'python' }, '() => 1')).toEqual({ code: '() => 1' });
});

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
