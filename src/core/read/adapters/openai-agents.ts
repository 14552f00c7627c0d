import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  hasKey,
} from '#core/base/json/pick.ts';
import { noteUnitsTo } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { findSpans } from '#core/read/traces/find-spans.ts';
import { readStep, type SpanStep } from '#core/read/traces/read-step.ts';
import { writeTraces } from '#core/read/traces/write-traces.ts';
import type { StepRecord } from '#core/calls/step.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { findRecords, holdsRecord } from './record-adapter.ts';
import { isAgentsSpan } from './tracers.ts';
import { together, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { readItem } from '#core/read/transcripts/read-item.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';

/** Runs that the OpenAI Agents SDK keeps, and spans that it exports. */
export const openaiAgents: Adapter = {
  id: 'openai-agents',
  title: 'OpenAI Agents run or trace',
  recognise: (value) =>
    holdsRecord(value, isRecord) || (isJsonList(value) && value.some(isStateText)),
  read: (recorded, out) => {
    const values = recorded.map((value) => (isJsonList(value) ? value.map(decodeState) : value));
    for (const value of values) {
      // the head of a trace says nothing that its spans do not
      if (pick(value, 'object') === 'trace' || findRecords(value, isRecord).length > 0) continue;
      out.from(value);
      out.unread(value);
    }
    // a run keeps its own span to go on with: nothing inside a run is looked at
    const records = findRecords(values, isRecord);
    writeRuns(records.filter(isRun), out);
    const spans = findSpans(
      records.filter((record) => !isRun(record)),
      { isSpan: isAgentsSpan },
      out,
    );
    writeTraces(withTurns(spans.map((span) => readStep(span, out))), {}, out);
  },
};

/** A state that was written as text is in a list of them. */
function isStateText(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('"$schemaVersion"');
}

function decodeState(value: JsonValue): JsonValue {
  return isStateText(value) ? unwrapEncoded(value) : value;
}

function isRecord(value: JsonObject): boolean {
  return isRun(value) || isAgentsSpan(value);
}

/** A turn says what it took where the model's step in it need not. */
function withTurns(steps: readonly SpanStep[]): readonly SpanStep[] {
  const turns = new Map(
    steps.map(({ id, span }) => {
      const data = pickObject(pickObject(span.origin, 'span_data'), 'data');
      const isTurn = pick(data, 'sdk_span_type') === 'turn';
      return [id, isTurn ? readStepRecord(data ?? null).tokens : undefined];
    }),
  );
  return steps.map((step) => {
    const { parentId = '', about, isModel } = step;
    const tokens = isModel && !about.tokens ? turns.get(parentId) : undefined;
    turns.delete(isModel ? parentId : '');
    return tokens ? { ...step, about: { ...about, tokens } } : step;
  });
}

/** Where a run keeps what its agents did. */
const DONE_KEYS = ['generatedItems', 'generated_items', 'newItems', 'new_items'];
const RAW_KEYS = ['rawItem', 'raw_item'];
/** Where a run keeps what it was asked. */
const ASKED_KEYS = ['originalInput', 'original_input', 'input'];
/** Where the result of a run keeps its state, and a person's own record the result. */
const HOLDERS = ['state', 'result', 'run', 'output'];
const HOLDER_DEPTH = 3;

/**
 * Whether an object is what the SDK keeps of a run: its state, its result, or a record that
 * has one of them.
 */
function isRun(value: JsonObject): boolean {
  return doneIn(value, HOLDER_DEPTH) !== undefined;
}

/**
 * Writes runs as rows. What was said before a run is in its input: a turn of it is a row of its
 * own, unless it is the turn of another run of the file.
 */
function writeRuns(runs: readonly JsonObject[], out: Collector): void {
  const done = runs.map((run) => doneIn(run, HOLDER_DEPTH)?.items ?? []);
  const known = new Set(done.flat().flatMap(idsOf));
  for (const [index, run] of runs.entries()) {
    const { before, asked } = questionOf(doneIn(run, HOLDER_DEPTH)?.holder ?? run);
    const fresh = before.filter((turn) => !turn.flatMap(idsOf).some((id) => known.has(id)));
    for (const id of fresh.flat().flatMap(idsOf)) known.add(id);
    out.from(run);
    const items = [...fresh.flat(), ...asked, ...(done[index] ?? [])];
    writeTurns(
      readAnswered(items, answersOf(run), out),
      hasKey(run, '$schemaVersion') ? {} : recordCells(run, out, usedKeys(run)),
      out,
    );
  }
}

/** Where a run keeps the answers of its models, with what they took. */
const ANSWER_KEYS = ['modelResponses', 'model_responses', 'rawResponses', 'raw_responses'];

/** The answers of a run’s models, each under the ids of what is in it. */
function answersOf(run: JsonObject): ReadonlyMap<string, JsonValue> {
  const holders = [doneIn(run, HOLDER_DEPTH)?.holder, run, pickObject(run, 'state')];
  const answers = holders
    .map((holder) => pickList(holder, ...ANSWER_KEYS))
    .find((list) => list !== undefined);
  const known = new Map<string, JsonValue>();
  for (const answer of answers ?? []) {
    for (const item of pickList(answer, 'output') ?? [])
      for (const id of idsOf(item)) known.set(id, answer);
  }
  return known;
}

/** Reads the items of a run, with what each answer took of which they are parts. */
function readAnswered(
  items: readonly JsonValue[],
  answers: ReadonlyMap<string, JsonValue>,
  out: Collector,
): readonly Entry[] {
  const groups: { readonly answer: JsonValue | undefined; readonly items: JsonValue[] }[] = [];
  for (const item of items) {
    const isResult = /(?:_result|_output)$/.test(pickText(item, 'type') ?? '');
    const [id = ''] = isResult ? [] : idsOf(item);
    const answer = answers.get(id) ?? groups.at(-1)?.answer;
    if (groups.length === 0 || answer !== groups.at(-1)?.answer) groups.push({ answer, items: [] });
    groups.at(-1)?.items.push(item);
  }
  return groups.flatMap((group) => {
    const said = group.items.flatMap((item) => readItem(item, out));
    const record = group.answer === undefined ? {} : recordOf(group.answer, out);
    return withRecord(together(said, out.parallelNumber), record, 'answer');
  });
}

/** What the service itself says of an answer is beside what the SDK makes of it. */
function recordOf(answer: JsonValue, out: Collector): StepRecord {
  const onUnit = noteUnitsTo(out);
  const own = readStepRecord(answer, onUnit);
  const service = readStepRecord(pickObject(answer, 'providerData') ?? null, onUnit);
  const tokens = { ...own.tokens, ...service.tokens };
  return { ...own, ...service, ...(Object.keys(tokens).length > 0 && { tokens }) };
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
    return { holder: value, items: list.flatMap(rawOf) };
  }
  if (depth === 0) return undefined;
  for (const key of HOLDERS) {
    const inner = unwrapEncoded(pick(value, key));
    const found = isJsonObject(inner) ? doneIn(inner, depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** What the model said or called, with the agent that did. */
function rawOf(item: JsonValue): readonly JsonValue[] {
  const raw = pick(item, ...RAW_KEYS);
  if (raw === undefined) return [];
  const agent = pickText(pickObject(item, 'agent'), 'name') ?? pickText(item, 'agent');
  return [isJsonObject(raw) && agent !== undefined ? { ...raw, agent } : raw];
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
