import { expect, it } from 'vitest';
import { exampleDigest, finishedRun } from '../../../tests/fixtures/storage/example-records.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { NO_ROWS } from '#core/score/columns/scored-columns.ts';
import type { OpenRun } from './open-run.ts';
import { toLoadedRun } from './stored-form.ts';

it('keeps what is said about the rows as they are now, not what was said before', () => {
  const before = exampleDigest();
  const now = { ...before, causeCount: before.causeCount + 1 };
  const open: OpenRun = {
    ...now,
    summary: [],
    key: 'run-1',
    columns: { ...NO_ROWS, rowCount: 20_000 },
    rows: new Blob(),
    table: undefined,
    roles: {},
    settings: DEFAULT_SETTINGS,
    record: finishedRun('a', { digest: before }),
    original: null,
    parts: [],
    skipped: new Blob(),
  };
  expect(toLoadedRun(open).run).toMatchObject({ digest: now, summary: [], rowCount: 20_000 });
  const few = { ...open, columns: { ...NO_ROWS, rowCount: 3 } };
  expect(toLoadedRun(few).run.digest).toBeUndefined();
});
