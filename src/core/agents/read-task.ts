import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickList, pickObject, pickText, type Maybe } from '#core/json/pick.ts';

/** What a task of an A2A agent has come to. */
export interface TaskReading {
  /** Its id; undefined where the agent answered with a message instead of a task. */
  readonly id: string | undefined;
  readonly state: string;
  readonly response: string | undefined;
  /** Tool calls that the agent attached; the protocol itself has none. */
  readonly calls: readonly JsonValue[];
  /** Whether it says that it was made by a framework that attaches all of them. */
  readonly hasAllCalls: boolean;
}

const ENDED = ['completed', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required'];

/**
 * Tells whether a task goes no further by itself.
 * @param state the task’s state
 * @returns whether it has ended, or waits for a person
 */
export function hasEnded(state: string): boolean {
  return ENDED.includes(state);
}

/**
 * Reads what an A2A agent sent: a message, a task, or the updates of a task in their order.
 * @param results the results of its answers, of version 0.2 to 1.0
 * @returns what they come to; the state in lower case, as in “input-required”
 * @see https://a2a-protocol.org/latest/specification/
 */
export function readTask(results: readonly JsonValue[]): TaskReading {
  let id: string | undefined;
  let state = 'completed';
  const artifacts = new Map<string, JsonValue[]>();
  const messages: JsonValue[] = [];
  for (const result of results.map(unwrapped)) {
    const kind = pickText(result, 'kind');
    if (kind === 'message' || (kind === undefined && pickList(result, 'parts'))) {
      messages.push(result);
      continue;
    }
    id = pickText(result, 'taskId', 'id') ?? id;
    state = stateOf(result) ?? state;
    const said = pick(pickObject(result, 'status'), 'message');
    if (said !== undefined) messages.push(said);
    for (const message of pickList(result, 'history') ?? []) {
      if (isOfAgent(message)) messages.push(message);
    }
    for (const artifact of pickList(result, 'artifacts') ?? [pick(result, 'artifact')]) {
      const name = pickText(artifact, 'artifactId', 'name') ?? '';
      const before = pick(result, 'append') === true ? (artifacts.get(name) ?? []) : [];
      if (artifact !== undefined) artifacts.set(name, [...before, ...partsOf(artifact)]);
    }
  }
  const made = [...artifacts.values()].flat();
  const parts = [...messages.flatMap(partsOf), ...made];
  const hasAllCalls = [...results.map(unwrapped), ...messages, ...parts].some(isOfFramework);
  const response =
    textOf(made) ??
    messages.map((message) => textOf(partsOf(message))).findLast((text) => text !== undefined);
  return { id, state, response, calls: callsIn(parts), hasAllCalls };
}

/** Since version 1.0 a key says what it is; before, it did so itself. */
function unwrapped(result: JsonValue): JsonValue {
  return pickObject(result, 'task', 'message', 'statusUpdate', 'artifactUpdate') ?? result;
}

/** Since version 1.0 as `TASK_STATE_INPUT_REQUIRED`, before as `input-required`. */
function stateOf(result: JsonValue): string | undefined {
  const state = pickText(pickObject(result, 'status'), 'state');
  return state
    ?.replace(/^TASK_STATE_/, '')
    .replaceAll('_', '-')
    .toLowerCase();
}

function isOfAgent(message: JsonValue): boolean {
  return ['agent', 'ROLE_AGENT'].includes(pickText(message, 'role') ?? '');
}

function partsOf(holder: Maybe): readonly JsonValue[] {
  return pickList(holder, 'parts') ?? [];
}

function textOf(parts: readonly JsonValue[]): string | undefined {
  const texts = parts.flatMap((part) => pickText(part, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('');
}

/**
 * Calls with what they gave back. They are repeated by updates and in the history; each counts once
 * by its id.
 */
function callsIn(parts: readonly JsonValue[]): readonly JsonObject[] {
  const dataOf = (type: string): readonly JsonObject[] =>
    parts.flatMap((part) => {
      const data = pickObject(part, 'data');
      return data && typeOf(part) === type ? [data] : [];
    });
  const outputs = new Map(
    dataOf('function_response').map((given) => [pickText(given, 'id'), pick(given, 'response')]),
  );
  const known = new Set<string>();
  return dataOf('function_call').flatMap((call) => {
    const id = pickText(call, 'id');
    if (id === undefined) return [call];
    if (known.has(id)) return [];
    known.add(id);
    const output = outputs.get(id);
    return [output === undefined ? call : { ...call, tool_output: output }];
  });
}

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

/**
 * Takes the results out of JSON-RPC answers.
 * @param values the answers, one or those of a stream
 * @returns the results, or the message of the first error
 */
export function readRpc(
  values: readonly JsonValue[],
): { readonly results: readonly JsonValue[] } | { readonly problem: string } {
  const results: JsonValue[] = [];
  for (const value of values.flatMap((item) => (isJsonList(item) ? item : [item]))) {
    const error = pickObject(value, 'error');
    if (error) return { problem: pickText(error, 'message') ?? 'an error without a message' };
    const result = pick(value, 'result');
    if (result !== undefined) results.push(result);
  }
  return { results };
}
