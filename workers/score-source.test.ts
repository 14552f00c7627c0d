import { expect, it } from 'vitest';
import { jsonl, THREE_ROWS } from '../tests/e2e/rows.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { ISSUES_KEPT } from '#core/score/columns/scored-columns.ts';
import type { ScoreJob } from './score-job.ts';
import { scoreLines } from './score-source.ts';

const ROLES = assignRoles(Object.keys(THREE_ROWS[0]!));

function jobOf(blob: Blob): ScoreJob {
  return {
    ...{ blob, head: { text: '', isWhole: false, name: '' }, formatId: 'jsonl', roles: ROLES },
    ...{ settings: DEFAULT_SETTINGS, notes: [] },
  };
}

it('a line that is too long to be read is skipped and costs no other row', async () => {
  const rows = jsonl(THREE_ROWS);
  const long = `${JSON.stringify({ prompt: 'x'.repeat(200_000) })}\n`;
  const blob = new Blob([rows, long, rows]);
  // the slice begins before the line and ends within it; what follows is the next one's
  const at = rows.length + 1000;
  const first = await scoreLines({ job: jobOf(blob), start: 0, end: at, limitBytes: 100_000 });
  expect(first.columns.rowCount).toBe(3);
  expect(first.columns.skippedCount).toBe(1);
  expect(first.columns.issues.first).toEqual([
    { code: 'row_too_large', line: 4, bytes: long.length - 1, limitBytes: 100_000 },
  ]);
  expect(first.lineCount).toBe(4);
  const tail = blob.size - rows.length;
  const rest = await scoreLines({ job: jobOf(blob), start: tail, end: blob.size });
  expect(rest.columns.rowCount).toBe(3);
  expect(rest.columns.skippedCount).toBe(0);
});

it('broken lines are counted, and only the first are kept one by one', async () => {
  const [first, ...others] = THREE_ROWS;
  const broken = '{"id": oops\n'.repeat(3000);
  const blob = new Blob([jsonl([first!]), broken, jsonl(others)]);
  const { columns } = await scoreLines({ job: jobOf(blob), start: 0, end: blob.size });
  expect(columns.rowCount).toBe(3);
  expect(columns.skippedCount).toBe(3000);
  expect([...columns.lines]).toEqual([1, 3002, 3003]);
  const [[code, count] = []] = Object.entries(columns.issues.counts);
  expect(count).toBe(3000);
  expect(columns.issues.first.filter((issue) => issue.code === code)).toHaveLength(ISSUES_KEPT);
});

it('slices that are scored side by side in one thread give what each gives alone', async () => {
  const files = ['a', 'b', 'c'].map((file, at) =>
    jsonl(
      Array.from({ length: 400 }, (_, index) => ({
        ...THREE_ROWS[(index + at) % 3]!,
        ...{ id: `${file}-${String(index)}`, prompt: file.repeat(1500) },
      })),
    ),
  );
  const slices = files.map((text) => {
    const blob = new Blob([text]);
    return { job: jobOf(blob), start: 0, end: blob.size };
  });
  const together = await Promise.all(slices.map((slice) => scoreLines(slice)));
  for (const [at, slice] of slices.entries())
    expect(together[at]).toEqual(await scoreLines({ ...slice, isLaneOff: true }));
});
