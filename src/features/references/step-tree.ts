import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';

/** The keys of groups of steps. */
const GROUPS = ['$inAnyOrder', '$oneOf', '$optional', '$repeat'] as const;

/**
 * Replaces the calls of a reference, at any depth of groups: `change` gets each call with its
 * place. Groups without steps are removed.
 */
export function changeCalls(
  items: readonly JsonValue[],
  change: (call: JsonValue, place: number) => readonly JsonValue[],
): JsonValue[] {
  let place = 0;
  const walkList = (list: readonly JsonValue[]): JsonValue[] => list.flatMap(walk);
  const walk = (item: JsonValue): readonly JsonValue[] => {
    const key = groupKeyOf(item);
    if (key === undefined) return change(item, place++);
    const group = item as JsonObject;
    const steps = walkGroup(key, ownValue(group, key) ?? null);
    return steps === undefined ? [] : [{ ...group, [key]: steps }];
  };
  const walkGroup = (key: string, inner: JsonValue): JsonValue | undefined => {
    if (key === '$repeat' && isJsonObject(inner)) {
      const steps = walkList(listOf(ownValue(inner, 'steps')));
      return steps.length === 0 ? undefined : { ...inner, steps };
    }
    const steps =
      key === '$oneOf'
        ? listOf(inner).map((sequence) => walkList(listOf(sequence)))
        : walkList(listOf(inner));
    return steps.length === 0 ? undefined : steps;
  };
  return walkList(items);
}

/** The key of a group of steps; undefined for other items. */
function groupKeyOf(item: JsonValue): string | undefined {
  return isJsonObject(item) ? GROUPS.find((key) => Object.hasOwn(item, key)) : undefined;
}

/** Whether steps have groups or names, so that their order is not just that of the list. */
export function hasOrder(items: readonly JsonValue[]): boolean {
  return items.some(
    (item) =>
      groupKeyOf(item) !== undefined ||
      (isJsonObject(item) && (Object.hasOwn(item, '$after') || Object.hasOwn(item, '$step'))),
  );
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isJsonList(value) ? value : [];
}

/** Puts all steps into one unordered group, without names and order of their own. */
export function freeAll(items: readonly JsonValue[]): JsonValue[] {
  if (items.length < 2) return [...items];
  return [{ $inAnyOrder: items.map(withoutOrder) }];
}

function withoutOrder(item: JsonValue): JsonValue {
  if (!isJsonObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([key]) => key !== '$step' && key !== '$after'),
  );
}

/**
 * Lets a step at one end of the range `from` to `to` come anywhere within it; the others keep their
 * order. For plain lists of calls.
 */
export function freeStep(
  items: readonly JsonValue[],
  step: number,
  from: number,
  to: number,
): JsonValue[] {
  if (to - from === 1) {
    const pair = items.slice(from, to + 1).map(withoutOrder);
    return [...items.slice(0, from), { $inAnyOrder: pair }, ...items.slice(to + 1)];
  }
  const names = new Map<number, string>();
  const nameOf = (place: number): string => {
    const known = names.get(place) ?? freeName(items, place, [...names.values()]);
    names.set(place, known);
    return known;
  };
  const before = from === 0 ? [] : [nameOf(from - 1)];
  const after = new Map<number, readonly string[]>([[step, before]]);
  const last = step === to ? to - 1 : to;
  if (step === from) after.set(from + 1, before);
  if (to + 1 < items.length) after.set(to + 1, [nameOf(last), nameOf(step)]);
  return items.map((item, place) => {
    const call = isJsonObject(item) ? item : { tool_name: item };
    const own = after.get(place);
    const name = names.get(place);
    return own === undefined && name === undefined
      ? item
      : {
          ...call,
          ...(name === undefined ? {} : { $step: name }),
          ...(own === undefined ? {} : { $after: own }),
        };
  });
}

function freeName(items: readonly JsonValue[], place: number, taken: readonly string[]): string {
  const toolOf = (item: JsonValue | undefined): string => {
    const name = isJsonObject(item ?? null) ? ownValue(item as JsonObject, 'tool_name') : item;
    return typeof name === 'string' ? name : 'step';
  };
  const tool = toolOf(items[place]);
  const isAlone = items.filter((item) => toolOf(item) === tool).length === 1;
  const base = isAlone && !taken.includes(tool) ? tool : `${tool} ${String(place + 1)}`;
  let name = base;
  while (taken.includes(name)) name += "'";
  return name;
}
