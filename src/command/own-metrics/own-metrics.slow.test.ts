import { expect, it } from 'vitest';
import { jsonLines } from '../../../tests/support/json-lines.ts';
import { MetricRunner } from '#engine/own-code/custom-scorer.ts';
import { openProcess } from './own-metrics.ts';

const ROWS = Array.from({ length: 4 }, (_, id) => ({ id }));

it.each([
  ['takes all memory', `for (const all = []; ; ) all.push('x'.repeat(1e8).split(''))`],
  ['never returns', 'for (;;);'],
  ['goes on in a promise', 'return (async () => { for (;;) await null; })()'],
])('a row on which code %s is an error, and the others are scored', async (_, end) => {
  const code = `(row) => { if (row.id === 2) { ${end} } return row.id; }`;
  const { signal } = new AbortController();
  const runner = new MetricRunner({ name: 'm', code, scale: 'number' }, signal, openProcess);
  const results = await runner.score(jsonLines(ROWS), ROWS.length);
  runner.close();
  expect(results).toMatchObject([{ value: 0 }, { value: 1 }, { kind: 'error' }, { value: 3 }]);
});
