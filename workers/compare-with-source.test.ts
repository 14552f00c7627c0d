import { expect, it } from 'vitest';
import { readableRun, row } from '../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { compareWithSource } from './compare-with-source.ts';

const without = (key: string, rows: readonly JsonObject[]): JsonObject[] =>
  rows.map(({ [key]: _, ...record }) => record);

it('pairs rows in the same way whatever else is compared', async () => {
  const rows = ['a', 'b', 'c'].map((expected) => row(expected, 'ab', expected));
  const baseline = readableRun(without('prompt', rows));
  const others = readableRun(
    without('prompt', rows).map((one, at) => ({ ...one, id: String(at) })),
  );
  const nameless = readableRun(without('id', rows));
  for (const candidates of [[others], [others, nameless]]) {
    const [compared] = await compareWithSource(baseline, candidates);
    // equal calls alone do not make two rows the same
    expect(compared?.baselineRows).toHaveLength(0);
  }
});
