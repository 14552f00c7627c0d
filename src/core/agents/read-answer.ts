import {
  Collector,
  readWith,
  type AdapterNote,
  type AdapterOptions,
} from '#core/read/framework/adapter.ts';
import { findCandidates, readCandidates, type Candidate } from '#core/read/adapters/candidates.ts';
import { shape } from '#core/read/shape/shape.ts';
import { readCallList } from '#core/calls/read-call.ts';
import { adaptValues } from '#core/read/formats/frameworks/frameworks.ts';
import { COLUMN_NAMES, PREDICTED_NAMES } from '#core/read/names/column-names.ts';
import {
  isDeeperThan,
  isJsonList,
  isJsonObject,
  ownValue,
  DEPTH_LIMIT,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pick, pickObject, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { printJson, tryJson } from '#core/base/json/parse-json.ts';
import { endOfBrackets } from '#core/base/json/json-marks.ts';
import type { Usage } from '#core/judge/cost.ts';
import { findAtPath } from '#core/base/json/json-path.ts';
import { splitEvents } from '#core/read/containers/event-stream.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { AgentError } from './agent-error.ts';

/** An agent's answer for a row. */
export interface AgentAnswer {
  /** The final text; undefined without one. */
  readonly response: string | undefined;
  /** The calls, as a trajectory cell; undefined where unknown. */
  readonly calls: readonly JsonValue[] | undefined;
  readonly usage: Usage | undefined;
}

/** Where to find the parts of an answer. */
export interface AnswerPlaces {
  /** Path to the response; empty to detect it. */
  readonly response: string;
  /** Path to the tool calls; empty to detect them. */
  readonly calls: string;
  /** For a stream: events are joined, or the last one is complete. */
  readonly events: 'joined' | 'last';
  /** Whether no recognised calls means that none were made; otherwise they are unknown. */
  readonly mayLackCalls: boolean;
}

/** Detects everything. */
export const ANYWHERE: AnswerPlaces = {
  response: '',
  calls: '',
  events: 'joined',
  mayLackCalls: false,
};

interface Found {
  readonly response?: string | undefined;
  readonly calls?: readonly JsonValue[] | undefined;
}

/** Reads response and calls of an answer. Throws AgentError rather than guess. */
export function readAnswer(reply: ReplyValues, places: AnswerPlaces): AgentAnswer {
  heedFailure(reply.values);
  const needsRecognising = places.response === '' || places.calls === '';
  const recognised = needsRecognising ? recognise(reply) : {};
  const response = places.response === '' ? recognised.response : responseAt(reply, places);
  const calls = places.calls === '' ? recognised.calls : callsAt(reply, places);
  if (calls === undefined && response === undefined && !places.mayLackCalls)
    throw new AgentError('no_answer');
  if (calls && isDeeperThan(calls, DEPTH_LIMIT - 2))
    throw new AgentError(
      'calls_unreadable',
      `They nest deeper than ${String(DEPTH_LIMIT)} levels.`,
    );
  const none = places.mayLackCalls ? [] : undefined;
  return { response, calls: calls ?? none, usage: findUsage(reply.values) };
}

/** Throws for failures of the agent that servers report with a status of success. */
function heedFailure(values: readonly JsonValue[]): void {
  for (const value of values.flatMap((item) => (isJsonList(item) ? item : [item]))) {
    // of LangGraph, of ADK’s events, and of streams that end with an error
    const isErrorAlone = isJsonObject(value) && Object.keys(value).length === 1;
    const problem =
      pick(value, '__error__') ??
      pickText(value, 'errorMessage', 'error_message', 'errorCode', 'error_code') ??
      (isErrorAlone ? pick(value, 'error') : undefined);
    if (problem !== undefined)
      throw new AgentError(
        'agent_failed',
        pickText(problem, 'message') ??
          (typeof problem === 'string' ? problem : printJson(problem)),
      );
  }
}

function findIn(reply: ReplyValues, path: string, events: AnswerPlaces['events']) {
  const found = reply.values
    .map((value) => findAtPath(value, path))
    .filter((values) => values.length > 0);
  if (found.length === 0) throw new AgentError('path_empty', `Path: ${path}`);
  return events === 'last' ? (found.at(-1) ?? []) : found.flat();
}

function responseAt(reply: ReplyValues, { response, events }: AnswerPlaces): string | undefined {
  const texts = findIn(reply, response, events).flatMap((value) => {
    if (value === null) return [];
    return [typeof value === 'string' ? value : printJson(value)];
  });
  return texts.length === 0 ? undefined : texts.join('');
}

function callsAt(reply: ReplyValues, { calls, events }: AnswerPlaces): readonly JsonValue[] {
  const items = findIn(reply, calls, events).flatMap((value) => {
    const inner = unwrapEncoded(value);
    if (inner === null) return [];
    return isJsonList(inner) ? inner : [inner];
  });
  return trajectoryOf(items);
}

const OPTIONS: AdapterOptions = {
  turns: 'conversation',
  subAgents: 'all',
  droppedTools: [],
};

function trajectoryOf(list: readonly JsonValue[]): readonly JsonValue[] {
  const reading = new Collector(OPTIONS);
  const calls = reading.trajectory(readCallList(list, reading) ?? [], 'predicted');
  heed(reading.result().notes);
  return calls;
}

/** Throws for notes of the reader that would make a score wrong. */
function heed(notes: readonly AdapterNote[]): void {
  for (const { code, detail, path = '' } of notes) {
    if (code === 'arguments_text') throw new AgentError('arguments_text', `Tool: ${detail}`);
    if (code === 'call_unreadable') throw new AgentError('calls_unreadable', path);
  }
}

function recognise({ values, isStream }: ReplyValues): Found {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length > 0 && texts.length === values.length) return { response: texts.join('') };
  const adapted = adaptValues(isStream ? [values] : values) ?? adaptValues(values);
  if (adapted) {
    const { rows, others, notes } = readWith(adapted.adapter, adapted.values, OPTIONS);
    const row = rows.findLast((_, index) => !others.includes(index));
    if (row) {
      const { response, calls } = cellsOf(row, notes);
      return { response: response ?? conversation(values).response, calls };
    }
  }
  const recognised = conversation(values);
  if (recognised.response !== undefined || (recognised.calls?.length ?? 0) > 0) return recognised;
  const plain = values.map((value) => unwrapEncoded(value)).filter(isJsonObject);
  const found = plain.map(namedWithin).reduce<Found>(
    (known, next) => ({
      response: next.response ?? known.response,
      calls: next.calls ?? known.calls,
    }),
    {},
  );
  return { ...found, calls: found.calls ?? callsAnywhere(values) };
}

function cellsOf(row: JsonObject, notes: readonly AdapterNote[]): Found {
  heed(notes);
  const { response, calls } = named(row, ['response'], ['predicted_trajectory']);
  // unread parts may be calls
  return notes.some(({ code }) => code === 'calls_unread') ? { response } : { response, calls };
}

/** Reads messages of any framework; these are complete, also without calls. */
function conversation(values: readonly JsonValue[]): Found {
  const { rows, others, notes } = readWith(shape, values, OPTIONS);
  const row = rows.findLast((_, index) => !others.includes(index));
  return row ? cellsOf(row, notes) : {};
}

/** Finds usual names in an object, or in the only object within it. */
function namedWithin(record: JsonObject): Found {
  const own = named(record, COLUMN_NAMES.response, PREDICTED_NAMES);
  const inner = Object.values(record).filter(isJsonObject);
  if (own.response !== undefined || own.calls !== undefined || inner.length !== 1) return own;
  return namedWithin(inner[0] ?? {});
}

function named(
  record: JsonObject,
  responseNames: readonly string[],
  callNames: readonly string[],
): Found {
  const texts = responseNames.map((name) => ownValue(record, name));
  const lists = callNames.map((name) => unwrapEncoded(ownValue(record, name)));
  const list = lists.find(isJsonList);
  return {
    response: texts.find((text) => typeof text === 'string'),
    calls: list && trajectoryOf(list),
  };
}

/** The only list of calls in the answer, under any key; undefined where there are several. */
function callsAnywhere(values: readonly JsonValue[]): readonly JsonValue[] | undefined {
  const candidates = findCandidates(values).filter(({ side }) => side !== 'reference');
  const called = candidates.filter(({ side }) => side === 'predicted');
  const chosen = only(called) ?? only(candidates);
  if (!chosen) return undefined;
  const { rows, notes } = readCandidates(
    [values],
    { predicted: ['items', ...chosen.segments] },
    OPTIONS,
  );
  heed(notes);
  return rows.flatMap((row) => {
    const cell = ownValue(row, 'predicted_trajectory');
    return isJsonList(cell) ? cell : [];
  });
}

function only(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

const HOLDERS = ['usage_metadata', 'usageMetadata', 'usage', 'token_usage', 'tokenUsage'];
const INPUT = ['input_tokens', 'prompt_tokens', 'promptTokenCount', 'prompt_token_count'];
const OUTPUT = [
  'output_tokens',
  'completion_tokens',
  'candidatesTokenCount',
  'candidates_token_count',
];
const DEEPEST = 10;

/** Sums the tokens that an answer reports; undefined without any. */
export function findUsage(values: readonly JsonValue[]): Usage | undefined {
  let usage: Usage | undefined;
  const visit = (value: JsonValue, depth: number): void => {
    if (depth > DEEPEST) return;
    if (isJsonList(value)) for (const item of value) visit(item, depth + 1);
    if (!isJsonObject(value)) return;
    const found = usageOf(pickObject(value, ...HOLDERS));
    if (found) {
      // neighbouring counts repeat it
      usage = {
        input: (usage?.input ?? 0) + found.input,
        output: (usage?.output ?? 0) + found.output,
      };
      return;
    }
    for (const item of Object.values(value)) visit(item, depth + 1);
  };
  visit(values, 0);
  return usage;
}

function usageOf(holder: JsonValue | undefined): Usage | undefined {
  const input = pick(holder, ...INPUT);
  const output = pick(holder, ...OUTPUT);
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  return {
    input: typeof input === 'number' ? input : 0,
    output: typeof output === 'number' ? output : 0,
  };
}

/** The values of a reply: one, or those of a stream in order. */
export interface ReplyValues {
  readonly values: readonly JsonValue[];
  readonly isStream: boolean;
}

/**
 * Parses a reply whatever its `Content-Type`: server-sent events (texts where they are no JSON),
 * one JSON value, or several in sequence, as Agent Engine streams them. Throws AgentError when it
 * is of another kind, or incomplete.
 */
export function readReply(text: string): ReplyValues {
  // this character begins a record of a JSON text sequence
  const body = text.replaceAll('\u001e', '\n').trim();
  if (body === '') throw new AgentError('no_answer', 'It is empty.');
  if (/^(?:data|event|id|retry)?:/.test(body)) return { values: readEvents(text), isStream: true };
  const whole = tryJson(body);
  if (whole) return { values: [whole.value], isStream: false };
  return { values: readSequence(body), isStream: true };
}

/** Parses several JSON values: lines, adjacent values, or a JSON text sequence. */
function readSequence(text: string): JsonValue[] {
  const values: JsonValue[] = [];
  for (let rest = text; rest !== '';) {
    const end = endOfValue(rest);
    const reading = end === undefined ? undefined : tryJson(rest.slice(0, end));
    if (!reading) {
      const begin = `“${rest.slice(0, 80)}”.`;
      const isCut = end === undefined || rest.startsWith('"');
      if (values.length > 0 || isCut)
        throw new AgentError('broken_off', `It breaks off in ${begin}`);
      throw new AgentError('not_json', `It begins ${begin}`);
    }
    values.push(reading.value);
    rest = rest.slice(end).trimStart();
  }
  return values;
}

/** The offset after a value’s bracket, quote or word; undefined when unclosed. */
function endOfValue(text: string): number | undefined {
  if (!'"[{'.includes(text.charAt(0))) {
    const space = text.search(/\s/);
    return space < 0 ? text.length : space;
  }
  return endOfBrackets(text, 0);
}

/** Parses server-sent events without `[DONE]`; throws AgentError for an incomplete one. */
function readEvents(text: string): JsonValue[] {
  return splitEvents(text).flatMap(({ data, isClosed }) => {
    if (data === '[DONE]') return [];
    const reading = readJson(data);
    if (reading.ok) return [reading.value];
    if (!isClosed || /^\s*[[{]/.test(data))
      throw new AgentError('broken_off', 'The stream ends within an event.');
    return [data];
  });
}
