import { editDistance } from '#core/base/lists/edit-distance.ts';

/** Longer names are not corrected. */
const LONGEST = 30;

/** Finds a name like {@link nearestName}, but prefers one that begins with the written text. */
export function nameMeant(written: string, names: readonly string[]): string | undefined {
  const isBegun = (name: string): boolean => written.length > 2 && name.startsWith(written);
  return names.find(isBegun) ?? nearestName(written, names);
}

/** Says which name is probably meant: ` (did you mean “metric”?)`; empty without any. */
export function guessInBrackets(written: string, names: readonly string[]): string {
  const near = nameMeant(written, names);
  return near === undefined ? '' : ` (did you mean “${near}”?)`;
}

/**
 * Finds the name most likely meant: one equal but for case, `_` and `-`, else the closest one, at
 * most a third of the letters away; undefined without any.
 */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const plain = plainName(written);
  if (plain.length > LONGEST) return undefined;
  let nearest: string | undefined;
  let least = Math.floor((plain.length + 1) / 3) + 1;
  for (const name of names) {
    const distance = distanceBetween(plain, plainName(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_$-]/g, '');
}

function distanceBetween(a: string, b: string): number {
  const ids = new Map<string, number>();
  const idsOf = (text: string): number[] =>
    Array.from(text, (char) => {
      const id = ids.get(char) ?? ids.size;
      ids.set(char, id);
      return id;
    });
  const [prediction, reference] = [idsOf(a), idsOf(b)];
  return editDistance({ prediction, reference, distinct: ids.size });
}
