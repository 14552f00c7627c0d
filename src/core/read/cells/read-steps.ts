import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import type { GroupPlace, StepGroup, ToolCall, TrajectoryProblem } from '#core/calls/trajectory.ts';
import { describePattern } from '#core/match/patterns/describe-pattern.ts';
import { nearestName } from '#core/base/text/nearest-name.ts';
import { holdsPattern, readPattern } from '#core/match/patterns/value-pattern.ts';

/** The keys of groups, and what kind of group each is. */
const GROUP_KINDS = {
  $inAnyOrder: 'inAnyOrder',
  $oneOf: 'oneOf',
  $optional: 'optional',
  $repeat: 'repeat',
} as const;

/** The keys that are reserved for groups. */
export const GROUP_KEYS: readonly string[] = Object.keys(GROUP_KINDS);

/** The most rounds of a repeated group, and the most groups within groups. */
const MAX_ROUNDS = 200;
const MAX_LEVELS = 20;

/** Reads one step that is no group. */
export type ReadStep = (item: JsonValue) => readonly ToolCall[] | TrajectoryProblem;

/** Whether an item of a list of calls is something that only a reference with patterns has. */
export function isStepPattern(item: JsonValue): item is JsonObject {
  if (!isJsonObject(item)) return false;
  const name = ownValue(item, 'tool_name');
  if (name !== undefined) return typeof name === 'object' && holdsPattern(name);
  const keys = Object.keys(item).filter((key) => key !== '$step' && key !== '$after');
  const [only] = keys;
  return keys.length === 1 && only !== undefined && keyOf(only) !== undefined;
}

/** Whether a value is a list, also as text, with something that only expected calls have. */
export function hasStepPattern(value: JsonValue): boolean {
  const list = unwrapEncoded(value);
  return isJsonList(list) && list.some(isStepPattern);
}

/** The key of a group that a key is or nearly is. */
function keyOf(key: string): keyof typeof GROUP_KINDS | undefined {
  if (!key.startsWith('$')) return undefined;
  const names = Object.keys(GROUP_KINDS) as (keyof typeof GROUP_KINDS)[];
  return (
    names.find((name) => name === key) ??
    (nearestName(key, names) as (typeof names)[number] | undefined)
  );
}

/**
 * Reads a group of steps, or a step whose tool is a pattern.
 * @param path JSON Pointer to it from the list of steps
 * @returns the steps in it, as they are listed, each with its groups; or what is wrong with it
 */
export function readStepPattern(
  item: JsonObject,
  path: string,
  readStep: ReadStep,
): readonly ToolCall[] | TrajectoryProblem {
  return readItem(item, path, [], readStep);
}

function readItem(
  item: JsonValue,
  path: string,
  groups: readonly GroupPlace[],
  readStep: ReadStep,
): readonly ToolCall[] | TrajectoryProblem {
  const place = groups.length > 0 ? { groups, path } : {};
  if (!isStepPattern(item)) {
    const calls = readStep(item);
    return 'code' in calls ? calls : calls.map((call) => ({ ...call, ...place }));
  }
  if (Object.hasOwn(item, 'tool_name')) {
    const name = readPattern(item.tool_name ?? null);
    const tool_name = name.ok ? describePattern(name.pattern) : 'a pattern';
    const tool_input = ownValue(item, 'tool_input') ?? { $anything: true };
    return [{ tool_name, tool_input, source: item, ...place }];
  }
  return readGroup(item, path, groups, readStep);
}

function readGroup(
  item: JsonObject,
  path: string,
  groups: readonly GroupPlace[],
  readStep: ReadStep,
): readonly ToolCall[] | TrajectoryProblem {
  const written = Object.keys(item).find((key) => key !== '$step' && key !== '$after') ?? '';
  const key = keyOf(written) ?? '$optional';
  const payload = item[written] as JsonValue;
  if (key !== written) return wrong(path, `There is no group ${written}.`, { [key]: payload });
  if (groups.length >= MAX_LEVELS) return wrong(path, `Groups nest at most ${MAX_LEVELS} deep.`);
  const kind = GROUP_KINDS[key];
  const inside = `${path}/${key}`;
  const branches = branchesOf(kind, payload, inside);
  if ('code' in branches) return branches;
  const rounds = kind === 'repeat' ? roundsOf(payload as JsonObject, inside) : ONCE;
  if ('code' in rounds) return rounds;
  const group: StepGroup = { kind, branches: branches.lists.length, ...rounds, source: item };
  const steps: ToolCall[] = [];
  for (const [branch, { items, at }] of branches.lists.entries()) {
    for (const [i, step] of items.entries()) {
      const within = [...groups, { group, branch }];
      const read = readItem(step, kind === 'inAnyOrder' ? at : `${at}/${i}`, within, readStep);
      if ('code' in read) return read;
      steps.push(...read);
    }
  }
  if (steps.length === 0) return wrong(inside, 'A group needs at least one step.');
  return steps;
}

const ONCE = { atLeast: 1, atMost: 1 };

interface Branches {
  readonly lists: readonly { readonly items: readonly JsonValue[]; readonly at: string }[];
}

function branchesOf(
  kind: StepGroup['kind'],
  payload: JsonValue,
  path: string,
): Branches | TrajectoryProblem {
  switch (kind) {
    case 'inAnyOrder':
      if (!isJsonList(payload))
        return wrong(path, '$inAnyOrder takes a list of steps.', { $inAnyOrder: [payload] });
      return { lists: payload.map((item, i) => ({ items: [item], at: `${path}/${i}` })) };
    case 'oneOf': {
      if (!isJsonList(payload))
        return wrong(path, '$oneOf takes a list of lists of steps.', { $oneOf: [[payload]] });
      if (payload.every(isJsonList)) {
        return { lists: payload.map((items, i) => ({ items, at: `${path}/${i}` })) };
      }
      const lists = payload.map((item) => (isJsonList(item) ? item : [item]));
      return wrong(path, '$oneOf takes lists of steps, also where one is a single step.', {
        $oneOf: lists,
      });
    }
    case 'optional':
      if (!isJsonList(payload))
        return wrong(path, '$optional takes a list of steps.', { $optional: [payload] });
      return { lists: [{ items: payload, at: path }] };
    case 'repeat': {
      const steps = isJsonObject(payload) ? ownValue(payload, 'steps') : undefined;
      if (steps === undefined || !isJsonList(steps)) {
        const list = isJsonList(payload) ? payload : [];
        return wrong(path, '$repeat takes an object with steps and atMost.', {
          $repeat: { steps: list, atLeast: 1, atMost: 5 },
        });
      }
      return { lists: [{ items: steps, at: `${path}/steps` }] };
    }
  }
}

function roundsOf(
  payload: JsonObject,
  path: string,
): { readonly atLeast: number; readonly atMost: number } | TrajectoryProblem {
  const { steps: _, atLeast = 1, atMost, ...others } = payload;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return wrong(path, `$repeat has no option “${other}”; it has steps, atLeast and atMost.`);
  }
  const isCount = (value: JsonValue | undefined): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_ROUNDS;
  if (!isCount(atLeast) || !isCount(atMost) || atMost < Math.max(1, atLeast)) {
    return wrong(
      path,
      `atLeast and atMost are whole numbers, at most ${MAX_ROUNDS}, and atMost is not below atLeast.`,
    );
  }
  return { atLeast, atMost };
}

function wrong(path: string, reason: string, nearest?: JsonValue): TrajectoryProblem {
  const form = nearest === undefined ? undefined : JSON.stringify(nearest);
  return {
    code: 'pattern_malformed',
    path,
    reason,
    ...(form === undefined || form.length > 300 ? {} : { nearest: form }),
  };
}
