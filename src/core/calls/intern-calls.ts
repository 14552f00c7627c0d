import { isJsonEqual, hashJson, hashText } from '#core/base/json/equal-json.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { ToolCall, Trajectory } from './trajectory.ts';

/** Whether two calls have the same tool and equal arguments; other keys do not count. */
export function isCallEqual(a: ToolCall, b: ToolCall): boolean {
  return a.tool_name === b.tool_name && isJsonEqual(a.tool_input, b.tool_input);
}

// with fewer calls, comparing is faster than hashing
const SEARCH_LIMIT = 40;

/** Interns the calls of both sides; linear in the number of calls. */
export function internCalls(prediction: Trajectory, reference: Trajectory): InternedPair {
  const interner =
    prediction.length + reference.length <= SEARCH_LIMIT
      ? new SearchInterner()
      : new HashInterner();
  const referenceIds: number[] = [];
  for (const call of reference) referenceIds.push(interner.idOf(call));
  const predictionIds: number[] = [];
  for (let index = 0; index < prediction.length; index++) {
    const call = prediction[index] as ToolCall;
    // most predictions agree with the reference place by place
    const twin = reference[index];
    const isTwin = twin !== undefined && isCallEqual(call, twin);
    predictionIds.push(isTwin ? (referenceIds[index] as number) : interner.idOf(call));
  }
  return { prediction: predictionIds, reference: referenceIds, distinct: interner.size };
}

/** Interns the calls of both sides by the names of their tools. */
export function internNames(prediction: Trajectory, reference: Trajectory): InternedPair {
  const ids = new Map<string, number>();
  const idOf = ({ tool_name }: ToolCall): number => {
    const id = ids.get(tool_name) ?? ids.size;
    ids.set(tool_name, id);
    return id;
  };
  const referenceIds = reference.map(idOf);
  return { prediction: prediction.map(idOf), reference: referenceIds, distinct: ids.size };
}

/** Hashes a trajectory to an unsigned 32-bit integer; equal ones have equal hashes. */
export function hashCalls(calls: Trajectory): number {
  let hash = calls.length;
  for (const call of calls) hash = hashText(call.tool_name, hash ^ hashJson(call.tool_input));
  return hash;
}

class SearchInterner {
  readonly #known: ToolCall[] = [];

  get size(): number {
    return this.#known.length;
  }

  idOf(call: ToolCall): number {
    const known = this.#known;
    for (let id = 0; id < known.length; id++) {
      if (isCallEqual(call, known[id] as ToolCall)) return id;
    }
    return known.push(call) - 1;
  }
}

class HashInterner {
  readonly #known: ToolCall[] = [];
  readonly #byHash = new Map<number, number[]>();

  get size(): number {
    return this.#known.length;
  }

  idOf(call: ToolCall): number {
    const hash = hashText(call.tool_name, hashJson(call.tool_input));
    const bucket = this.#byHash.get(hash);
    const found = bucket?.find((id) => isCallEqual(call, this.#known[id] as ToolCall));
    if (found !== undefined) return found;
    const id = this.#known.push(call) - 1;
    if (bucket) bucket.push(id);
    else this.#byHash.set(hash, [id]);
    return id;
  }
}
