import { RECORDING_FORMAT, type Recording } from '#core/agents/recording.ts';
import { isExchangeShape } from './exchanges.ts';
import { isAgentConfig } from './read-agent.ts';
import { isListOf, isOneOf, isShape } from './shape.ts';

const isRecording = isShape<Recording>({
  format: isOneOf([RECORDING_FORMAT]),
  version: isOneOf([1]),
  agent: isAgentConfig,
  exchanges: isListOf(isExchangeShape),
});

/**
 * Reads a recording; everything in it is checked, since it may come from anybody.
 * @param text the file’s text
 * @returns the recording, or a sentence on what is wrong
 */
export function readRecording(text: string): Recording | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The file is not JSON.';
  }
  return isRecording(value) ? value : 'The file is no recording of an agent’s answers.';
}
