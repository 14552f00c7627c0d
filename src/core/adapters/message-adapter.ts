import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { pickText } from '#core/json/pick.ts';
import { conversationOf, findConversations } from '#core/transcripts/find-conversations.ts';
import { messageOf, readMessage } from '#core/transcripts/read-message.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from './adapter.ts';
import { Reading } from './reading.ts';

/** What tells a framework's messages from those of the others. */
export interface MessageFramework {
  readonly id: string;
  readonly title: string;
  /** Tells from one message, its author in `role`, whether the framework wrote it. */
  readonly isOwn: (message: JsonObject, recorded: JsonValue) => boolean;
  /** Reads messages in another way than one by one. */
  readonly readMessages?: (messages: readonly JsonValue[], reading: Reading) => readonly Entry[];
}

/** Records of records are looked through this deep. */
const DEPTH = 3;

/**
 * Makes the adapter of a framework whose files are conversations.
 * @param framework its name and the marks of its messages
 * @returns the adapter; every conversation becomes a row, or a row for each turn
 */
export function messageAdapter(framework: MessageFramework): Adapter {
  const { id, title, isOwn, readMessages = readInOrder } = framework;
  return {
    id,
    title,
    recognise: (value) => hasOwnMessage(value, isOwn, DEPTH),
    read: (values, options) => {
      const reading = new Reading(options);
      readConversations(values, reading, readMessages);
      return reading.result();
    },
  };
}

/**
 * Reads every conversation of a file into rows.
 * @param values the file's values
 * @param reading where rows and notes go
 * @param readMessages reads the messages of one conversation
 */
export function readConversations(
  values: readonly JsonValue[],
  reading: Reading,
  readMessages: NonNullable<MessageFramework['readMessages']> = readInOrder,
): void {
  for (const { value, found } of findConversations(values)) {
    reading.from(value);
    if (found.length === 0) reading.note('record_unread');
    for (const item of found) {
      if ('other' in item) {
        reading.from(item.other, value);
        // an event says what it is; a record of a dataset does not
        if (pickText(item.other, 'type') === undefined) reading.other(item.other);
        else reading.unread(item.other);
        continue;
      }
      const { messages, record, taken, answers = 1 } = item;
      reading.from(record ?? messages, value);
      if (answers > 1) reading.note('answers_joined');
      writeTurns(readMessages(messages, reading), recordCells(record, reading, taken), reading);
    }
  }
}

function readInOrder(messages: readonly JsonValue[], reading: Reading): readonly Entry[] {
  return messages.flatMap((message) => readMessage(message, reading));
}

function hasOwnMessage(value: JsonValue, isOwn: MessageFramework['isOwn'], depth: number): boolean {
  const messages = conversationOf(value)?.messages;
  if (messages) {
    return messages.some((item) => {
      const message = messageOf(item);
      return message !== undefined && isOwn(message, item);
    });
  }
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  const items = isJsonList(value) ? value : Object.values(value);
  return items.some((item) => hasOwnMessage(item, isOwn, depth - 1));
}
