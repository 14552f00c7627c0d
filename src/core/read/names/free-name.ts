/**
 * Numbers a name that is taken: `name`, `name_2`, `name_3`.
 * @param copies how far each name was numbered, kept from call to call where there are many
 * @returns the name itself, or the first of its numbered forms that is free
 */
export function freeName(
  name: string,
  taken: ReadonlySet<string>,
  copies = new Map<string, number>(),
): string {
  let free = name;
  let copy = copies.get(name) ?? 1;
  while (taken.has(free)) free = `${name}_${++copy}`;
  copies.set(name, copy);
  return free;
}
