import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proposeNames } from './tool-names.ts';

const counts = (...names: string[]): Map<string, number> => {
  const map = new Map<string, number>();
  for (const name of names) map.set(name, (map.get(name) ?? 0) + 1);
  return map;
};

it.each([
  [['mcp__files__read', 'mcp__files__read', 'write'], ['read', 'write'], 'prefix', 1, 3],
  [['default_api.read'], ['read'], 'prefix', 0, 1],
  [['server/read'], ['other/read'], 'prefix', 0, 1],
  [['getUser', 'get-order'], ['get_user', 'get_order'], 'case', 0, 2],
  [['read'], ['files:read'], 'prefix', 0, 1],
])('%j against %j: %s', (predicted, reference, rule, before, after) => {
  const [proposal] = proposeNames(counts(...predicted), counts(...reference));
  expect(proposal).toMatchObject({ rule, matchedBefore: before, matchedAfter: after });
  for (const { to } of proposal!.renamings) expect(reference).toContain(to);
});

it('tells how many calls each renaming touches', () => {
  const [proposal] = proposeNames(counts('a.x', 'a.x', 'y'), counts('x', 'y'));
  expect(proposal?.renamings).toEqual([{ from: 'a.x', to: 'x', count: 2 }]);
});

it('proposes nothing for equal names, strangers, and names that would become one', () => {
  expect(proposeNames(counts('a', 'b'), counts('b', 'a'))).toEqual([]);
  expect(proposeNames(counts('a'), counts('b'))).toEqual([]);
  expect(proposeNames(counts('x'), counts('a.x', 'b.x'))).toEqual([]);
});

it('never matches less than before', () => {
  const names = fc.array(fc.constantFrom('a', 'x.a', 'y.a', 'A', 'bC', 'b_c', 'x__bC'));
  fc.assert(
    fc.property(names, names, (predicted, reference) => {
      for (const proposal of proposeNames(counts(...predicted), counts(...reference))) {
        expect(proposal.matchedAfter).toBeGreaterThan(proposal.matchedBefore);
        expect(proposal.matchedAfter).toBeLessThanOrEqual(predicted.length);
      }
    }),
  );
});
