import { describe, expect, it } from 'vitest';
import { step } from '../../../tests/support/build.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { detailRow, type RowDetail } from '#core/explain/row/row-detail.ts';
import {
  describeCounts,
  describeEqualArguments,
  expectedAt,
  noteDifference,
  isNumberInQuotes,
  foldedNames,
  lineOfItem,
  listLines as linesOf,
  openAtFirst,
  otherPlace,
} from './call-lines.ts';

const ROLES = { reference_trajectory: 'r', predicted_trajectory: 'p' };
const calls = (names: string) => names.split(' ').map((name) => step(name));
const inLines = (slots: RowDetail['slots']) => slots.map((slot) => ({ slots: [slot] }));
const namesOf = (slots: RowDetail['slots']) => foldedNames(inLines(slots));
const listLines = (slots: RowDetail['slots'], open: ReadonlySet<number>) =>
  linesOf(namesOf(slots), open);
const detail = (reference: JsonValue, prediction: JsonValue) =>
  detailRow({ r: reference, p: prediction }, ROLES);
const many = calls('tool '.repeat(4000).trim());

describe('listLines', () => {
  const { slots } = detail(calls('a b c m d'), calls('a b x d m'));

  it('leaves a call in sight that failed, though it is as expected', () => {
    const told = step('b', {}, { tool_error: '\nfull\nat line 2' });
    const { slots } = detail(calls('a b b'), [
      step('a'),
      told,
      { ...told, tool_error: true, tool_output: 'x' },
    ]);
    expect(namesOf(slots)).toEqual(['a', undefined, undefined]);
    expect(slots.map(({ prediction }) => prediction?.error)).toEqual([undefined, 'full', 'x']);
  });

  it('folds runs of equal calls, names them, and shows those of one that is unfolded', () => {
    const folded = listLines(slots, new Set());
    const head = { type: 'fold', index: 0, count: 2, names: 'a, b' };
    expect(folded[0]).toEqual({ ...head, isOpen: false });
    const open = listLines(slots, new Set([0]));
    const items = [0, 1].map((index) => ({ type: 'item', index }));
    expect(open).toEqual([{ ...head, isOpen: true }, ...items, ...folded.slice(1)]);
  });

  it('bounds the names of a long run', () => {
    const long = many.slice(0, 1000);
    const lines = listLines(detail(long, long).slots, new Set());
    expect(lines).toMatchObject([{ count: 1000 }]);
    expect(JSON.stringify(lines).length).toBeLessThan(200);
  });

  it('leaves few equal calls as they are, and folds what goes with many', () => {
    const names = ['', 'a', '', 'b', '', undefined, 'a', 'b', undefined];
    expect(linesOf(names, new Set(), 3).every(({ type }) => type === 'item')).toBe(true);
    const lines = linesOf(names, new Set(), 2);
    expect(lines).toMatchObject([
      { type: 'fold', index: 0, count: 2, names: 'a, b' },
      { type: 'item', index: 4 },
      { type: 'item', index: 5 },
      { type: 'fold', index: 6, count: 2 },
      { type: 'item', index: 8 },
    ]);
    expect([0, 3, 4, 7, 8].map((item) => lineOfItem(lines, item))).toEqual([0, 0, 1, 3, 4]);
  });

  it('unfolds a short row at first in which all calls are equal', () => {
    expect(openAtFirst(namesOf(detail(calls('a b'), calls('a b')).slots))).toContain(0);
    expect(openAtFirst(namesOf(slots))).toEqual(new Set());
  });

  it('unfolds the run of a call that filters look for', () => {
    const { slots: found } = detail(calls('x a b c'), calls('y a b c'));
    const place = found.findIndex(({ reference }) => reference?.tool === 'c');
    const start = found.findIndex(({ reference }) => reference?.tool === 'a');
    expect(openAtFirst(namesOf(found), place)).toEqual(new Set([start]));
    expect(openAtFirst(namesOf(found), 0)).toEqual(new Set());
  });
});

it('expectedAt has what any run has otherwise', () => {
  const [a, b] = [
    { x: 1, y: 1 },
    { x: 0, y: 2 },
  ].map((made) => detail([step('t', { x: 0, y: 1 })], [step('t', made)]).slots[0]!);
  expect(expectedAt({ slots: [a!, null] })).toEqual(a);
  const both = expectedAt({ slots: [a!, b!] })!;
  expect(both.differences.map(({ path, reference }) => [path, reference])).toEqual([
    ['/x', '0'],
    ['/y', '1'],
  ]);
  expect(describeEqualArguments(both)).toBe('');
});

it('otherPlace leads from one place of a moved call to the other and back', () => {
  const { slots } = detail(calls('m a b'), calls('a b m'));
  const moved = slots.flatMap(({ kind }, index) => (kind === 'moved' ? [index] : []));
  expect(moved).toHaveLength(2);
  const lines = inLines(slots);
  expect(moved.map((index) => otherPlace(lines, slots[index]!, 0))).toEqual([...moved].reverse());
});

it.each([
  // a moved call once
  [calls('m a b'), calls('a b m'), '3 expected, 3 called: 2 equal, 1 moved'],
  [calls('a'), null, '1 expected, calls not recorded'],
  ['[oops', calls('a'), 'expected unreadable, 1 called'],
  [[], [], 'No calls on either side'],
  [calls('a'), [], '1 expected, 0 called: 1 missing'],
  // only a part of the slots is listed
  [many, many, '4,000 expected, 4,000 called'],
])('counts %#', (reference, prediction, text) => {
  expect(describeCounts(detail(reference, prediction))).toBe(text);
});

describe('describeEqualArguments', () => {
  const changed = (reference: JsonValue, prediction: JsonValue) =>
    detail([step('t', reference)], [step('t', prediction)]).slots[0]!;

  it.each([
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, '1 equal argument'],
    [{ a: 1, b: 2, c: 0 }, { a: 1, b: 3, c: 0 }, '2 equal arguments'],
    [{ b: 2 }, { b: 3 }, ''],
  ])('counts them in %j and %j', (reference, prediction, text) => {
    expect(describeEqualArguments(changed(reference, prediction))).toBe(text);
  });

  it('is silent where differences may be left out', () => {
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`k${String(i)}`, value]));
    expect(describeEqualArguments(changed({ ...wide(1), same: 0 }, { ...wide(2), same: 0 }))).toBe(
      '',
    );
  });
});

describe('isNumberInQuotes', () => {
  const [number, text] = ['number', 'string'] as const;
  it.each([
    ['21', number, '"21"', text, true],
    ['"-2.5"', text, '-2.5', number, true],
    ['21', number, '"22"', text, false],
    ['21', number, '" 21"', text, false],
    ['"21"', text, '"21"', text, false],
    ['21', number, null, 'absent', false],
    ['21', number, 'true', 'true or false', false],
  ])(
    'of %s (%s) against %s (%s) is %s',
    (reference, referenceType, prediction, found, expected) => {
      const types = { referenceType, predictionType: found };
      expect(isNumberInQuotes({ path: '/t', reference, prediction, ...types })).toBe(expected);
    },
  );
});

const notes = (reference: JsonValue | undefined, prediction: JsonValue | undefined) => {
  const list = (x: JsonValue | undefined) => [
    step('t', { ...(x === undefined ? {} : { x }), y: 0 }),
  ];
  return noteDifference(detail(list(reference), list(prediction)).slots[0]!.differences[0]!);
};

it.each([
  [18, '18', 'number', 'string'],
  ['a', 'b', '', ''],
  [undefined, 1, '', ''],
  ['caf\u00e9', 'cafe\u0301', 'composed letters', 'decomposed letters'],
  [`${'x'.repeat(400)}1`, `${'x'.repeat(400)}2`, 'differs further on', 'differs further on'],
])('noteDifference %j and %j', (reference, prediction, left, right) => {
  expect(notes(reference, prediction)).toEqual({ reference: left, prediction: right });
});
