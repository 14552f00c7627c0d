import type { AgentConfig } from '#core/agents/agent-config.ts';
import { isPath } from '#core/agents/json-path.ts';
import type { AnswerPlaces } from '#core/agents/read-answer.ts';
import { valueOf, type AgentField } from './agent.ts';

/** Where in an answer the response and the calls are, for ways whose answers have any shape. */
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
      { value: 'none', label: 'means that none were made' },
    ],
    isReading: true,
  },
];

const WAY = { fields: ANSWER_FIELDS };

/**
 * Reads where in an answer to look.
 * @param config the agent
 * @returns the places
 */
export function placesOf(config: AgentConfig): AnswerPlaces {
  return {
    response: valueOf(WAY, config, 'responsePath').trim(),
    calls: valueOf(WAY, config, 'callsPath').trim(),
    events: valueOf(WAY, config, 'events') === 'last' ? 'last' : 'joined',
    mayLackCalls: valueOf(WAY, config, 'lack') === 'none',
  };
}

/**
 * Says which paths cannot be read.
 * @param config the agent
 * @returns sentences; none when both are good
 */
export function faultsOfPaths(config: AgentConfig): string[] {
  return ANSWER_FIELDS.filter(
    ({ key, kind }) => kind === 'path' && !isPath(valueOf(WAY, config, key)),
  ).map(({ label }) => `${label}: it is not written like “output.steps[].tool”.`);
}
