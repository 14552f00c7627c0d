import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { mayBeCall, type Entry } from '#core/read/transcripts/entry.ts';
import { pickText } from '#core/base/json/pick.ts';
import { conversationOf, findConversations } from '#core/read/transcripts/find-conversations.ts';
import { joinPieces } from '#core/read/transcripts/join-pieces.ts';
import {
  authorOf,
  isMessage,
  messageOf,
  readMessages,
} from '#core/read/transcripts/read-message.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { readWhole, writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter, Cells } from '#core/read/framework/adapter.ts';

/** What tells a framework's messages from those of the others. */
export interface MessageFramework {
  readonly id: string;
  readonly title: string;
  /** Its keys; those of conversations unless it has others. */
  /** Whether the framework wrote a message, its author in `role`. */
  readonly isOwn: (message: JsonObject, recorded: JsonValue) => boolean;
  /** Reads messages in another way than one by one. */
  readonly readMessages?: (messages: readonly JsonValue[], out: Collector) => readonly Entry[];
}

/** Records of records are looked through this deep. */
const DEPTH = 3;

/**
 * Creates the adapter of a framework whose files are conversations: each is a row, or a row a turn.
 */
export function messageAdapter(framework: MessageFramework): Adapter {
  const { id, title, isOwn } = framework;
  const { readMessages = readInOrder } = framework;
  return {
    id,
    title,
    recognise: (value) =>
      hasOwnMessage(isJsonList(value) ? joinPieces(value) : value, isOwn, DEPTH),
    read: (values, out) => readConversations(values, out, readMessages),
  };
}

/** Reads every conversation of a file into rows. */
export function readConversations(
  values: readonly JsonValue[],
  out: Collector,
  readMessages: NonNullable<MessageFramework['readMessages']> = readInOrder,
): void {
  const talks = findConversations(joinPieces(values));
  const unread = unreadAmong(talks.flatMap(({ found }) => found));
  for (const { value, found } of talks) {
    out.from(value);
    if (found.length === 0) out.note('record_unread');
    for (const item of found) {
      if ('other' in item) {
        out.from(item.other, value);
        // an event says what it is; a record of a dataset does not
        if (pickText(item.other, 'type') === undefined) out.other(item.other);
        else out.unread(item.other);
        continue;
      }
      const { messages, record, taken, answers = 1 } = item;
      out.from(record ?? messages, value);
      if (answers > 1) out.note('answers_joined');
      const entries = withUnread(readMessages(messages, out), unread);
      const cells = recordCells(record, out, taken);
      if (messages.every(isQuestion)) writeQuestion(entries, cells, out);
      else writeTurns(entries, cells, out);
    }
  }
}

/** The type of an event that may be a call, among those that no reader knows. */
function unreadAmong(found: ReturnType<typeof findConversations>[number]['found']) {
  const types = found.flatMap((item) =>
    'other' in item ? (pickText(item.other, 'type') ?? []) : [],
  );
  return types.find(mayBeCall);
}

/** Puts what nobody has read into every turn. */
function withUnread(entries: readonly Entry[], type: string | undefined): readonly Entry[] {
  if (type === undefined) return entries;
  const unread: Entry = { kind: 'unread', type };
  const all = entries.flatMap((entry) => (entry.kind === 'user' ? [entry, unread] : [entry]));
  return entries[0]?.kind === 'user' ? all : [unread, ...all];
}

function isQuestion(message: JsonValue): boolean {
  const author = authorOf(messageOf(message) ?? {});
  return author === 'user' || author === 'system' || author === 'silent';
}

/** Nobody answered, so that nothing shows what would have been called. */
function writeQuestion(entries: readonly Entry[], cells: Cells, out: Collector): void {
  const turn = readWhole(entries, out);
  const { prompt } = turn;
  const transcript = out.transcript(turn, { prompt, ...cells });
  out.row({ prompt, ...cells, predicted_trajectory: out.prediction(undefined), transcript });
}

function readInOrder(messages: readonly JsonValue[], out: Collector): readonly Entry[] {
  return readMessages(messages, out);
}

/** The messages of a list that other events are among. */
function toldIn(value: JsonValue): JsonValue {
  return isJsonList(value) ? value.filter(isMessage) : null;
}

function hasOwnMessage(value: JsonValue, isOwn: MessageFramework['isOwn'], depth: number): boolean {
  const messages = (conversationOf(value) ?? conversationOf(toldIn(value)))?.messages;
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
