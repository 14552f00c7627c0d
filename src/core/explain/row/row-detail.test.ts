import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, calls, cellOf, recordOf } from '../../../../tests/support/build.ts';
import { json, trajectory } from '../../../../tests/support/arbitraries.ts';
import { diffCalls } from '#core/match/diff-calls.ts';
import { alignTrajectories } from '#core/match/align.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { tagsOf } from './call-view.ts';
import { detailRow, previewRow } from './row-detail.ts';
import { whyNot } from './why-not.ts';

const ROLES = assignRoles(['id']);
const words = (reference: Trajectory, prediction: Trajectory): string =>
  whyNot(alignTrajectories(reference, prediction), reference, prediction, diffCalls)
    .words.map(({ text }) => text)
    .join('');
const changed = (reference: JsonValue, prediction: JsonValue): string =>
  words([call('set', reference)], [call('set', prediction)]);

describe('whyNot', () => {
  it.each([
    [{ n: 23 }, { n: '23' }, 'n 23 → "23" (string)'],
    [{ n: 1 }, { n: 2 }, 'n 1 → 2'],
    [{ n: 1 }, {}, 'n missing'],
    [{}, { n: null }, 'n null unexpected'],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 'b/1 2 → 3'],
    [{ 'a/b~': 1 }, { 'a/b~': 2 }, 'a/b~ 1 → 2'],
    [[1], [2], '0 1 → 2'],
    ['x', null, 'set "x" → null'],
  ])('says of %j and %j: %s', (reference, prediction, expected) => {
    expect(changed(reference, prediction)).toBe(expected);
  });

  it('names the most telling difference and counts the others', () => {
    expect(words(calls('abc'), calls('ac'))).toBe('missing b');
    expect(words(calls('ac'), calls('abc'))).toBe('extra b');
    expect(words(calls('abc'), calls('bca'))).toBe('a moved');
    const reference = [call('a'), call('set', 1), call('b')];
    const prediction = [call('set', 2), call('x')];
    const found = whyNot(
      alignTrajectories(reference, prediction),
      reference,
      prediction,
      diffCalls,
    );
    expect(found.words.map(({ text }) => text).join('')).toBe('set 1 → 2');
    expect(found.more).toBe(3);
  });

  it('has no words exactly when all calls are equal', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (reference, prediction) => {
        const slots = alignTrajectories(reference, prediction);
        const isEqual = slots.every(({ kind }) => kind === 'equal');
        expect(whyNot(slots, reference, prediction, diffCalls).words.length === 0).toBe(isEqual);
      }),
    );
  });
});

describe('previewRow', () => {
  it('shows the state of both sides', () => {
    const stateOf = (cell: JsonValue): string =>
      previewRow({ predicted_trajectory: cell, reference_trajectory: cellOf(calls('ab')) }, ROLES)
        .predictionState;
    expect([null, [], cellOf(calls('a')), 42].map(stateOf)).toEqual([
      'missing',
      'empty',
      'list',
      'unreadable',
    ]);
  });

  it('draws the calls of one side where the other is missing', () => {
    expect(previewRow({ reference_trajectory: cellOf(calls('ab')) }, ROLES)).toMatchObject({
      barcode: '--',
      why: [],
    });
    expect(previewRow({ predicted_trajectory: cellOf(calls('ab')) }, ROLES)).toMatchObject({
      barcode: '++',
      why: [],
    });
    expect(previewRow(recordOf(calls('ab'), calls('ab')), ROLES)).toMatchObject({
      barcode: '==',
      moreCount: 0,
    });
  });

  it('is bounded', () => {
    const long = Array.from({ length: 5000 }, () => call('t'));
    const row = { id: 'x'.repeat(999), prompt: 'y'.repeat(9999), ...recordOf(long, long) };
    const { id, prompt, barcode } = previewRow(row, ROLES);
    expect([id.length, prompt.length, barcode.length]).toEqual([80, 300, 400]);
  });
});

describe('detailRow', () => {
  const record: JsonObject = {
    ...{ id: 7, prompt: 'p', response: 'r', reference: null, room: ['x'], big: 9007199254740993n },
    ...recordOf([call('set', { x: '1', y: 2 }), call('z')], [call('set', { x: 1, y: 2 })]),
  };

  it('shows the slots with both calls and what differs', () => {
    const { slots, slotsLeft, referenceCalls, predictionCalls } = detailRow(record, ROLES);
    expect([slotsLeft, referenceCalls, predictionCalls]).toEqual([0, 1, 2]);
    expect(slots).toMatchObject([
      {
        ...{ kind: 'changed', at: 'both', equalArguments: 1 },
        reference: { place: 1, tool: 'set', input: '{"x": 1, "y": 2}' },
        prediction: { place: 1, tool: 'set', input: '{"x": "1", "y": 2}' },
        differences: [
          {
            path: '/x',
            reference: '1',
            prediction: '"1"',
            referenceType: 'number',
            predictionType: 'string',
          },
        ],
      },
      { kind: 'extra', reference: null, prediction: { place: 2, tool: 'z', isCut: false } },
    ]);
  });

  it('shows the other columns and the row as it is', () => {
    const { otherFields, raw, response, expectedAnswer } = detailRow(record, ROLES);
    expect(otherFields.map(({ name, text }) => [name, text])).toEqual([
      ['room', '["x"]'],
      ['big', '9007199254740993'],
    ]);
    expect([response, expectedAnswer]).toEqual(['r', null]);
    expect(raw.text).toContain('"big": 9007199254740993');
    expect(raw.isCut).toBe(false);
  });

  it('is bounded for a huge row', () => {
    const input = { text: 'x'.repeat(100_000) };
    const many = Array.from({ length: 4000 }, (_, index) => call('t', index === 0 ? input : {}));
    const detail = detailRow(
      { prompt: 'y'.repeat(100_000), other: 'z'.repeat(100_000), ...recordOf(many, []) },
      ROLES,
    );
    expect([detail.slots.length, detail.slotsLeft]).toEqual([3000, 1000]);
    expect(detail.slots[0]?.prediction).toMatchObject({ isCut: true });
    expect(detail.otherFields[0]).toMatchObject({ isCut: true });
    expect(detail.raw).toMatchObject({ isCut: true });
    expect(JSON.stringify({ ...detail, slots: [], steps: [] }).length).toBeLessThan(60_000);
  });

  it('never throws, whatever the cells hold', () => {
    const cells = fc.record({
      id: json,
      prompt: json,
      predicted_trajectory: json,
      reference_trajectory: json,
      other: json,
    });
    fc.assert(
      fc.property(cells, trajectory, fc.boolean(), (row, list, isRead) => {
        const filled: JsonObject = isRead ? { ...row, predicted_trajectory: cellOf(list) } : row;
        const detail = detailRow(filled, ROLES);
        expect(detail.slots.length + detail.slotsLeft).toBeGreaterThanOrEqual(
          Math.max(detail.referenceCalls, detail.predictionCalls),
        );
      }),
    );
  });
});

it('expected calls with patterns have a tag for each argument, as it was written', () => {
  const tags = tagsOf({ day: 'Monday', sum: { $near: { value: 5, share: 0.07 } } });
  expect(tags).toEqual([
    { path: '/day', tag: '', text: '"Monday"' },
    { path: '/sum', tag: 'within 7 %', text: '5' },
  ]);
  expect(tagsOf({ $anything: true })).toMatchObject([{ path: '', tag: 'any value' }]);
});

it('a variable has the value that it stands for in the row, and its first call', () => {
  const expected = [call('buy', { id: { $var: 'id' } }), call('pay', { id: { $var: 'id' } })];
  const record = recordOf([call('buy', { id: 7 }), call('pay', { id: 7 })], expected);
  const matching = { ...EXACT_RULES, patterns: true };
  const { slots } = detailRow(record, assignRoles([]), { ...DEFAULT_SETTINGS, matching });
  expect(slots.map(({ reference }) => reference?.tags?.[0]?.bound)).toEqual([
    { value: '7', isFirst: true },
    { value: '7', isFirst: false },
  ]);
});
