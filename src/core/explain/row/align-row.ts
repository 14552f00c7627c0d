import {
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import type { Step } from '#core/calls/step.ts';
import type { Trajectory, TrajectorySide } from '#core/calls/trajectory.ts';
import {
  isTranscript,
  placeMessages,
  plainMessages,
  stepsOf,
  type PlacedMessage,
} from '#core/calls/transcript.ts';
import { readConversation } from '#core/read/cells/conversation-cell.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { isConversation, MESSAGE_KEYS } from '#core/read/transcripts/read-message.ts';
import { alignTrajectories, type Slot } from '#core/match/align.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { bestReference, referenceAt, type AlignedRow } from '#core/match/best-reference.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';

/**
 * Aligns the two sides of a row with the acceptable reference at a place, from 1; absent: the
 * closest. Where a side is missing, the calls of the other are missing or extra.
 */
export function alignRow(
  record: JsonObject,
  roles: ColumnRoles,
  matcher: CallMatcher,
  place?: number,
): AlignedRow {
  const { row } = readRow(record, roles, 0, matcher);
  const best = place === undefined ? bestReference(row) : referenceAt(row, place);
  const reference = best?.reference ?? callsOf(row.reference);
  const prediction = callsOf(row.prediction);
  const slots = best
    ? alignTrajectories(reference, prediction, best.pair)
    : oneSided(reference, prediction);
  return { row, reference, prediction, slots, best, matcher };
}

/** Lists the calls of the only side. */
function oneSided(reference: Trajectory, prediction: Trajectory): Slot[] {
  return [
    ...reference.map((_, i) => ({ kind: 'missing', reference: i }) as const),
    ...prediction.map((_, i) => ({ kind: 'extra', prediction: i }) as const),
  ];
}

function callsOf(side: TrajectorySide): Trajectory {
  return side.state === 'calls' ? side.calls : [];
}

/**
 * All steps of a row, in order: messages, and the calls of its prediction. Messages are in
 * its transcript; or in its prediction, where that is a conversation; or in a conversation in a
 * column beside it; else it is its prompt and its response.
 * @returns messages alone where no calls are recorded or they cannot be read
 */
export function stepsOfRow(record: JsonObject, roles: ColumnRoles): readonly Step[] {
  const cellOf = (role: keyof ColumnRoles): JsonValue | undefined => {
    const column = roles[role];
    return column === undefined ? undefined : ownValue(record, column);
  };
  const prediction = cellOf('predicted_trajectory');
  const side = readTrajectory(prediction);
  const calls = side.state === 'calls' ? side.calls : [];
  const transcript = unwrapEncoded(cellOf('transcript'));
  if (isTranscript(transcript)) return stepsOf(calls, transcript);
  // calls that are written as calls alone are in no conversation
  const isPlain = side.state === 'calls' && side.reading === undefined;
  const messages =
    (isPlain ? undefined : messagesIn(prediction)?.messages) ??
    messagesBeside(record, roles, calls) ??
    plainMessages(calls.length, { prompt: cellOf('prompt'), response: cellOf('response') });
  return placeMessages(calls, messages);
}

function messagesIn(cell: JsonValue | undefined) {
  const list = unwrapEncoded(cell);
  return isJsonList(list) && isConversation(list) ? readConversation(list) : undefined;
}

/** A conversation beside the calls. If it makes other calls, their places in it are unknown. */
function messagesBeside(
  record: JsonObject,
  roles: ColumnRoles,
  calls: Trajectory,
): readonly PlacedMessage[] | undefined {
  const taken = new Set(Object.values(roles).filter((column) => column !== roles.transcript));
  for (const key of MESSAGE_KEYS) {
    const found = taken.has(key) ? undefined : messagesIn(ownValue(record, key));
    if (!found) continue;
    const isSame =
      found.calls.length === calls.length &&
      found.calls.every(({ tool_name }, place) => tool_name === calls[place]?.tool_name);
    if (isSame) return found.messages;
  }
  return undefined;
}
