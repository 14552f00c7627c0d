import type { AgentConfig } from '#core/agents/agent-config.ts';
import { isPath } from '#core/base/json/json-path.ts';
import type { AnswerPlaces } from '#core/agents/read-answer.ts';
import { AgentError } from '#core/agents/agent-error.ts';
import { isBlank, isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { valueOf, type AgentField, type AgentTask } from './agent.ts';
import { faultOfAddress } from '#providers/address.ts';
import { addressFaults } from '#features/sessions/texts.ts';
import { connectors as texts } from '#features/agents/texts.ts';

/** A field with a hint. */
export function hinted(
  key: string,
  kind: AgentField['kind'],
  [label, hint]: readonly [label: string, hint: string],
  usual = '',
): AgentField {
  return { key, label, kind, usual, hint };
}

/** The field of a server’s address; the hint is an example. */
export function addressField(hint: string): AgentField {
  return hinted('url', 'url', [texts.address, hint]);
}

/** Returns why nothing may be sent to an address: one sentence, or none. */
export function faultsOfAddress(address: string): string[] {
  const fault = faultOfAddress(address);
  return fault ? [addressFaults[fault]] : [];
}

/** Where in an answer the response and the calls are, for connectors whose answers have any shape. */
export const ANSWER_FIELDS: readonly AgentField[] = [
  { ...hinted('responsePath', 'path', texts.responsePath), isReading: true },
  { ...hinted('callsPath', 'path', texts.callsPath), isReading: true },
  {
    key: 'events',
    label: texts.events,
    kind: 'choice',
    usual: 'joined',
    options: [
      { value: 'joined', label: texts.joinEvents },
      { value: 'last', label: texts.lastEvent },
    ],
    isReading: true,
  },
  {
    key: 'lack',
    label: texts.lack,
    kind: 'choice',
    usual: 'unknown',
    options: [
      { value: 'unknown', label: texts.lackIsUnknown },
      { value: 'none', label: texts.lackIsNone },
    ],
    isReading: true,
  },
];

const CONNECTOR = { fields: ANSWER_FIELDS };

export function placesOf(config: AgentConfig): AnswerPlaces {
  return {
    response: valueOf(CONNECTOR, config, 'responsePath').trim(),
    calls: valueOf(CONNECTOR, config, 'callsPath').trim(),
    events: valueOf(CONNECTOR, config, 'events') === 'last' ? 'last' : 'joined',
    mayLackCalls: valueOf(CONNECTOR, config, 'lack') === 'none',
  };
}

/** Returns a sentence for each path that cannot be parsed. */
export function faultsOfPaths(config: AgentConfig): string[] {
  return ANSWER_FIELDS.filter(
    ({ key, kind }) => kind === 'path' && !isPath(valueOf(CONNECTOR, config, key)),
  ).map(({ label }) => texts.badPath(label));
}

/**
 * The user's messages to the agent in a row, in order: one text, or the items of a list of texts or
 * of a user’s messages.
 * @throws AgentError when the row has no prompt
 */
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
