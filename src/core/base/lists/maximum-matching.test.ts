import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { maximumMatching } from './maximum-matching.ts';

/** Left nodes with the right nodes they may be paired with. */
const graph = fc.array(fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 6 }), { maxLength: 6 });

/** The most pairs, by trying every choice. */
function mostPairs(edges: readonly number[][], taken: readonly number[] = []): number {
  const [first, ...rest] = edges;
  if (first === undefined) return taken.length;
  const choices = first.filter((right) => !taken.includes(right));
  return Math.max(
    mostPairs(rest, taken),
    ...choices.map((right) => mostPairs(rest, [...taken, right])),
  );
}

const countPairs = (partners: Int32Array): number => partners.filter((right) => right >= 0).length;

it('pairs along edges, nobody twice, and as many as possible', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      const partners = maximumMatching(edges, 6);
      const taken = [...partners].filter((right) => right >= 0);
      expect(new Set(taken).size).toBe(taken.length);
      for (const [left, right] of partners.entries()) {
        if (right >= 0) expect(edges[left]).toContain(right);
      }
      expect(taken.length).toBe(mostPairs(edges));
    }),
    { numRuns: lawRuns(500) },
  );
});

it('keeps a partner for every node that had one', () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 0, max: 5 }), (edges, limit) => {
      const some = maximumMatching(
        edges.map((rights) => rights.filter((right) => right <= limit)),
        6,
      );
      const all = maximumMatching(edges, 6, some);
      expect(countPairs(all)).toBe(mostPairs(edges));
      for (const [left, right] of some.entries()) {
        if (right < 0) continue;
        expect(all[left]).toBeGreaterThanOrEqual(0);
        expect([...all]).toContain(right);
      }
    }),
    { numRuns: lawRuns(300) },
  );
});

it('finds a long chain of changes without recursion', () => {
  const count = 20_000;
  // every node wants its own place and the one before, the last only what the first took
  const edges = Array.from({ length: count }, (_, i) => (i + 1 < count ? [i, i + 1] : [0]));
  expect(countPairs(maximumMatching(edges, count))).toBe(count);
});
