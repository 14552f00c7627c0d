import { isJsonList, isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickText } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { groupAnswers } from '#core/transcripts/group-answers.ts';
import { isItem, readItem } from '#core/transcripts/read-item.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';
import { isEvent, joinEvents } from './join-events.ts';

/** Responses of OpenAI's Responses API, answers in its Agents SDK, and Gemini interactions. */
export const openaiResponses: Adapter = {
  id: 'openai-responses',
  title: 'OpenAI Responses items',
  recognise: (value) =>
    isItems(value) ||
    isRecord(value) ||
    isEvent(value) ||
    (isJsonList(value) && value.some((item) => isRecord(item) || isEvent(item))),
  read: (recorded, options) => {
    const reading = new Reading(options);
    const values = joinEvents(recorded);
    reading.from(...values.slice(0, 1));
    if (isItems(values)) {
      writeTurns(readItems(values, reading), {}, reading);
      for (const value of values.filter(isOther)) reading.unread(value);
    } else {
      readRecords(
        values.flatMap((value) => (isRecordList(value) ? value : [value])),
        reading,
      );
    }
    return reading.result();
  },
};

function isItems(value: JsonValue | undefined): boolean {
  return isJsonList(value) && value.some(isItem);
}

function isRecord(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  if (pick(value, 'object') === 'response' || pick(value, 'object') === 'interaction') return true;
  return ['output', 'items', 'input'].some((key) => isItems(pick(value, key)));
}

function isOther(value: JsonValue): boolean {
  return isJsonObject(value) && !hasKey(value, 'type', 'role', 'output', 'items', 'steps');
}

function isRecordList(value: JsonValue): value is readonly JsonValue[] {
  return isJsonList(value) && !isItems(value);
}

interface Chain {
  readonly value: JsonValue;
  readonly entries: Entry[];
}

/** A response that names the one before it goes on with the same run. */
function readRecords(values: readonly JsonValue[], reading: Reading): void {
  const chains: Chain[] = [];
  const byId = new Map<string, Chain>();
  const isKnown = (value: JsonValue): boolean => isRecord(value) || !isOther(value);
  const known = values.filter(isKnown);
  for (const value of values.filter((item) => !isKnown(item))) {
    reading.from(value);
    reading.unread(value);
  }
  for (const run of groupAnswers(known) ?? known.map((value) => [value])) {
    let chain: Chain | undefined;
    for (const value of run) {
      reading.from(value);
      const before = chain ?? byId.get(pickText(value, 'previous_response_id') ?? '');
      chain = before ?? { value, entries: [] };
      chain.entries.push(...readRecord(value, reading, before === undefined));
      if (!before) chains.push(chain);
      const id = pickText(value, 'id');
      if (id !== undefined) byId.set(id, chain);
    }
    reading.from(...run.slice(0, 1));
    if (run.length > 1) reading.note('answers_joined');
  }
  for (const { value, entries } of chains) {
    reading.from(value);
    writeTurns(entries, cellsOf(value, reading), reading);
  }
}

const USES = [
  ...['id', 'object', 'input', 'original_input', 'output', 'items', 'steps'],
  'previous_response_id',
];

function cellsOf(
  value: JsonValue,
  reading: Reading,
): Readonly<Record<string, JsonValue | undefined>> {
  if (!isJsonObject(value)) return {};
  reading.keepRest(value, USES);
  const error = pick(value, 'error') !== undefined || pick(value, 'status') === 'failed';
  return {
    id: pick(value, 'id', 'session_id'),
    failure: error ? 1 : undefined,
  };
}

function readRecord(value: JsonValue, reading: Reading, isFirst: boolean): readonly Entry[] {
  if (isJsonList(value)) return readItems(value, reading);
  const items = pickList(value, 'output', 'items', 'steps');
  if (items) return [...askedOf(value, reading, isFirst), ...readItems(items, reading)];
  // what a model would be given next is the whole conversation
  const input = pickList(value, 'input');
  if (!input) reading.note('record_unread');
  return readItems(input ?? [], reading);
}

/** The input repeats earlier answers; only what the user said is taken from it. */
function askedOf(value: JsonValue, reading: Reading, isFirst: boolean): readonly Entry[] {
  const input = pick(value, 'input');
  if (typeof input === 'string') return [{ kind: 'user', text: input }];
  if (!isJsonList(input)) return [];
  const said = input
    .flatMap((item) => readItem(item, reading))
    .filter(({ kind }) => kind === 'user');
  return isFirst ? said.slice(-1) : [];
}

function readItems(items: readonly JsonValue[], reading: Reading): readonly Entry[] {
  return items.flatMap((item) => readItem(item, reading));
}
