import { millisecondsOf } from '#core/calls/moment.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText, type Maybe } from '#core/base/json/pick.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { isNoMessage, type ListProfile } from './profile.ts';

/**
 * Tasks of the Agent2Agent protocol, whole or as the updates of a stream. The protocol has no tool
 * calls: ADK and kagent attach them as data.
 */
export const a2a: ListProfile = {
  hasKeys: isNoMessage,
  isOwn: (value) => resultsIn(value).some(isOfTask),
  rewrite: (values, write) => {
    const { runs, others } = runsIn(values);
    const read = runs.map((run) => ({ ...run, task: readTask(run.results) }));
    const isRecorded = read.some(({ task }) => task.events.length > 0);
    const records = read.map(({ value, results, prompt, around, task }) => {
      const asked = results.flatMap(questionsIn)[0] ?? prompt;
      const question = asked === undefined ? [] : [{ role: 'user', content: asked }];
      const record: JsonObject = {
        id: task.id ?? null,
        response: task.response ?? null,
        events: [...question, ...task.events],
        ...(task.events.length === 0 && { predicted_trajectory: [] }),
        latency_in_seconds: task.seconds ?? null,
        failure: FAILURES.get(task.state) ?? null,
        ...around,
      };
      return write(record, value, { isRun: true, lacksCalls: !isRecorded });
    });
    return [...records, ...others];
  },
};

/** Whether a task failed, by its state; one that waits for a person has done neither. */
const FAILURES: ReadonlyMap<string, number> = new Map([
  ['completed', 0],
  ['failed', 1],
  ['rejected', 1],
]);

/** All that was sent of one task. */
interface Run {
  readonly value: JsonValue;
  readonly results: JsonObject[];
  /** The question that was sent before, where the task does not repeat it. */
  readonly prompt: string | undefined;
  /** What a person's own record has beside the task. */
  readonly around: JsonObject;
}

function runsIn(values: readonly JsonValue[]): {
  readonly runs: readonly Run[];
  readonly others: readonly JsonValue[];
} {
  const runs = new Map<string, Run>();
  let asked: string | undefined;
  for (const value of values) {
    for (const result of resultsIn(value)) {
      const inner = unwrap(result);
      const id = pickText(inner, 'taskId') ?? (isTask(inner) ? pickText(inner, 'id') : undefined);
      const known = id === undefined ? undefined : runs.get(id);
      const [question] = questionsOf(inner);
      if (known) known.results.push(result);
      else if (question !== undefined) asked = question;
      else {
        const run = { value, results: [result], prompt: asked, around: besides(value) };
        runs.set(id ?? `#${runs.size}`, run);
        asked = undefined;
      }
    }
  }
  return {
    runs: [...runs.values()],
    others: values.filter((value) => resultsIn(value).length === 0),
  };
}

/**
 * What was sent: a value itself, or what an answer over JSON-RPC or a person's own record holds.
 */
function resultsIn(value: JsonValue): readonly JsonObject[] {
  const result = resultOf(value);
  if (result) return [result];
  const cells = isJsonObject(value) ? Object.values<JsonValue>(value) : [];
  return cells.map(resultOf).filter((found) => found !== undefined);
}

function resultOf(value: JsonValue): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const result = pickObject(value, 'result');
  return isResult(value) ? value : result && isResult(result) ? result : undefined;
}

/** What a person's own record has beside tasks; an answer over JSON-RPC says nothing. */
function besides(value: JsonValue): JsonObject {
  if (!isJsonObject(value) || resultOf(value)) return {};
  return Object.fromEntries(Object.entries<JsonValue>(value).filter(([, cell]) => !resultOf(cell)));
}

/** Since version 1.0 a key says what it is; before, it did so itself. */
function unwrap(value: JsonObject): JsonObject {
  if (Object.keys(value).length !== 1) return value;
  return pickObject(value, 'task', 'message', 'statusUpdate', 'artifactUpdate') ?? value;
}

function isResult(value: JsonObject): boolean {
  return isOfTask(value) || isMessage(unwrap(value));
}

function isOfTask(value: JsonObject): boolean {
  const inner = unwrap(value);
  return isTask(inner) || isUpdate(inner);
}

function isTask(value: JsonObject): boolean {
  const isNamed = pickText(value, 'kind') === 'task' || hasKey(value, 'contextId', 'context_id');
  return (
    isNamed && hasKey(value, 'id') && pickText(pickObject(value, 'status'), 'state') !== undefined
  );
}

function isUpdate(value: JsonObject): boolean {
  const isNamed = hasKey(value, 'taskId') && hasKey(value, 'contextId', 'kind');
  return (
    isNamed &&
    (isJsonList(pick(pickObject(value, 'artifact'), 'parts')) ||
      pickText(pickObject(value, 'status'), 'state') !== undefined)
  );
}

function isMessage(value: JsonObject): boolean {
  return hasKey(value, 'messageId') && isJsonList(pick(value, 'parts'));
}

function questionsIn(result: JsonObject): readonly string[] {
  const inner = unwrap(result);
  return [inner, ...(pickList(inner, 'history') ?? [])].flatMap(questionsOf);
}

function questionsOf(message: JsonValue): readonly string[] {
  if (!/^(ROLE_)?USER$/i.test(pickText(message, 'role') ?? '')) return [];
  const text = textOf(pick(message, 'parts'));
  return text === '' ? [] : [text];
}

/** What a task of an A2A agent has come to. */
export interface TaskResult {
  /** Its id; undefined where the agent answered with a message instead of a task. */
  readonly id: string | undefined;
  readonly state: string;
  readonly response: string | undefined;
  /** Tool calls that the agent attached, and what they returned; the protocol itself has no tool calls. */
  readonly events: readonly JsonObject[];
  /** From its first state to its last, where it says when each began and no person was waited for. */
  readonly seconds: number | undefined;
  /** Whether it says that it was made by a framework that attaches all of them. */
  readonly hasAllCalls: boolean;
}

/**
 * Reads what an A2A agent sent: a message, a task, or the updates of a task in their order.
 * @returns what they come to; the state in lower case, as in “input-required”
 * @see https://a2a-protocol.org/latest/specification/
 */
export function readTask(results: readonly JsonValue[]): TaskResult {
  let id: string | undefined;
  let state = 'completed';
  const states: StateSince[] = [];
  const artifacts = new Map<string, JsonValue[]>();
  const messages: JsonValue[] = [];
  const moments = new Map<JsonValue, number>();
  const sent = results.filter(isJsonObject).map(unwrap);
  for (const result of sent) {
    const kind = pickText(result, 'kind');
    if (kind === 'message' || (kind === undefined && pickList(result, 'parts'))) {
      messages.push(result);
      continue;
    }
    id = pickText(result, 'taskId', 'id') ?? id;
    const status = pickObject(result, 'status');
    state = stateOf(status) ?? state;
    const atMs = millisecondsOf(pick(status, 'timestamp'));
    if (status) states.push({ state, atMs });
    const said = pick(status, 'message');
    if (said !== undefined) messages.push(said);
    if (atMs !== undefined) for (const part of partsOf(said)) moments.set(part, atMs);
    messages.push(...(pickList(result, 'history') ?? []).filter(isOfAgent));
    for (const artifact of pickList(result, 'artifacts') ?? [pick(result, 'artifact')]) {
      const name = pickText(artifact, 'artifactId', 'name') ?? '';
      const before = pick(result, 'append') === true ? (artifacts.get(name) ?? []) : [];
      if (artifact !== undefined) artifacts.set(name, [...before, ...partsOf(artifact)]);
    }
  }
  const made = [...artifacts.values()].flat();
  const parts = [...messages.flatMap(partsOf), ...made];
  const hasAllCalls = [...sent, ...messages, ...parts].some(isOfFramework);
  const response =
    joinedText(made) ??
    messages.map((message) => joinedText(partsOf(message))).findLast((text) => text !== undefined);
  const events = parts.flatMap((part) => eventOf(part, moments.get(part)));
  // updates and the history tell them again
  const known = new Map(events.toReversed().map((event) => [keyOf(event), event]));
  return {
    id,
    state,
    response,
    events: events.filter((event) => known.get(keyOf(event)) === event),
    seconds: secondsOf(states),
    hasAllCalls,
  };
}

/** A state of a task and when it began. */
interface StateSince {
  readonly state: string;
  readonly atMs: number | undefined;
}

/** How long a task has taken until it ended; one that waited for a person says nothing of its agent. */
function secondsOf(states: readonly StateSince[]): number | undefined {
  const [first, last] = [states[0]?.atMs, states.at(-1)?.atMs];
  if (states.length < 2 || first === undefined || last === undefined || last < first) {
    return undefined;
  }
  const hasWaited = states.some(({ state }) => state.endsWith('-required'));
  return hasWaited ? undefined : (last - first) / 1000;
}

/** Since version 1.0 as `TASK_STATE_INPUT_REQUIRED`, before as `input-required`. */
function stateOf(status: Maybe): string | undefined {
  const state = pickText(status, 'state')?.replace(/^TASK_STATE_/, '');
  return state?.replaceAll('_', '-').toLowerCase();
}

function isOfAgent(message: JsonValue): boolean {
  return ['agent', 'ROLE_AGENT'].includes(pickText(message, 'role') ?? '');
}

function partsOf(holder: Maybe): readonly JsonValue[] {
  return pickList(holder, 'parts') ?? [];
}

function joinedText(parts: readonly JsonValue[]): string | undefined {
  const texts = parts.flatMap((part) => pickText(part, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('');
}

/** The call that a part holds, or what one returned. */
function eventOf(part: JsonValue, atMs: number | undefined): readonly JsonObject[] {
  const data = pickObject(part, 'data');
  const { id: toolCallId = null, name: toolName = null, args = {}, response = null } = data ?? {};
  const event = { toolCallId, toolName, timestamp: atMs ?? null };
  const type = typeOf(part);
  if (data && type === 'function_call') return [{ type: 'tool-call', ...event, input: args }];
  return data && type === 'function_response' ? [{ type: 'tool-result', ...event, response }] : [];
}

/** By what a call or its result is known again; one without an id is one of its own. */
const keyOf = (event: JsonObject): unknown => {
  const id = pickText(event, 'toolCallId');
  return id === undefined ? event : `${pickText(event, 'type') ?? ''} ${id}`;
};

/** Frameworks that attach calls begin the names of all their metadata so. */
function isOfFramework(holder: JsonValue): boolean {
  return Object.keys(pickObject(holder, 'metadata') ?? {}).some((key) =>
    /^(adk|kagent)_/.test(key),
  );
}

/** What a part holds, as its agent’s framework says: under “adk_type”, “kagent_type” or “type”. */
function typeOf(part: JsonValue): JsonValue | undefined {
  const metadata = Object.entries(pickObject(part, 'metadata') ?? {});
  return metadata.find(([key]) => /(^|_)type$/.test(key))?.[1];
}
