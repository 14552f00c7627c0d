import fc from 'fast-check';
import { expect, it } from 'vitest';
import { call, calls } from '../../../tests/support/build.ts';
import { json, reorderKeys, trajectory } from '../../../tests/support/arbitraries.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { alignTrajectories } from './align.ts';
import { parseSignature, signaturesOf, type Signature } from './signature.ts';

const texts = (reference: Trajectory, prediction: Trajectory): string[] =>
  signaturesOf(alignTrajectories(reference, prediction), reference, prediction);

const changed = (reference: JsonValue, prediction: JsonValue): Signature[] =>
  texts([call('set', reference)], [call('set', prediction)]).map(parseSignature);

const blank = { path: '', expectedType: '', foundType: '' };

it('names missing, extra and moved calls by their tool, moved ones once', () => {
  expect(texts(calls('ab'), calls('b')).map(parseSignature)).toEqual([
    { kind: 'missing', tool: 'a', ...blank },
  ]);
  expect(texts(calls('b'), calls('bc')).map(parseSignature)).toEqual([
    { kind: 'extra', tool: 'c', ...blank },
  ]);
  expect(texts(calls('abc'), calls('bca')).map(parseSignature)).toEqual([
    { kind: 'moved', tool: 'a', ...blank },
  ]);
});

it('names the path and the types of a changed argument, not its values', () => {
  expect(changed({ n: { x: 1 } }, { n: { x: '1' } })).toEqual([
    { kind: 'changed', tool: 'set', path: '/n/x', expectedType: 'number', foundType: 'text' },
  ]);
  expect(changed({ x: 1 }, { x: 2 })).toEqual([
    { kind: 'changed', tool: 'set', ...blank, path: '/x' },
  ]);
  expect(changed({ x: 1 }, {})).toMatchObject([
    { path: '/x', expectedType: 'number', foundType: 'absent' },
  ]);
  expect(changed({}, { x: null })).toMatchObject([
    { path: '/x', expectedType: 'absent', foundType: 'null' },
  ]);
});

it('is the same for the same slip at another place of a list', () => {
  expect(changed([{ x: 1 }, { x: 2 }], [{ x: 1 }, { x: 3 }])).toEqual(
    changed([{ x: 5 }], [{ x: 4 }]),
  );
  expect(changed([1, 2, 3], [4, 5, 6])).toHaveLength(1);
});

it('does not depend on values or the order of keys', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      const found = texts([call('t', a)], [call('t', b)]);
      const again = texts([call('t', reorderKeys(a))], [call('t', reorderKeys(b))]);
      if (found.length < 16) expect(new Set(again)).toEqual(new Set(found));
    }),
  );
});

it('is empty exactly when all calls are equal', () => {
  fc.assert(
    fc.property(trajectory, trajectory, (reference, prediction) => {
      const slots = alignTrajectories(reference, prediction);
      const isEqual = slots.every(({ kind }) => kind === 'equal');
      expect(signaturesOf(slots, reference, prediction).length === 0).toBe(isEqual);
    }),
  );
});

it('reads back what it writes, tabs in names included', () => {
  const tool = 'a\tb';
  expect(texts([call(tool)], []).map(parseSignature)).toEqual([
    { kind: 'missing', tool, ...blank },
  ]);
  expect(texts([call(tool, { 'x\ty': 1 })], [call(tool, {})]).map(parseSignature)).toEqual([
    { kind: 'changed', tool, path: '/x y', expectedType: 'number', foundType: 'absent' },
  ]);
});

it('bounds what a hostile row can add', () => {
  const many = Array.from({ length: 50 }, (_, index) => call(`${'long'.repeat(200)}${index}`));
  const other = Array.from({ length: 50 }, (_, index) => call(`tool ${index}`));
  const found = texts(other, many);
  expect(found).toHaveLength(16);
  expect(texts([call('x'.repeat(5000))], [])[0]?.length).toBeLessThan(300);
});
