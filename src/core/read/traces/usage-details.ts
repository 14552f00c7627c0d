import type { JsonValue } from '#core/base/json/json-value.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import { pickAmount, unwrapEncoded, type Maybe } from '#core/base/json/pick.ts';
import type { StepTokens } from '#core/calls/step.ts';

/**
 * Reads Langfuse's usage of an observation. Its kinds of tokens do not overlap; all whose name has
 * `input` or `output` in it are summed, as Langfuse itself does.
 * @returns undefined where no tokens are counted
 */
export function detailedTokens(details: Maybe): StepTokens | undefined {
  return knownTokens({
    input: sumOf(details, /input|prompt/i),
    output: sumOf(details, /output|completion/i),
    cached: sumOf(details, /cached|cache_read/i),
  });
}

/** The whole of Langfuse's costs of an observation: its total, or the sum of its parts. */
export function sumOfDetails(details: Maybe): number | undefined {
  const costs = unwrapEncoded(details);
  return pickAmount(costs, 'total') ?? sumOf(costs, /^/);
}

/** Tokens that are recorded; undefined where none are. */
export function knownTokens(
  tokens: Readonly<Record<keyof StepTokens, number | undefined>>,
): StepTokens | undefined {
  const known = Object.entries(tokens).filter(([, count]) => count !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function sumOf(details: Maybe, names: RegExp): number | undefined {
  const object: JsonValue | undefined = unwrapEncoded(details);
  if (!isJsonObject(object)) return undefined;
  const amounts = Object.keys(object)
    .filter((name) => names.test(name))
    .map((name) => pickAmount(object, name))
    .filter((amount) => amount !== undefined);
  return amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount, 0);
}
