import type { FoundCall } from '#core/calls/found-call.ts';
import { isJsonList, ownValue, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, unwrapEncoded } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { isConversation } from '#core/transcripts/find-conversations.ts';
import { joinTurns, splitTurns, turnCells } from '#core/transcripts/write-turns.ts';
import { readEvents } from '../gemini/gemini.ts';
import { recordAdapter } from '../record-adapter.ts';
import type { Cells, Reading } from '../reading.ts';

const SIDES = ['predicted_trajectory', 'reference_trajectory'] as const;

/** Rows of the evaluation service: datasets, result tables with scores, and recorded turns. */
export const vertex = recordAdapter({
  id: 'vertex',
  title: 'Evaluation service rows',
  isRecord: (value) => (hasKey(value, ...SIDES) && !isColumns(value)) || isRecorded(value),
  uses: 'all',
  readRecord: (record, reading) =>
    isRecorded(record) ? readRecorded(record, reading) : readRow(record, reading),
});

/** A table as an object of columns: each side is a list of lists. */
function isColumns(value: JsonObject): boolean {
  return SIDES.some((side) => {
    const cells = pickList(value, side) ?? [];
    return cells.length > 0 && cells.every(isJsonList);
  });
}

function isRecorded(value: JsonObject): boolean {
  return turnsIn(value) !== undefined || isConversation(pick(value, 'intermediate_events'));
}

function turnsIn(value: JsonObject): readonly JsonValue[] | undefined {
  return pickList(unwrapEncoded(pick(value, 'agent_data')), 'turns');
}

/** A row is kept as it is; the cells are read where rows are scored. */
function readRow(record: JsonObject, reading: Reading): void {
  for (const name of Object.keys(record)) {
    if (name.endsWith('/score')) reading.note('scores_kept', name);
  }
  reading.row(Object.fromEntries(Object.keys(record).map((key) => [key, ownValue(record, key)])));
}

function readRecorded(record: JsonObject, reading: Reading): void {
  const turns = turnsIn(record);
  const kept = keptCells(record);
  if (!turns) {
    const events = pickList(record, 'intermediate_events') ?? [];
    writeTurn(events, kept, reading);
    return;
  }
  const lists = turns.map((turn) => pickList(turn, 'events') ?? []);
  if (reading.options.turns === 'rows' && lists.length > 1) {
    for (const [index, events] of lists.entries()) {
      const named = turnCells(ownValue(record, 'id'), index);
      writeTurn(events, { ...kept, prompt: undefined, response: undefined, ...named }, reading);
    }
    return;
  }
  if (lists.length > 1) reading.note('turns_joined', String(lists.length));
  writeTurn(lists.flat(), kept, reading);
}

function keptCells(record: JsonObject): Cells {
  const kept = Object.keys(record).filter((key) => !/^(agent_data|intermediate_events)$/.test(key));
  return Object.fromEntries(kept.map((key) => [key, ownValue(record, key)]));
}

function writeTurn(events: readonly JsonValue[], cells: Cells, reading: Reading): void {
  const entries = readEvents(events, reading);
  const { prompt, response } = joinTurns(splitTurns(entries));
  reading.row({
    ...cells,
    prompt: cells['prompt'] ?? prompt,
    response: cells['response'] ?? response,
    predicted_trajectory: reading.trajectory(callsIn(entries), 'predicted'),
  });
}

function callsIn(entries: readonly Entry[]): readonly FoundCall[] {
  return splitTurns(entries).flatMap(({ calls }) => calls);
}
