import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  type Maybe,
  oneOf,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import type { ListProfile } from './profile.ts';

/** Where a run keeps what its agents did, and what it was asked. */
const DONE_KEYS = ['generatedItems', 'generated_items', 'newItems', 'new_items'];
const RAW_KEYS = ['rawItem', 'raw_item'];
const ASKED_KEYS = ['originalInput', 'original_input', 'input'];
/** Where a run keeps the answers of its models, with what they took. */
const ANSWER_KEYS = ['modelResponses', 'model_responses', 'rawResponses', 'raw_responses'];
/** Where the result of a run keeps its state, and a person's own record the result. */
const HOLDERS = ['state', 'result', 'run', 'output'];
const HOLDER_DEPTH = 3;
/** Keys under which a record holds a run's items, what they answer, or copies of both. */
const COPIES = new Set([...DONE_KEYS, ...ASKED_KEYS, ...ANSWER_KEYS, 'state', 'output', 'history']);

/**
 * Runs that the OpenAI Agents SDK keeps: the state of one, its result, or a record that has one of
 * them. What was said before a run is in its input: a turn of it belongs to the run, unless another
 * run of the list has it.
 */
export const agentsRun: ListProfile = {
  hasKeys: oneOf(...HOLDERS, ...DONE_KEYS),
  isOwn: (value) => isAgentsRun(value),
  rewrite: (values, write) => {
    const opened = values.map(decodeState);
    const all = opened.map((value) => doneIn(value, HOLDER_DEPTH));
    const known = new Set(all.flatMap((done) => done?.items ?? []).map(idOf));
    return opened.map((value, at) => {
      const done = all[at];
      if (!done || !isJsonObject(value)) return value;
      const { before, asked } = questionOf(done.holder);
      const fresh = before.filter((turn) => !turn.some((item) => isKnown(item, known))).flat();
      for (const item of fresh) known.add(idOf(item));
      const items = [...fresh, ...asked, ...done.items];
      const messages = withAnswers(items, answersOf([done.holder, value, pick(value, 'state')]));
      return write({ ...aboutRun(value), messages }, values[at] ?? null, { isRun: true });
    });
  },
};

/** Whether a value is a run of the SDK, also as text. */
export function isAgentsRun(value: JsonValue): boolean {
  return doneIn(decodeState(value), HOLDER_DEPTH) !== undefined;
}

/** A state that was written as text is in a list of them. */
function decodeState(value: JsonValue): JsonValue {
  const isText = typeof value === 'string' && value.includes('"$schemaVersion"');
  return isText ? unwrapEncoded(value) : value;
}

interface Done {
  /** The object that holds the items and what was asked. */
  readonly holder: JsonObject;
  readonly items: readonly JsonValue[];
}

function doneIn(value: Maybe, depth: number): Done | undefined {
  if (!isJsonObject(value)) return undefined;
  const list = pickList(value, ...DONE_KEYS);
  const isSaved = pickText(value, '$schemaVersion') !== undefined;
  if (list && (isSaved || list.some(isRunItem)))
    return { holder: value, items: list.flatMap(rawOf) };
  if (depth === 0) return undefined;
  for (const key of HOLDERS) {
    const found = doneIn(unwrapEncoded(pick(value, key)), depth - 1);
    if (found) return found;
  }
  return undefined;
}

const isRunItem = (item: JsonValue): boolean =>
  hasKey(item, 'type') && pickObject(item, ...RAW_KEYS) !== undefined;

/** What the model wrote or called, with its agent. */
function rawOf(item: JsonValue): readonly JsonValue[] {
  const raw = pick(item, ...RAW_KEYS);
  if (raw === undefined) return [];
  const agent = pickText(pickObject(item, 'agent'), 'name') ?? pickText(item, 'agent');
  return [isJsonObject(raw) && agent !== undefined ? { ...raw, agent } : raw];
}

/** What a person's own record says beside the run; a state says nothing of its own. */
function aboutRun(run: JsonObject): JsonObject {
  if (hasKey(run, '$schemaVersion')) return {};
  const others = Object.entries<JsonValue>(run).filter(
    ([key, cell]) => !COPIES.has(key) && !hasKey(cell, ...DONE_KEYS, '$schemaVersion'),
  );
  return Object.fromEntries(others);
}

/** What was asked, after earlier turns of the conversation. */
function questionOf(holder: JsonObject): {
  readonly before: readonly (readonly JsonValue[])[];
  readonly asked: readonly JsonValue[];
} {
  const input = pick(holder, ...ASKED_KEYS);
  if (typeof input === 'string') return { before: [], asked: [{ role: 'user', content: input }] };
  const turns: JsonValue[][] = [];
  let isAnswered = true;
  for (const item of isJsonList(input) ? input : []) {
    const isUser = pick(item, 'role') === 'user';
    if (turns.length === 0 || (isUser && isAnswered)) turns.push([]);
    isAnswered = !isUser;
    turns.at(-1)?.push(item);
  }
  return { before: turns.slice(0, -1), asked: turns.at(-1) ?? [] };
}

const idOf = (item: JsonValue): string => pickText(item, 'callId', 'call_id', 'id') ?? '';
const isKnown = (item: JsonValue, known: ReadonlySet<string>): boolean =>
  idOf(item) !== '' && known.has(idOf(item));

/** The answers of a run’s models, each under the ids of what is in it. */
function answersOf(holders: readonly Maybe[]): ReadonlyMap<string, JsonValue> {
  const lists = holders.map((holder) => pickList(holder, ...ANSWER_KEYS));
  const known = new Map<string, JsonValue>();
  for (const answer of lists.find((list) => list !== undefined) ?? [])
    for (const item of pickList(answer, 'output') ?? []) known.set(idOf(item), answer);
  return known;
}

/** Puts what an answer took before the first call that is in it, or beside what it says. */
function withAnswers(
  items: readonly JsonValue[],
  answers: ReadonlyMap<string, JsonValue>,
): readonly JsonValue[] {
  const known = new Set<JsonValue>();
  return items.flatMap((item) => {
    const isResult = /(?:_result|_output)$/.test(pickText(item, 'type') ?? '');
    const answer = isResult ? undefined : answers.get(idOf(item));
    if (answer === undefined || !isJsonObject(item)) return [item];
    // the service's own answer is beside the SDK's version of it
    const service = pickObject(answer, 'providerData');
    const { model = null, created = null } = service ?? {};
    const usage = { ...pickObject(answer, 'usage'), ...pickObject(service, 'usage') };
    const record: JsonObject = { model, created, usage };
    const isFirst = !known.has(answer);
    known.add(answer);
    const call = model === null ? item : { model, ...item };
    if (hasKey(item, 'role')) return [isFirst ? { ...record, ...item } : item];
    return isFirst ? [{ role: 'assistant', content: '', ...record }, call] : [call];
  });
}
