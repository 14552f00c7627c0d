import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { applyPatch } from '../../../../tests/support/apply-patch.ts';
import { diffJson } from './json-patch.ts';

const call = (tool: string, input: object) => ({ tool_name: tool, tool_input: { ...input } });

describe('diffJson', () => {
  it('says how one value becomes another', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(applyPatch([before], diffJson(before, after, '/0'))).toEqual([after]);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('has nothing to say of equal values', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diffJson(value, value, '')).toEqual([]);
      }),
    );
  });

  it.each([
    [
      'an argument that differs',
      [call('a', { x: 1, 'b/c~': 1 }), call('b', {})],
      [call('a', { x: 1, 'b/c~': 2 }), call('b', {})],
      [{ op: 'replace', path: '/3/calls/0/tool_input/b~1c~0', value: 2 }],
    ],
    [
      'a call taken out',
      [call('a', {}), call('b', {})],
      [call('b', {})],
      [{ op: 'remove', path: '/3/calls/0' }],
    ],
    [
      'a call put between',
      [call('a', {}), call('b', {})],
      [call('a', {}), call('c', {}), call('b', {})],
      [{ op: 'add', path: '/3/calls/1', value: call('c', {}) }],
    ],
  ])('is as short as can be: %s', (_what, before, after, operations) => {
    expect(diffJson(before, after, '/3/calls')).toEqual(operations);
  });
});
