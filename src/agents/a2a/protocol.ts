import type { JsonObject } from '#core/json/json-value.ts';

/** How one version of the protocol names what is asked for, as JSON-RPC. */
export interface Protocol {
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly send: string;
  readonly stream: string;
  readonly getTask: string;
  /** The configuration of a message whose answer is the task, finished or not. */
  readonly atOnce: JsonObject;
  /** A user’s message with one text. */
  messageOf(id: string, text: string): JsonObject;
}

/** The protocol until version 0.3. */
export const PROTOCOL_0: Protocol = {
  headers: {},
  send: 'message/send',
  stream: 'message/stream',
  getTask: 'tasks/get',
  atOnce: { blocking: false },
  messageOf: (messageId, text) => ({
    kind: 'message',
    role: 'user',
    messageId,
    parts: [{ kind: 'text', text }],
  }),
};

/** The protocol from version 1.0 on. */
export const PROTOCOL_1: Protocol = {
  headers: { 'A2A-Version': '1.0' },
  send: 'SendMessage',
  stream: 'SendStreamingMessage',
  getTask: 'GetTask',
  atOnce: { returnImmediately: true },
  messageOf: (messageId, text) => ({ role: 'ROLE_USER', messageId, parts: [{ text }] }),
};
