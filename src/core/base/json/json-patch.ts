import { longestCommonSubsequence } from '#core/base/lists/common-subsequence.ts';
import { isJsonEqual } from './equal-json.ts';
import { isJsonList, isJsonObject, ownValue, type JsonValue } from './json-value.ts';
import { printJson } from './parse-json.ts';

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string };

/**
 * Lists the operations of a JSON Patch (RFC 6902), in order, that turn one value into another; none
 * for equal ones. `path` is where it is, a JSON Pointer; `before` is undefined where nothing is
 * yet.
 */
export function diffJson(
  before: JsonValue | undefined,
  after: JsonValue,
  path: string,
): PatchOperation[] {
  if (before === undefined) return [{ op: 'add', path, value: after }];
  if (isJsonList(before) && isJsonList(after)) return diffLists(before, after, path);
  if (!isJsonObject(before) || !isJsonObject(after)) {
    return isJsonEqual(before, after) ? [] : [{ op: 'replace', path, value: after }];
  }
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [
    ...removed.map((key) => ({ op: 'remove', path: below(path, key) }) as const),
    ...Object.entries(after).flatMap(([key, value]) =>
      diffJson(ownValue(before, key), value, below(path, key)),
    ),
  ];
}

/** Equal items stay; between them items are changed in their order, then removed or added. */
function diffLists(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: string,
): PatchOperation[] {
  const ids = new Map<string, number>();
  const idOf = (item: JsonValue): number => {
    const text = printJson(item);
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  const same = longestCommonSubsequence(before.map(idOf), after.map(idOf));
  const operations: PatchOperation[] = [];
  let from = 0;
  let to = 0;
  for (const [i, j] of [...same, [before.length, after.length] as const]) {
    // whatever is before `to` is done: places of the rest count from there
    for (; from < i && to < j; from++, to++) {
      const place = below(path, String(to));
      operations.push(...diffJson(before[from], after[to] as JsonValue, place));
    }
    for (; from < i; from++) operations.push({ op: 'remove', path: below(path, String(to)) });
    for (; to < j; to++) {
      const value = after[to] as JsonValue;
      operations.push({ op: 'add', path: below(path, String(to)), value });
    }
    from = i + 1;
    to = j + 1;
  }
  return operations;
}

function below(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
