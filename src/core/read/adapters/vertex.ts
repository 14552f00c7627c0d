import {
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import { isChatRow } from '#core/read/transcripts/record-cells.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { predictionOf, readWhole, turnCells } from '#core/read/transcripts/write-turns.ts';
import { readEntries } from '#core/read/shape/walk.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Cells, Collector } from '#core/read/framework/adapter.ts';

const SIDES = ['predicted_trajectory', 'reference_trajectory'] as const;

/** Rows of the evaluation service: datasets, result tables with scores, and recorded turns. */
export const vertex = recordAdapter({
  id: 'vertex',
  title: 'Evaluation service rows',
  isRecord: (value) =>
    (hasKey(value, ...SIDES) && !isColumns(value) && !isChatRow(value)) ||
    isRecorded(value) ||
    isCase(value),
  uses: 'all',
  readRecord: (record, out) => {
    if (isRecorded(record)) readRecorded(record, out);
    else if (isCase(record)) readCase(record, out);
    else readRow(record, out);
  },
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

const CASE_IDS = ['eval_case_id', 'evalCaseId'];

/** A case of an `EvaluationDataset`, whose texts are contents with parts. */
function isCase(value: JsonObject): boolean {
  return hasKey(value, ...CASE_IDS) && contentOf(pick(value, 'prompt')) !== undefined;
}

/** Nothing of it says what was called. */
function readCase(record: JsonObject, out: Collector): void {
  out.row({ ...keptCells(record), predicted_trajectory: out.prediction(undefined) });
}

function contentOf(content: Maybe): string | undefined {
  const text = textOf(pickList(content, 'parts') ?? content);
  return text === '' ? undefined : text;
}

function turnsIn(value: JsonObject): readonly JsonValue[] | undefined {
  return pickList(unwrapEncoded(pick(value, 'agent_data')), 'turns');
}

/** A row is kept as it is; the cells are read where rows are scored. */
function readRow(record: JsonObject, out: Collector): void {
  for (const name of Object.keys(record)) {
    if (name.endsWith('/score')) out.note('scores_kept', name);
  }
  out.row(Object.fromEntries(Object.keys(record).map((key) => [key, ownValue(record, key)])));
}

function readRecorded(record: JsonObject, out: Collector): void {
  const turns = turnsIn(record);
  const kept = keptCells(record);
  if (!turns) {
    const events = pickList(record, 'intermediate_events') ?? [];
    writeTurn(events, kept, out);
    return;
  }
  const lists = turns.map((turn) => pickList(turn, 'events') ?? []);
  if (out.options.turns === 'rows' && lists.length > 1) {
    for (const [index, events] of lists.entries()) {
      const named = turnCells(ownValue(record, 'id'), index);
      writeTurn(events, { ...kept, prompt: undefined, response: undefined, ...named }, out);
    }
    return;
  }
  if (lists.length > 1) out.note('turns_joined', String(lists.length));
  writeTurn(lists.flat(), kept, out);
}

function keptCells(record: JsonObject): Cells {
  const kept = Object.keys(record).filter((key) => !/^(agent_data|intermediate_events)$/.test(key));
  const cells = Object.fromEntries(kept.map((key) => [key, ownValue(record, key)]));
  if (!isCase(record)) return cells;
  const { eval_case_id: _, evalCaseId: __, reference, responses, ...others } = cells;
  return {
    ...others,
    id: pick(record, ...CASE_IDS),
    prompt: contentOf(pick(record, 'prompt')),
    response: contentOf(pick(pickList(record, 'responses')?.[0], 'response')),
    reference: contentOf(pick(pickObject(record, 'reference'), 'response')),
  };
}

function writeTurn(events: readonly JsonValue[], cells: Cells, out: Collector): void {
  const entries = readEntries(events, out);
  const turn = readWhole(entries, out);
  const texts = {
    prompt: cells['prompt'] ?? turn.prompt,
    response: cells['response'] ?? turn.response,
  };
  out.row({
    ...cells,
    ...texts,
    predicted_trajectory: predictionOf(turn, out),
    transcript: out.transcript(turn, texts),
  });
}
