import type { InternedPair } from '#core/trajectory/intern-calls.ts';
import type { ToolCall, Trajectory } from '#core/trajectory/trajectory.ts';
import type { CallMatcher } from './match-calls.ts';

/** Stands for the arguments of a call that has none recorded, so that it equals no other call. */
const NOT_RECORDED = '\u0000not recorded';

/**
 * Pairs calls of which some are names only: these match every call of their tool.
 * @param pair pairs calls that have arguments
 * @param prediction the calls made
 * @param reference the calls expected
 * @returns both lists as ids, with links for the names where there are some
 */
export function pairWithNames(
  pair: CallMatcher['pair'],
  prediction: Trajectory,
  reference: Trajectory,
): InternedPair {
  const hasNames = [prediction, reference].some((calls) => calls.some(isName));
  if (!hasNames) return pair(prediction, reference);
  const ids = pair(prediction.map(withoutArguments), reference.map(withoutArguments));
  const links = Array.from({ length: ids.distinct }, (_, id) => new Set(ids.links?.[id] ?? [id]));
  const all = new Map<string, Set<number>>();
  const names = new Map<string, number>();
  for (const [place, { tool_name, isNameOnly }] of reference.entries()) {
    const id = ids.reference[place] as number;
    const known = all.get(tool_name);
    if (known) known.add(id);
    else all.set(tool_name, new Set([id]));
    if (isNameOnly) names.set(tool_name, id);
  }
  const isDone = new Set<number>();
  for (const [place, { tool_name, isNameOnly }] of prediction.entries()) {
    const id = ids.prediction[place] as number;
    if (isDone.has(id)) continue;
    isDone.add(id);
    const name = names.get(tool_name);
    if (isNameOnly) for (const other of all.get(tool_name) ?? []) links[id]?.add(other);
    else if (name !== undefined) links[id]?.add(name);
  }
  return { ...ids, links };
}

function isName({ isNameOnly }: ToolCall): boolean {
  return isNameOnly === true;
}

function withoutArguments(call: ToolCall): ToolCall {
  return call.isNameOnly ? { ...call, tool_input: NOT_RECORDED } : call;
}
