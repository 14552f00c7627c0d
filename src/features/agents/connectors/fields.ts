import { isSecretName, type AgentConfig } from '#core/agents/agent-config.ts';
import { isPath } from '#core/base/json/json-path.ts';
import type { AnswerPlaces } from '#core/agents/read-answer.ts';
import { CODE_LIMIT } from '#core/score/custom-metrics/custom-metric.ts';
import { valueOf, type AgentField } from './agent.ts';

/** The field of a server’s address; the hint is an example. */
export function addressField(hint: string): AgentField {
  return { key: 'url', label: 'Address', kind: 'url', usual: '', hint };
}

/** Returns why an absolute URL, maybe with placeholders in braces, must not be used: one sentence, or none. */
export function faultsOfAddress(address: string): string[] {
  if (!URL.canParse(address.trim()))
    return [address.trim() === '' ? 'An address is needed.' : 'The address is not a whole URL.'];
  const url = new URL(address.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return ['The address begins with neither https:// nor http://.'];
  if (url.protocol === 'http:' && !isOnThisDevice(url))
    return ['Without https only this device can be reached: localhost or 127.0.0.1.'];
  const secrets = [...url.searchParams.keys()].filter(isSecretName);
  if (url.username !== '' || url.password !== '' || secrets.length > 0)
    return ['A secret in an address ends up in logs. Put it into a secret header.'];
  return [];
}

export function isOnThisDevice({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}

/**
 * Checks code before it is tried.
 * @param code a person's function
 * @returns why it cannot be run at all, one sentence; none when it can be tried
 */
export function faultsOfCode(code: string): string[] {
  if (code.trim() === '') return ['A function is needed.'];
  return code.length > CODE_LIMIT
    ? [`The function has more than ${String(CODE_LIMIT)} characters.`]
    : [];
}

/** Where in an answer the response and the calls are, for connectors whose answers have any shape. */
export const ANSWER_FIELDS: readonly AgentField[] = [
  {
    key: 'responsePath',
    label: 'Path to the response',
    kind: 'path',
    usual: '',
    hint: 'Empty: it is recognised.',
    isReading: true,
  },
  {
    key: 'callsPath',
    label: 'Path to the tool calls',
    kind: 'path',
    usual: '',
    hint: 'Empty: they are recognised, as in files of agent frameworks.',
    isReading: true,
  },
  {
    key: 'events',
    label: 'In a stream',
    kind: 'choice',
    usual: 'joined',
    options: [
      { value: 'joined', label: 'Join what the events say' },
      { value: 'last', label: 'The last event says it all' },
    ],
    isReading: true,
  },
  {
    key: 'lack',
    label: 'An answer without tool calls',
    kind: 'choice',
    usual: 'failure',
    options: [
      { value: 'failure', label: 'is a failure unless its shape is known' },
      { value: 'none', label: 'means that no tool was called' },
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
  ).map(({ label }) => `${label}: it is not written like “output.steps[].tool”.`);
}
