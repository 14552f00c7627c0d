import { AgentError } from '#core/agents/agent-error.ts';
import { isJsonList, isJsonObject, type JsonValue, isBlank } from '#core/base/json/json-value.ts';
import { pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { AgentTask } from './agent.ts';

/** The user's messages of a row, in order: one text, or a list. Throws AgentError without a prompt. */
export function turnsOf({ cells }: Pick<AgentTask, 'cells'>): readonly string[] {
  const prompt = cells('prompt');
  if (prompt === undefined || isBlank(prompt)) throw new AgentError('input_missing', '{prompt}');
  const list = unwrapEncoded(prompt);
  const turns = isJsonList(list) ? list.flatMap(turnOf) : [];
  return turns.length > 0 ? turns : [typeof prompt === 'string' ? prompt : printJson(prompt)];
}

function turnOf(item: JsonValue): string[] {
  if (typeof item === 'string') return [item];
  if (!isJsonObject(item)) return [];
  const author = pickText(item, 'role', 'type') ?? 'user';
  const text = pickText(item, 'content', 'text');
  return text !== undefined && ['user', 'human'].includes(author) ? [text] : [];
}
