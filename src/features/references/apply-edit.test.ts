import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, calls, cellOf, recordOf, rowOf } from '../../../tests/support/build.ts';
import { casesOf } from '../../../tests/support/cases.ts';
import { trajectory } from '../../../tests/support/arbitraries.ts';
import { signaturesOf } from '#core/match/signature.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { createMatcher, EXACT_MATCHER } from '#core/match/match-calls.ts';
import { isSameSequence } from '#core/match/compare-pair.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { applyEdits, editOf, type RowResult } from './apply-edit.ts';
import type { AcceptedForm } from '#core/explain/reference-edits/accepted-form.ts';
import type { Acceptance, ReferenceEdit } from '#core/explain/reference-edits/reference-edit.ts';
import { changeCalls } from './step-tree.ts';

const COLUMNS = ['predicted_trajectory', 'reference_trajectory', 'reference_trajectories'];
const READING: RowResult = { roles: assignRoles(COLUMNS), matcher: EXACT_MATCHER };
const ROW: ReferenceEdit = { id: 1, kind: 'row', row: 0 };

interface Case {
  readonly name: string;
  /** A reference that a whole row replaces. */
  readonly reference?: JsonValue;
  /** A value that is accepted in a form, beside the expected one. */
  readonly made?: JsonValue;
  readonly expected?: JsonValue;
  readonly form?: AcceptedForm;
  readonly written: JsonValue;
}
const CASES = casesOf<Case>('reference-edits');

/** Accepts one thing after the other, as a person does: each points into the row as it is then. */
function accept(
  record: JsonObject,
  acceptances: readonly ((slots: ReturnType<typeof alignRow>['slots']) => Acceptance | undefined)[],
): readonly ReferenceEdit[] {
  const edits: ReferenceEdit[] = [];
  for (const [index, choose] of acceptances.entries()) {
    const row = applyEdits(record, edits, READING);
    const { slots } = alignRow(row.record, READING.roles, READING.matcher);
    const acceptance = choose(slots);
    const edit = acceptance && editOf(acceptance, index + 1, row, READING);
    if (edit) edits.push(edit);
  }
  return edits;
}

const referenceOf = (record: JsonObject): JsonValue | undefined => record['reference_trajectory'];
const edited = (record: JsonObject, ...edits: readonly ReferenceEdit[]): JsonObject =>
  applyEdits(record, edits, READING).record;

/** Accepts the slot that a number picks among those that differ. */
const nth =
  (pick: number) =>
  (slots: ReturnType<typeof alignRow>['slots']): Acceptance | undefined => {
    const differing = slots.flatMap(({ kind }, slot) => (kind === 'equal' ? [] : [slot]));
    const slot = differing[pick % Math.max(1, differing.length)];
    return slot === undefined ? undefined : { kind: 'call', row: 0, slot };
  };

describe('accepting', () => {
  it('a whole row makes it an exact match', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (prediction, reference) => {
        const record = edited(recordOf(prediction, reference), ROW);
        expect(referenceOf(record)).toEqual(cellOf(prediction));
      }),
    );
  });

  it('call after call makes it an exact match, whatever the order', () => {
    fc.assert(
      fc.property(
        trajectory,
        trajectory,
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        (prediction, reference, picks) => {
          const record = recordOf(prediction, reference);
          const edits = accept(record, picks.map(nth));
          expect(referenceOf(edited(record, ...edits))).toEqual(cellOf(prediction));
        },
      ),
    );
  });

  it('can be undone, each without the others', () => {
    fc.assert(
      fc.property(
        trajectory,
        trajectory,
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.nat(),
        (prediction, reference, picks, pick) => {
          const record = recordOf(prediction, reference);
          const edits = accept(record, picks.map(nth));
          expect(edited(record)).toBe(record);
          const last = edits.at(-1);
          const before = edits.slice(0, -1);
          const others = edits.filter((_, index) => index !== pick % Math.max(1, edits.length));
          expect(edited(record, ...edits.filter((edit) => edit !== last))).toEqual(
            edited(record, ...before),
          );
          // what is left still applies, and the row can still be accepted as a whole
          const rest = edited(record, ...others, { ...ROW, id: 99 });
          expect(referenceOf(rest)).toEqual(cellOf(prediction));
        },
      ),
    );
  });

  it('an argument after the other makes the calls equal', () => {
    const reference = [call('set', { a: 1, b: [1, 2, 3], c: { d: 1 }, gone: true })];
    const prediction = [call('set', { a: '1', b: [1], c: { d: 2, e: null } })];
    const record = recordOf(prediction, reference);
    const first = (slots: ReturnType<typeof alignRow>['slots']): Acceptance | undefined => {
      const [slot] = slots;
      if (slot?.kind !== 'changed') return undefined;
      const path = paths.shift() ?? '';
      return { kind: 'argument', row: 0, slot: 0, path };
    };
    const paths = ['/a', '/b/1', '/b/1', '/c/d', '/c/e', '/gone'];
    const edits = accept(
      record,
      paths.map(() => first),
    );
    expect(edits).toHaveLength(6);
    expect(referenceOf(edited(record, ...edits))).toEqual(cellOf(prediction));
    const [, ...others] = edits;
    expect(referenceOf(edited(record, ...others))).toEqual([
      { tool_name: 'set', tool_input: { a: 1, b: [1], c: { d: 2, e: null } } },
    ]);
  });

  it('a signature leaves no slot that carries it, and changes no other', () => {
    fc.assert(
      fc.property(trajectory, trajectory, fc.nat(), (prediction, reference, pick) => {
        const record = recordOf(prediction, reference);
        const aligned = alignRow(record, READING.roles, READING.matcher);
        const all = signaturesOf(aligned.slots, reference, prediction);
        const signature = all[pick % Math.max(1, all.length)];
        fc.pre(signature !== undefined && !signature.startsWith('moved'));
        const edit = { id: 1, kind: 'signature', signature, rows: Uint32Array.of(0) } as const;
        const other = { ...edit, signature: 'extra\t\t\t\tno such tool' };
        expect(edited(record, other)).toBe(record);
        expect(edited(record, edit)).not.toEqual(record);
      }),
    );
    const record = recordOf(
      [call('set', { n: '1', m: 2, list: [1] }), call('x')],
      [call('set', { n: 1, m: 1, list: [1, 2, 3] })],
    );
    const signature = 'changed\tnumber\ttext\t/n\tset';
    const rows = Uint32Array.of(0);
    expect(referenceOf(edited(record, { id: 1, kind: 'signature', signature, rows }))).toEqual([
      { tool_name: 'set', tool_input: { n: '1', m: 1, list: [1, 2, 3] } },
    ]);
    const shorter = 'changed\tnumber\tabsent\t/list/*\tset';
    expect(
      referenceOf(edited(record, { id: 1, kind: 'signature', signature: shorter, rows })),
    ).toEqual([{ tool_name: 'set', tool_input: { n: 1, m: 1, list: [1] } }]);
  });

  it('works under rules that are looser than equality: what counts as equal stays', () => {
    const rules = {
      rule: { mode: 'exact', ignoreCase: true },
      tools: [],
      optionalCalls: false,
    } as const;
    const reading = { ...READING, matcher: createMatcher(rules) };
    const record = recordOf([call('a', { x: 'ONE' }), call('b')], [call('a', { x: 'one' })]);
    const after = applyEdits(record, [ROW], reading).record;
    expect(referenceOf(after)).toEqual([
      { tool_name: 'a', tool_input: { x: 'one' } },
      { tool_name: 'b', tool_input: {} },
    ]);
  });
});

describe('the reference is written as it stood', () => {
  const prediction = [call('a', { x: 1 }), call('b', { y: 2 })];
  const written = (reference: JsonValue | undefined): JsonValue | undefined => {
    const record: JsonObject = {
      predicted_trajectory: cellOf(prediction),
      ...(reference === undefined ? {} : { reference_trajectory: reference }),
    };
    const after = edited(record, ROW);
    const { pair } = rowOf({ ...after });
    expect(pair && isSameSequence(pair)).toBe(true);
    return referenceOf(after);
  };

  it.each(CASES.filter(({ form }) => !form))('$name', ({ reference, written: expected }) => {
    expect(written(reference)).toEqual(expected);
  });

  it('one of several acceptable ones: the closest', () => {
    const far = cellOf(calls('xyz'));
    const near = cellOf([prediction[0] as ToolCall]);
    const record: JsonObject = {
      predicted_trajectory: cellOf(prediction),
      reference_trajectories: [null, far, near],
    };
    expect(edited(record, ROW)['reference_trajectories']).toEqual([null, far, cellOf(prediction)]);
    const text = { ...record, reference_trajectories: printJson([far, printJson(near)]) };
    expect(edited(text, ROW)['reference_trajectories']).toEqual(
      printJson([far, printJson(cellOf(prediction))]),
    );
  });

  it('and not at all where there is nothing to take, or what stands there cannot be read', () => {
    for (const record of [
      { reference_trajectory: cellOf(calls('a')), predicted_trajectory: null },
      { reference_trajectory: 42, predicted_trajectory: cellOf(calls('a')) },
    ])
      expect(edited(record, ROW)).toBe(record);
  });
});

describe('more than one value is accepted', () => {
  const set = (value: JsonValue, more: JsonObject = {}) =>
    call('set', { room: 'den', value, ...more });
  const inputOf = (record: JsonObject): JsonValue =>
    (referenceOf(record) as readonly { readonly tool_input: JsonValue }[])[0]!.tool_input;
  it.each(CASES.filter(({ form }) => form))('$name', ({ made, expected, form, written }) => {
    const record = recordOf([set(made!)], [set(expected!)]);
    const path = '/value';
    const edits = accept(record, [() => ({ kind: 'value', row: 0, slot: 0, path, form: form! })]);
    expect(inputOf(edited(record, ...edits))).toEqual({ room: 'den', value: written });
  });

  it('an argument that is not expected becomes optional, one that is left out too', () => {
    const more = recordOf([set(1, { unit: 'C' })], [set(1)]);
    const less = recordOf([set(1)], [set(1, { unit: 'C' })]);
    const acceptUnit = (record: JsonObject, form: AcceptedForm): JsonValue => {
      const edits = accept(record, [
        () => ({ kind: 'value', row: 0, slot: 0, path: '/unit', form }),
      ]);
      return inputOf(edited(record, ...edits));
    };
    const expected = { room: 'den', value: 1, unit: { $optional: 'C' } };
    expect(acceptUnit(more, { kind: 'one-of', value: 'C' })).toEqual(expected);
    expect(acceptUnit(less, { kind: 'absent' })).toEqual(expected);
  });

  it('wherever it differs so, or wherever the argument is expected', () => {
    const list = (...values: readonly JsonValue[]) => call('set', { values });
    const record = recordOf(
      [list(1, 2, 9), call('get', { value: 1 })],
      [list(1, 2, 3), call('get', { value: 2 })],
    );
    const edit: ReferenceEdit = {
      ...{ id: 1, kind: 'values', tool: 'set', path: '/values/*' },
      ...{ rows: Uint32Array.of(0), form: { kind: 'anything' } },
    };
    const { slots, reference, prediction } = alignRow(record, READING.roles, READING.matcher);
    const [signature] = signaturesOf(slots, reference, prediction);
    expect(inputOf(edited(record, { ...edit, signature: signature! }))).toEqual({
      values: [1, 2, { $anything: true }],
    });
    const all = edited(record, edit);
    expect(inputOf(all)).toEqual({
      values: Array.from({ length: 3 }, () => ({ $anything: true })),
    });
    expect(referenceOf(all)).toHaveProperty('1.tool_input', { value: 2 });
  });

  it('in groups, which stay as they are', () => {
    const get = { tool_name: 'get', tool_input: {} };
    const wanted = { tool_name: 'set', tool_input: { room: 'den', value: 1 } };
    const reference = [get, { $optional: [{ ...wanted, $after: [] }] }];
    const write = (place: number, change: (item: JsonValue) => readonly JsonValue[]) =>
      changeCalls(reference, (item, at) => (at === place ? change(item) : [item]));
    expect(write(1, () => [set(2) as never])).toMatchObject([
      {},
      { $optional: [{ tool_input: { value: 2 } }] },
    ]);
    expect(write(1, () => [])).toEqual([get]);
  });
});

describe('an order is accepted as free', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((tool) => call(tool, {}));
  const items = (...tools: readonly string[]) =>
    tools.map((tool_name) => ({ tool_name, tool_input: {} }));
  const free = (made: readonly ToolCall[], slot: 'moved' | null) => {
    const record = recordOf(made, [a!, b!, c!, d!]);
    const edits = accept(record, [
      (slots) => ({
        ...{ kind: 'order', row: 0 },
        slot: slot && slots.findIndex((one) => one.kind === 'moved'),
      }),
    ]);
    return referenceOf(edited(record, ...edits));
  };

  it('of two calls', () => {
    const [one, two, three, four] = items('a', 'b', 'c', 'd');
    const freed = free([a!, c!, b!, d!], 'moved');
    expect(freed).toEqual([one, { $inAnyOrder: [two, three] }, four]);
  });

  it('of a call and those it was made before or after; these keep their order', () => {
    const [one, two, three, four] = items('a', 'b', 'c', 'd');
    expect(free([b!, c!, a!, d!], 'moved')).toEqual([
      { ...one, $step: 'a', $after: [] },
      { ...two, $after: [] },
      { ...three, $step: 'c' },
      { ...four, $after: ['c', 'a'] },
    ]);
    expect(free([a!, d!, b!, c!], 'moved')).toEqual([
      { ...one, $step: 'a' },
      two,
      three,
      { ...four, $after: ['a'] },
    ]);
  });

  it('of all calls', () => {
    expect(free([d!, a!, b!, c!], null)).toEqual([{ $inAnyOrder: items('a', 'b', 'c', 'd') }]);
  });
});

it('a reference is written as a whole, as text where a text stood', () => {
  const written = [{ tool_name: 'x', tool_input: { $anything: true } }];
  const edit: ReferenceEdit = {
    ...{ id: 1, kind: 'written', rows: Uint32Array.of(0), runs: 3 },
    text: JSON.stringify(written),
  };
  const record = recordOf([call('a', {})], [call('b', {})]);
  expect(referenceOf(edited(record, edit))).toEqual(written);
  const asText = { ...record, reference_trajectory: '[]' };
  expect(referenceOf(edited(asText, edit))).toBe(printJson(written));
  expect(edited(record, { ...edit, text: 'no list' })).toBe(record);
});
