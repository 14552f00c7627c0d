import { isJsonList } from '#core/base/json/json-value.ts';
import type { Maybe } from '#core/base/json/pick.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { isTranscript } from '#core/calls/transcript.ts';
import { isMessage } from './read-message.ts';

/** Keys under which records keep their messages, best first. */
export const MESSAGE_KEYS = [
  'messages',
  'contents',
  'events',
  'conversation',
  'conversations',
  'entries',
  'chat_history',
  'transcript',
  'history',
  'outputs',
  'output',
  'actual_trajectory',
  'predicted_trajectory',
] as const;

/** Whether a value is a list of messages and nothing else; calls alone are none. */
export function isConversation(value: Maybe): boolean {
  return (
    isJsonList(value) &&
    value.length > 0 &&
    value.every(isMessage) &&
    !value.every(isCallLike) &&
    !isTranscript(value)
  );
}
