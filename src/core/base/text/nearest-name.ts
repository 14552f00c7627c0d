import { editDistance } from '#core/base/lists/edit-distance.ts';

/** Finds the known name that is most like another one; undefined where none is like it. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((other) => ({ other, far: lettersToChange(name, other) }))
    .sort((a, b) => a.far - b.far);
  return nearest && nearest.far <= name.length / 3 ? nearest.other : undefined;
}

function lettersToChange(name: string, other: string): number {
  // what was begun is meant, however much is to come
  if (name.length > 2 && other.startsWith(name)) return 0;
  const letters = [...new Set(name + other)];
  const codes = (text: string): number[] => Array.from(text, (letter) => letters.indexOf(letter));
  return editDistance({
    prediction: codes(name),
    reference: codes(other),
    distinct: letters.length,
  });
}
