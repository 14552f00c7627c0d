import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { json, trajectory } from '../../../../tests/support/arbitraries.ts';
import { alignTrajectories } from '#core/match/align.ts';
import { signaturesOf } from '#core/match/signature.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { hashTextWide } from '#core/base/json/equal-json.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { ChunkBuilder } from './chunk-builder.ts';
import { joinColumns } from './growing-columns.ts';
import { joinIssues, shiftPart } from './pack-columns.ts';
import { ISSUES_KEPT, countLabels, labelsOf } from './scored-columns.ts';

const record = fc
  .record({
    id: fc.string({ maxLength: 3 }),
    p: trajectory,
    r: fc.oneof(trajectory, fc.constant(null)),
    other: json,
  })
  .map(({ id, p, r, other }): JsonObject => ({
    ...recordOf(p, r ?? []),
    ...(r === null ? { reference_trajectory: 'none' } : {}),
    ...(id === 'x' ? {} : { id }),
    other,
  }));

describe('ChunkBuilder', () => {
  it('gathers scores, outcomes, places and counts', () => {
    const run = scoreRecords([
      { id: '1', ...recordOf(calls('ab'), calls('ab')), latency_in_seconds: 2 },
      { prompt: 'p', predicted_trajectory: [], reference_trajectory: 'x y' },
    ]);
    expect(run.rowCount).toBe(2);
    const exact = run.scores[0]!;
    expect([...exact.values]).toEqual([1, Number.NaN]);
    expect(Array.from(exact.outcomes, (code) => OUTCOMES[code])).toEqual([
      'scored',
      'reference_unreadable',
    ]);
    expect([...run.offsets, ...run.lengths, ...run.lines]).toEqual([0, 100, 50, 51, 1, 2]);
    expect([...run.idKeys]).toEqual([hashTextWide('1'), Number.NaN]);
    expect([run.predictedCalls, run.referenceCalls, run.skippedCount]).toEqual([2, 2, 0]);
    expect(run.columns).toEqual([
      { name: 'id', filled: 1 },
      { name: 'predicted_trajectory', filled: 2 },
      { name: 'reference_trajectory', filled: 2 },
      { name: 'latency_in_seconds', filled: 1 },
      { name: 'prompt', filled: 1 },
    ]);
    expect(run.issues.counts).toEqual({ trajectory_unreadable: 1 });
    expect(run.issues.first).toMatchObject([{ code: 'trajectory_unreadable', line: 2 }]);
  });

  it('names the causes that the alignment of all calls has', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (prediction, reference) => {
        const run = scoreRecords([recordOf(prediction, reference)]);
        const slots = alignTrajectories(reference, prediction);
        expect(labelsOf(run.signatures, 0)).toEqual(signaturesOf(slots, reference, prediction));
      }),
      { numRuns: lawRuns(2000) },
    );
  });

  it('lists a blank column as never filled, and a column called __proto__ as any other', () => {
    const run = scoreRecords([
      JSON.parse('{"a": "", "__proto__": {"b": 1}}') as JsonObject,
      { a: null },
    ]);
    expect(run.columns).toEqual([
      { name: 'a', filled: 0 },
      { name: '__proto__', filled: 1 },
    ]);
  });

  it('labels rows with the tools called and with what differs', () => {
    const run = scoreRecords([
      recordOf(calls('aba'), calls('ab')),
      recordOf(calls('ab'), calls('ab')),
      recordOf([], calls('a')),
      { predicted_trajectory: [{ tool_name: 'toString' }] },
    ]);
    expect([0, 1, 2, 3].map((row) => labelsOf(run.tools, row))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      [],
      ['toString'],
    ]);
    expect([0, 1, 2, 3].map((row) => labelsOf(run.signatures, row).length)).toEqual([1, 0, 1, 0]);
    expect(countLabels(run.tools)).toEqual([
      { name: 'a', count: 2 },
      { name: 'b', count: 2 },
      { name: 'toString', count: 1 },
    ]);
    expect(labelsOf(run.tools, 99)).toEqual([]);
  });

  it('keys rows by id as text, and without one by prompt with reference', () => {
    const { idKeys, contentKeys } = scoreRecords([{ id: 1 }, { id: '1' }, { prompt: 'p' }]);
    expect(idKeys[0]).toBe(idKeys[1]);
    expect([...contentKeys].map(Number.isNaN)).toEqual([true, true, false]);
    const keyOf = (record: JsonObject): number => scoreRecords([record]).contentKeys[0]!;
    const list = [{ tool_name: 'a', tool_input: { x: 1, y: 2 } }];
    const row = { prompt: 'p', reference_trajectory: list };
    expect(keyOf({ ...row, predicted_trajectory: list })).toBe(keyOf(row));
    // as text, and with the keys in another order, the reference is the same
    const text = '[{"tool_input": {"y":2,"x":1.0}, "tool_name": "a"}]';
    expect(keyOf({ ...row, reference_trajectory: text })).toBe(keyOf(row));
    expect(keyOf({ ...row, reference_trajectory: [...list, ...list] })).not.toBe(keyOf(row));
    expect(keyOf({ ...row, prompt: 'q' })).not.toBe(keyOf(row));
    expect(keyOf({ prompt: 'p', reference: 'a' })).not.toBe(keyOf({ prompt: 'p', reference: 'b' }));
  });

  it('counts every issue and keeps the first', () => {
    const builder = new ChunkBuilder(DEFAULT_SETTINGS, assignRoles([]));
    for (let line = 1; line <= ISSUES_KEPT + 5; line++)
      builder.skip({ code: 'row_too_deep', line, limit: 200 });
    builder.note({ code: 'lines_blank', count: 3 });
    const { issues, skippedCount, rowCount } = builder.finish();
    expect(issues.counts).toEqual({ row_too_deep: ISSUES_KEPT + 5, lines_blank: 1 });
    // one kind does not crowd out another
    expect(issues.first).toHaveLength(ISSUES_KEPT + 1);
    expect([skippedCount, rowCount]).toEqual([ISSUES_KEPT + 5, 0]);
  });
});

describe('joinColumns', () => {
  it('gives of parts what scoring in one go gives', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), fc.nat(), fc.nat(), (records, a, b) => {
        const [from, to] = [a % (records.length + 1), b % (records.length + 1)].sort(
          (x, y) => x - y,
        );
        const settings = { tools: ['a', 'x'] };
        const parts = [records.slice(0, from), records.slice(from, to), records.slice(to)];
        const starts = [0, from!, to!];
        const joined = joinColumns(
          parts.map((part, index) => scoreRecords(part, settings, starts[index])),
        );
        expect(joined).toEqual(scoreRecords(records, settings));
      }),
    );
  });
});

it('joinIssues adds the counts and keeps the first issues', () => {
  const list = (lines: readonly number[]): Parameters<typeof joinIssues>[0][number] => ({
    counts: { row_not_csv: lines.length },
    first: lines.map((line) => ({ code: 'row_not_csv', line })),
  });
  const joined = joinIssues([list([1]), list([2, 3]), { counts: { lines_blank: 1 }, first: [] }]);
  expect(joined.counts).toEqual({ row_not_csv: 3, lines_blank: 1 });
  expect(joined.first.map((issue) => 'line' in issue && issue.line)).toEqual([1, 2, 3]);
  const many = Array.from({ length: ISSUES_KEPT }, (_, index) => index);
  const last = {
    counts: { row_too_deep: 1 },
    first: [{ code: 'row_too_deep', line: 9, limit: 1 }],
  } as const;
  expect(joinIssues([list(many), list(many), last]).first).toHaveLength(ISSUES_KEPT + 1);
});

it('shiftPart moves rows and issues, but no issue without a line', () => {
  const builder = new ChunkBuilder(DEFAULT_SETTINGS, assignRoles([]));
  builder.add({}, { offset: 0, length: 2, line: 4 });
  builder.skip({ code: 'row_not_csv', line: 5 });
  builder.note({ code: 'lines_blank', count: 2 });
  const part = builder.finish();
  const shifted = shiftPart(part, 10, 0);
  expect([...shifted.lines]).toEqual([14]);
  expect(shifted.issues.first).toEqual([
    { code: 'row_not_csv', line: 15 },
    { code: 'lines_blank', count: 2 },
  ]);
  expect(shiftPart(part, 0, 0)).toEqual(part);
  expect(shiftPart(shiftPart(part, 3, 0), 7, 0)).toEqual(shifted);
});
