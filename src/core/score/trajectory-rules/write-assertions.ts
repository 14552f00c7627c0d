import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { CallCondition, TrajectoryRule } from './rule.ts';

/** An assertion of promptfoo. */
export interface PromptfooAssertion {
  readonly type: string;
  readonly value: JsonValue;
}

/**
 * Writes a rule as an equivalent assertion of promptfoo.
 * @returns undefined where promptfoo has none
 */
export function writePromptfoo(rule: TrajectoryRule): PromptfooAssertion | undefined {
  switch (rule.kind) {
    case 'never': {
      if (rule.call.where.length > 0) return matchingArguments(rule.call, 'not-');
      const tool = exactName(rule.call);
      return tool === undefined
        ? countOf(rule.call, { min: 0, max: 0 })
        : { type: 'not-trajectory:tool-used', value: tool };
    }
    case 'at-most':
      return countOf(rule.call, { min: 0, max: rule.count });
    case 'at-least':
      return rule.count === 1 && rule.call && rule.call.where.length > 0
        ? matchingArguments(rule.call)
        : countOf(rule.call, { min: rule.count });
    case 'sequence': {
      const steps = rule.calls.map((call) => matcherOf(call));
      return steps.every((step) => step !== undefined)
        ? { type: 'trajectory:tool-sequence', value: { steps } }
        : undefined;
    }
    default:
      return undefined;
  }
}

function countOf(
  call: CallCondition | undefined,
  bounds: JsonObject,
): PromptfooAssertion | undefined {
  if (!call) return { type: 'trajectory:step-count', value: { type: 'tool', ...bounds } };
  const matcher = matcherOf(call);
  return matcher && { type: 'trajectory:tool-used', value: { ...matcher, ...bounds } };
}

/** A tool by name or pattern, without conditions. */
function matcherOf(call: CallCondition): JsonObject | undefined {
  if (call.where.length > 0) return undefined;
  const name = exactName(call);
  if (name !== undefined) return { name };
  return call.tool.includes('\\') ? undefined : { pattern: call.tool };
}

function exactName({ tool }: CallCondition): string | undefined {
  const isPattern = /[*?]/.test(tool.replace(/\\./gs, ''));
  return isPattern ? undefined : tool.replace(/\\(.)/gs, '$1');
}

/** Arguments equal to plain values; there, objects match in part. */
function matchingArguments(call: CallCondition, not = ''): PromptfooAssertion | undefined {
  const matcher = matcherOf({ ...call, where: [] });
  const isPlain = call.where.every(
    ({ argument, relation, value }) =>
      relation === '=' &&
      !argument.startsWith('/') &&
      (typeof value !== 'object' || value === null),
  );
  const names = new Set(call.where.map(({ argument }) => argument));
  if (!matcher || !isPlain || names.size < call.where.length) return undefined;
  const args = Object.fromEntries(call.where.map(({ argument, value }) => [argument, value]));
  return { type: `${not}trajectory:tool-args-match`, value: { ...matcher, args } };
}
