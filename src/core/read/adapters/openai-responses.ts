import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickText, pickObject } from '#core/base/json/pick.ts';
import { together, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { groupAnswers } from '#core/read/transcripts/group-answers.ts';
import { noteUnitsTo } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isItem, readItem } from '#core/read/transcripts/read-item.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';

/** Responses of OpenAI's Responses API, answers in its Agents SDK, and Gemini interactions. */
export const openaiResponses: Adapter = {
  id: 'openai-responses',
  title: 'OpenAI Responses items',
  recognise: (value) =>
    isItems(value) ||
    isRecord(value) ||
    isEvent(value) ||
    (isJsonList(value) && value.some((item) => isRecord(item) || isEvent(item))),
  read: (recorded, out) => {
    const values = joinEvents(recorded);
    out.from(...values.slice(0, 1));
    if (isItems(values)) {
      writeTurns(readItems(values, out), {}, out);
      for (const value of values.filter(isOther)) out.unread(value);
    } else {
      readRecords(
        values.flatMap((value) => (isRecordList(value) ? value : [value])),
        out,
      );
    }
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
function readRecords(values: readonly JsonValue[], out: Collector): void {
  const chains: Chain[] = [];
  const byId = new Map<string, Chain>();
  const isKnown = (value: JsonValue): boolean => isRecord(value) || !isOther(value);
  const known = values.filter(isKnown);
  for (const value of values.filter((item) => !isKnown(item))) {
    out.from(value);
    out.unread(value);
  }
  for (const run of groupAnswers(known) ?? known.map((value) => [value])) {
    let chain: Chain | undefined;
    for (const value of run) {
      out.from(value);
      const before = chain ?? byId.get(pickText(value, 'previous_response_id') ?? '');
      chain = before ?? { value, entries: [] };
      chain.entries.push(...readRecord(value, out, before === undefined));
      if (!before) chains.push(chain);
      const id = pickText(value, 'id');
      if (id !== undefined) byId.set(id, chain);
    }
    out.from(...run.slice(0, 1));
    if (run.length > 1) out.note('answers_joined');
  }
  for (const { value, entries } of chains) {
    out.from(value);
    writeTurns(entries, cellsOf(value, out), out);
  }
}

const USES = [
  'id',
  'object',
  'input',
  'original_input',
  'output',
  'items',
  'steps',
  'previous_response_id',
];

function cellsOf(
  value: JsonValue,
  out: Collector,
): Readonly<Record<string, JsonValue | undefined>> {
  if (!isJsonObject(value)) return {};
  out.keepRest(value, USES);
  const error = pick(value, 'error') !== undefined || pick(value, 'status') === 'failed';
  return {
    id: pick(value, 'id', 'session_id'),
    failure: error ? 1 : undefined,
  };
}

function readRecord(value: JsonValue, out: Collector, isFirst: boolean): readonly Entry[] {
  if (isJsonList(value)) return readItems(value, out);
  const items = pickList(value, 'output', 'items', 'steps');
  if (items) {
    const record = readStepRecord(value, noteUnitsTo(out));
    const done = withRecord(readItems(items, out), record, 'answer');
    return [...askedOf(value, out, isFirst), ...done];
  }
  // what a model would be given next is the whole conversation
  const input = pickList(value, 'input');
  if (!input) out.note('record_unread');
  return readItems(input ?? [], out);
}

/**
 * The input repeats earlier answers; only what the user said is taken from it. A person’s own record
 * may hold it as messages.
 */
function askedOf(value: JsonValue, out: Collector, isFirst: boolean): readonly Entry[] {
  const input = pick(value, 'input', 'messages');
  if (typeof input === 'string') return [{ kind: 'user', text: input }];
  if (!isJsonList(input)) return [];
  const said = input.flatMap((item) => readItem(item, out)).filter(({ kind }) => kind === 'user');
  return isFirst ? said.slice(-1) : [];
}

function readItems(items: readonly JsonValue[], out: Collector): readonly Entry[] {
  return together(
    items.flatMap((item) => readItem(item, out)),
    out.parallelNumber,
  );
}

const TYPE = /^response\.\w+/;
const END = /^response\.(completed|incomplete|failed)$/;

/** Whether a value is an event of a streamed response. */
function isEvent(value: JsonValue): boolean {
  return TYPE.test(pickText(value, 'type') ?? '') && pick(value, 'response', 'item') !== undefined;
}

/**
 * Joins the events of streamed responses. The last event holds the whole response; of one that
 * broke off, the items that were done are taken.
 */
function joinEvents(values: readonly JsonValue[]): readonly JsonValue[] {
  const flat = values.flatMap((value) =>
    isJsonList(value) && value.some(isEvent) ? value : [value],
  );
  if (!flat.some(isEvent)) return values;
  const responses: JsonValue[] = [];
  const others: JsonValue[] = [];
  let done: JsonValue[] = [];
  const end = (response: JsonValue): void => {
    const output = pickList(response, 'output') ?? [];
    const isEmpty = output.length === 0;
    responses.push(isEmpty ? { ...(response as object), output: done } : response);
    done = [];
  };
  for (const value of flat) {
    const type = pickText(value, 'type') ?? '';
    const item = pick(value, 'item');
    if (!TYPE.test(type)) others.push(value);
    else if (END.test(type)) end(pickObject(value, 'response') ?? {});
    else if (type === 'response.output_item.done' && item !== undefined) done.push(item);
  }
  if (done.length > 0) end({ object: 'response' });
  return [...responses, ...others];
}
