import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { editDistance } from './edit-distance.ts';

/** The distance by the whole table. */
function byTable(a: readonly number[], b: readonly number[]): number {
  let row = b.map((_, j) => j + 1);
  let start = 0;
  for (const id of a) {
    let diagonal = start++;
    let left = start;
    row = row.map((above, j) => {
      const cost = Math.min(above + 1, left + 1, diagonal + Number(id !== b[j]));
      diagonal = above;
      return (left = cost);
    });
  }
  return row.at(-1) ?? a.length;
}

const list = (most: number, kinds: number) =>
  fc.array(fc.nat({ max: kinds - 1 }), { maxLength: most });

it('editDistance is the distance of the table, over several words of bits too', () => {
  const lists = fc.oneof(
    fc.tuple(list(8, 3), list(8, 3)),
    fc.tuple(list(140, 3), list(140, 3)),
    fc.tuple(list(100, 30), list(100, 30)),
  );
  fc.assert(
    fc.property(lists, ([prediction, reference]) => {
      const distance = editDistance({ prediction, reference, distinct: 30 });
      expect(distance).toBe(byTable(prediction, reference));
      expect(editDistance({ prediction: reference, reference: prediction, distinct: 30 })).toBe(
        distance,
      );
    }),
    { numRuns: lawRuns(400) },
  );
});

it('editDistance takes ten thousand ids on each side', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => i);
  const moved = [...ids.slice(1), 0];
  expect(editDistance({ prediction: moved, reference: ids, distinct: 10_000 })).toBe(2);
});
