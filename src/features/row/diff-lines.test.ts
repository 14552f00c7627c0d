import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { detailRow } from '#core/explain/row/row-detail.ts';
import {
  describeCounts,
  describeEqualArguments,
  listLines,
  noteDifference,
  numberInQuotes,
  openAtFirst,
  otherPlace,
} from './diff-lines.ts';

const ROLES = { reference_trajectory: 'r', predicted_trajectory: 'p' };
const calls = (names: string) =>
  names.split(' ').map((name) => ({ tool_name: name, tool_input: {} }));
const detail = (reference: JsonValue, prediction: JsonValue) =>
  detailRow({ r: reference, p: prediction }, ROLES);

describe('listLines', () => {
  const { slots } = detail(calls('a b c m d'), calls('a b x d m'));

  it('folds runs of equal calls and names them', () => {
    expect(slots.map(({ kind }) => kind).join(' ')).toContain('equal equal');
    expect(listLines(slots, new Set())[0]).toEqual({
      type: 'fold',
      index: 0,
      count: 2,
      names: 'a, b',
      isOpen: false,
    });
  });

  it('shows the calls of a run that is unfolded', () => {
    const folded = listLines(slots, new Set());
    const open = listLines(slots, new Set([0]));
    expect(open).toHaveLength(folded.length + 2);
    expect(open.slice(1, 3)).toEqual([
      { type: 'slot', index: 0 },
      { type: 'slot', index: 1 },
    ]);
  });

  it('bounds the names of a long run', () => {
    const many = calls(Array.from({ length: 1000 }, () => 'tool').join(' '));
    const lines = listLines(detail(many, many).slots, new Set());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ count: 1000 });
    expect(JSON.stringify(lines).length).toBeLessThan(200);
  });

  it('unfolds a short row at first in which all calls are equal', () => {
    expect(openAtFirst(detail(calls('a b'), calls('a b')).slots)).toEqual(new Set([0]));
    expect(openAtFirst(slots)).toEqual(new Set());
  });

  it('unfolds the run of a call that filters look for', () => {
    const { slots: found } = detail(calls('x a b c'), calls('y a b c'));
    const place = found.findIndex(({ reference }) => reference?.tool === 'c');
    const start = found.findIndex(({ reference }) => reference?.tool === 'a');
    expect(openAtFirst(found, place)).toEqual(new Set([start]));
    expect(openAtFirst(found, 0)).toEqual(new Set());
  });
});

describe('otherPlace', () => {
  it('leads from one place of a moved call to the other and back', () => {
    const { slots } = detail(calls('m a b'), calls('a b m'));
    const moved = slots.flatMap(({ kind }, index) => (kind === 'moved' ? [index] : []));
    expect(moved).toHaveLength(2);
    expect(moved.map((index) => otherPlace(slots, index))).toEqual([...moved].reverse());
    expect(
      otherPlace(
        slots,
        slots.findIndex(({ kind }) => kind === 'equal'),
      ),
    ).toBe(-1);
  });
});

describe('describeCounts', () => {
  it('counts a moved call once', () => {
    expect(describeCounts(detail(calls('m a b'), calls('a b m')))).toBe(
      '3 expected, 3 called: 2 equal, 1 moved',
    );
  });

  it('says which side there is nothing of', () => {
    expect(describeCounts(detail(calls('a'), null))).toBe('1 expected, prediction not recorded');
    expect(describeCounts(detail('[oops', calls('a')))).toBe('reference unreadable, 1 called');
    expect(describeCounts(detail([], []))).toBe('No calls on either side');
    expect(describeCounts(detail(calls('a'), []))).toBe('1 expected, 0 called: 1 missing');
  });

  it('gives no counts where only a part of the slots is listed', () => {
    const many = calls(Array.from({ length: 4000 }, () => 'tool').join(' '));
    expect(describeCounts(detail(many, many))).toBe('4,000 expected, 4,000 called');
  });
});

describe('describeEqualArguments', () => {
  const changed = (reference: JsonValue, prediction: JsonValue) =>
    detail(
      [{ tool_name: 't', tool_input: reference }],
      [{ tool_name: 't', tool_input: prediction }],
    ).slots[0]!;

  it('counts them', () => {
    expect(describeEqualArguments(changed({ a: 1, b: 2 }, { a: 1, b: 3 }))).toBe(
      '1 equal argument',
    );
    expect(describeEqualArguments(changed({ a: 1, b: 2, c: 0 }, { a: 1, b: 3, c: 0 }))).toBe(
      '2 equal arguments',
    );
    expect(describeEqualArguments(changed({ b: 2 }, { b: 3 }))).toBe('');
  });

  it('is silent where differences may be left out', () => {
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`k${String(i)}`, value]));
    expect(describeEqualArguments(changed({ ...wide(1), same: 0 }, { ...wide(2), same: 0 }))).toBe(
      '',
    );
  });
});

describe('numberInQuotes', () => {
  const [number, text] = ['number', 'string'] as const;
  it.each([
    ['21', number, '"21"', text, '21'],
    ['"-2.5"', text, '-2.5', number, '-2.5'],
    ['21', number, '"22"', text, undefined],
    ['21', number, '" 21"', text, undefined],
    ['"21"', text, '"21"', text, undefined],
    ['21', number, null, 'absent', undefined],
    ['21', number, 'true', 'true or false', undefined],
  ])(
    'of %s (%s) against %s (%s) is %s',
    (reference, referenceType, prediction, found, expected) => {
      const types = { referenceType, predictionType: found };
      expect(numberInQuotes({ path: '/t', reference, prediction, ...types })).toBe(expected);
    },
  );
});

describe('noteDifference', () => {
  const notes = (reference: JsonValue | undefined, prediction: JsonValue | undefined) => {
    const call = (x: JsonValue | undefined) => [
      { tool_name: 't', tool_input: x === undefined ? { y: 0 } : { x, y: 0 } },
    ];
    return noteDifference(detail(call(reference), call(prediction)).slots[0]!.differences[0]!);
  };

  it.each([
    [18, '18', 'number', 'string'],
    ['a', 'b', '', ''],
    [undefined, 1, '', ''],
    ['caf\u00e9', 'cafe\u0301', 'composed letters', 'decomposed letters'],
    [`${'x'.repeat(400)}1`, `${'x'.repeat(400)}2`, 'differs further on', 'differs further on'],
  ])('%j and %j', (reference, prediction, left, right) => {
    expect(notes(reference, prediction)).toEqual({ reference: left, prediction: right });
  });
});
