import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickObject } from '#core/base/json/pick.ts';
import type { Usage } from '#core/judge/estimate.ts';

const HOLDERS = ['usage_metadata', 'usageMetadata', 'usage', 'token_usage', 'tokenUsage'];
const INPUT = ['input_tokens', 'prompt_tokens', 'promptTokenCount', 'prompt_token_count'];
const OUTPUT = [
  'output_tokens',
  'completion_tokens',
  'candidatesTokenCount',
  'candidates_token_count',
];
const DEEPEST = 10;

/**
 * Adds up the tokens that an answer reports.
 * @returns the sums; undefined where nothing is reported
 */
export function findUsage(values: readonly JsonValue[]): Usage | undefined {
  let usage: Usage | undefined;
  const visit = (value: JsonValue, depth: number): void => {
    if (depth > DEEPEST) return;
    if (isJsonList(value)) for (const item of value) visit(item, depth + 1);
    if (!isJsonObject(value)) return;
    const found = usageOf(pickObject(value, ...HOLDERS));
    if (found) {
      // what is next to it repeats it
      usage = {
        input: (usage?.input ?? 0) + found.input,
        output: (usage?.output ?? 0) + found.output,
      };
      return;
    }
    for (const item of Object.values(value)) visit(item, depth + 1);
  };
  visit(values, 0);
  return usage;
}

function usageOf(holder: JsonValue | undefined): Usage | undefined {
  const input = pick(holder, ...INPUT);
  const output = pick(holder, ...OUTPUT);
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  return {
    input: typeof input === 'number' ? input : 0,
    output: typeof output === 'number' ? output : 0,
  };
}
