import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { readItem } from '#core/transcripts/read-item.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Reading } from '../reading.ts';

/** Where a run keeps what its agents did. */
const DONE_KEYS = ['generatedItems', 'generated_items', 'newItems', 'new_items'];
const RAW_KEYS = ['rawItem', 'raw_item'];
/** Where a run keeps what it was asked. */
const ASKED_KEYS = ['originalInput', 'original_input', 'input'];
/** Where the result of a run keeps its state, and a person's own record the result. */
const HOLDERS = ['state', 'result', 'run', 'output'];
const HOLDER_DEPTH = 3;

/**
 * Tells whether an object is what the SDK keeps of a run: its state, its result, or a record that
 * has one of them.
 * @param value any object
 * @returns whether the items of a run are in it
 */
export function isRun(value: JsonObject): boolean {
  return doneIn(value, HOLDER_DEPTH) !== undefined;
}

/**
 * Writes runs as rows. What was said before a run stands in its input: a turn of it is a row of its
 * own, unless it is the turn of another run of the file.
 * @param runs the runs, in order
 * @param reading where rows and notes go
 */
export function writeRuns(runs: readonly JsonObject[], reading: Reading): void {
  const done = runs.map((run) => doneIn(run, HOLDER_DEPTH)?.items ?? []);
  const known = new Set(done.flat().flatMap(idsOf));
  for (const [index, run] of runs.entries()) {
    const { before, asked } = questionOf(doneIn(run, HOLDER_DEPTH)?.holder ?? run);
    const fresh = before.filter((turn) => !turn.flatMap(idsOf).some((id) => known.has(id)));
    for (const id of fresh.flat().flatMap(idsOf)) known.add(id);
    reading.from(run);
    const items = [...fresh.flat(), ...asked, ...(done[index] ?? [])];
    const entries = items.flatMap((item) => readItem(item, reading));
    writeTurns(
      entries,
      hasKey(run, '$schemaVersion') ? {} : recordCells(run, reading, usedKeys(run)),
      reading,
    );
  }
}

interface Done {
  /** The object that holds the items and what was asked. */
  readonly holder: JsonObject;
  readonly items: readonly JsonValue[];
}

function doneIn(value: JsonObject, depth: number): Done | undefined {
  const list = pickList(value, ...DONE_KEYS);
  const isSaved = pickText(value, '$schemaVersion') !== undefined;
  if (list && (isSaved || list.some(isRunItem))) {
    return { holder: value, items: list.flatMap((item) => pick(item, ...RAW_KEYS) ?? []) };
  }
  if (depth === 0) return undefined;
  for (const key of HOLDERS) {
    const inner = unwrapEncoded(pick(value, key));
    const found = isJsonObject(inner) ? doneIn(inner, depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

function isRunItem(item: JsonValue): boolean {
  return hasKey(item, 'type') && pickObject(item, ...RAW_KEYS) !== undefined;
}

interface Question {
  /** Earlier turns of the conversation, as items. */
  readonly before: readonly (readonly JsonValue[])[];
  readonly asked: readonly JsonValue[];
}

function questionOf(holder: JsonObject): Question {
  const input = pick(holder, ...ASKED_KEYS);
  if (typeof input === 'string') return { before: [], asked: [{ role: 'user', content: input }] };
  if (!isJsonList(input)) return { before: [], asked: [] };
  const turns: JsonValue[][] = [];
  let isAnswered = true;
  for (const item of input) {
    const isUser = pick(item, 'role') === 'user';
    if (turns.length === 0 || (isUser && isAnswered)) turns.push([]);
    isAnswered = !isUser;
    turns.at(-1)?.push(item);
  }
  return { before: turns.slice(0, -1), asked: turns.at(-1) ?? [] };
}

function idsOf(item: JsonValue): readonly string[] {
  const id = pickText(item, 'callId', 'call_id', 'id');
  return id === undefined ? [] : [id];
}

/** Keys under which a record holds a run's items, what they answer, or copies of both. */
function usedKeys(run: JsonObject): readonly string[] {
  const copies = ['state', 'output', 'history', 'rawResponses', 'raw_responses'];
  return Object.keys(run).filter(
    (key) =>
      [...DONE_KEYS, ...ASKED_KEYS, ...copies].includes(key) ||
      hasKey(pick(run, key), ...DONE_KEYS, '$schemaVersion'),
  );
}
