import { expect, it } from 'vitest';
import { calls, recordOf, ROLES, scoreRecords } from '../../../../tests/support/build.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { digestRun } from '#core/explain/summary/digest.ts';
import { markdownReport } from './markdown-report.ts';

const METRICS = ['trajectory_in_order_match', 'trajectory_single_tool_use'];
const columns = scoreRecords(
  [
    recordOf(calls('ab'), calls('ab')),
    recordOf(calls('a'), calls('ab')),
    recordOf(calls('abc'), calls('ab')),
  ],
  {
    metrics: METRICS,
    tools: ['a|b`'],
  },
);
const RUN = {
  name: 'Night | run <img src=x> @all #1',
  datasetName: 'rows.jsonl',
  rowCount: 3,
  settings: { ...DEFAULT_SETTINGS, duplicates: 'multiset' },
} as const;
const text = markdownReport(RUN, { ...digestRun(columns, false), columns, roles: ROLES });

it('the Markdown report has a line per metric, with as many cells as the head', () => {
  const table = text.split('\n').filter((line) => line.startsWith('|'));
  expect(table).toHaveLength(4);
  expect(table[2]).toMatch(
    /^\| In-order match \| 0\.67 \| 0\.\d\d to 0\.\d\d \| 0\.58 \| 1\.00 \| 3 \| 0 \| 0 \|$/,
  );
  expect(table[3]).toContain('| calls `` a\\|b` `` | 0.00');
  for (const line of table) expect(line.match(/(?<!\\)\|/g)).toHaveLength(9);
});

it('the Markdown report names why rows fail, not what fails none, and how the run departs from the service', () => {
  expect(text).toContain('- `b` is missing: 1 row');
  expect(text).not.toContain('is extra');
  expect(text).toContain('3 rows of rows.jsonl · repeats counted once');
});

it('the Markdown report lets no name become markup', () => {
  const [title] = text.split('\n');
  expect(title).not.toMatch(/[<|@]/);
  expect(title).toMatch(/^### Night &#124; run &#60;img/);
});

it('the Markdown report says which rows its numbers do not count', () => {
  const rows = [recordOf(calls('a'), calls('a')), { predicted_trajectory: [] }];
  const some = { ...scoreRecords(rows), skippedCount: 2 };
  const written = markdownReport(RUN, { ...digestRun(some, false), columns: some, roles: ROLES });
  expect(written).toContain('2 of 4 records could not be read. 1 of 2 rows left out: 1 without');
});

it('the Markdown report of a run without expected calls has what was seen, and no empty line', () => {
  const observed = scoreRecords(
    ['aa', 'a'].map((made) => {
      const { reference_trajectory: _, ...record } = recordOf(calls(made), []);
      return record;
    }),
    { metrics: [...METRICS, 'identical_repeats'] },
  );
  const columns = { ...observed, skippedCount: 1 };
  const roles = { predicted_trajectory: 'predicted_trajectory' };
  const seen = markdownReport(RUN, { ...digestRun(columns, false), columns, roles });
  expect(seen).toContain('2 rows, 3 calls. Nothing says which calls were expected.');
  expect(seen).toContain('1 record could not be read.');
  expect(seen).toContain('| Identical repeats | 0.50 |');
  expect(seen).toContain('What stands out:\n\n- Same call again: 1 row');
  expect(seen).not.toMatch(/In-order match|left out: /);
});
