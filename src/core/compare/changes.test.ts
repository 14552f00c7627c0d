import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANGES, groupByChange } from './changes.ts';

it('lists the pairs by change, those to look at first, each in the order of the baseline', () => {
  const change = fc.nat({ max: CHANGES.length - 1 });
  fc.assert(
    fc.property(fc.array(change), (list) => {
      const { byChange, changeCounts, changes } = groupByChange(Uint8Array.from(list));
      const wanted = [...list.keys()].sort((a, b) => list[a]! - list[b]! || a - b);
      expect([...byChange]).toEqual(wanted);
      expect([...changes]).toEqual(list);
      for (const [place, name] of CHANGES.entries())
        expect(changeCounts[name]).toBe(list.filter((one) => one === place).length);
    }),
  );
});
