import type { AgentConfig, AgentHeader, AgentNote } from '#core/agents/agent-config.ts';
import {
  isCount,
  isListOf,
  isOneOf,
  isOptional,
  isShape,
  isText,
  isTexts,
  type Guard,
} from './shape.ts';

const isHeaders = isListOf(
  isShape<AgentHeader>({ name: isText, value: isText, isSecret: isOneOf([true, false]) }),
);

/** Tells whether a stored value describes an agent. */
export const isAgentConfig: Guard<AgentConfig> = isShape<AgentConfig>({
  way: isText,
  values: isTexts,
  headers: isHeaders,
});

/** Tells whether a stored value says which agent made a run. */
export const isAgentNote: Guard<AgentNote> = isShape<AgentNote>({
  way: isText,
  values: isTexts,
  headers: isHeaders,
  runId: isText,
  title: isText,
  trials: isCount,
  order: isOptional(isListOf(isCount)),
  asked: isOptional(isText),
});
