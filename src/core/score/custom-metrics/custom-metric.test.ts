import { expect, it } from 'vitest';
import { CUSTOM_SAMPLES } from './samples.ts';
import { languageOf, withCode } from './custom-metric.ts';

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
