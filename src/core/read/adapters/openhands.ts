import { readCallList } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { say } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { findRecords, holdsRecord } from './record-adapter.ts';
import { LOG_KEYS } from '#core/read/framework/understood-keys.ts';

/** Event histories of OpenHands. */
export const openhands: Adapter = {
  id: 'openhands',
  title: 'OpenHands events',
  understands: LOG_KEYS,
  recognise: (value) => isHistory(value) || holdsRecord(value, isRun),
  read: (values, out) => {
    out.from(...values.slice(0, 1));
    if (values.some(isEvent)) writeHistory(values, {}, out);
    else for (const value of values) readValue(value, out);
  },
};

function isEvent(value: JsonValue): boolean {
  return (
    hasKey(value, 'source') && hasKey(value, 'action') && pickObject(value, 'args') !== undefined
  );
}

function isHistory(value: JsonValue | undefined): boolean {
  return isJsonList(value) && value.some(isEvent);
}

function isRun(value: JsonObject): boolean {
  return isHistory(pick(value, 'history'));
}

function readValue(value: JsonValue, out: Collector): void {
  out.from(value);
  if (isJsonList(value) && isHistory(value)) {
    writeHistory(value, {}, out);
    return;
  }
  const runs = findRecords(value, isRun);
  if (runs.length === 0) out.unread(value);
  for (const run of runs) {
    out.from(run, value);
    writeHistory(pickList(run, 'history') ?? [], { id: pick(run, 'instance_id', 'id') }, out);
  }
}

function writeHistory(
  events: readonly JsonValue[],
  cells: { readonly id?: JsonValue | undefined },
  out: Collector,
): void {
  const seen = new Set<string>();
  writeTurns(
    events.flatMap((event) => readEvent(event, seen, out)),
    cells,
    out,
  );
}

/** Events of the agent that are no calls. */
const SILENT =
  /^(message|system|change_agent_state|recall|null|condensation|condensation_request)$/;

/** Arguments that the framework adds to those of the model. */
const ADDED = new Set([
  'blocking',
  'is_input',
  'is_static',
  'hidden',
  'confirmation_state',
  'security_risk',
  'cwd',
]);

function readEvent(event: JsonValue, seen: Set<string>, out: Collector): readonly Entry[] {
  const source = pickText(event, 'source');
  const action = pickText(event, 'action');
  if (action === 'message' || action === undefined) return readTalk(event, source, action);
  if (source !== 'agent' || SILENT.test(action)) return [];
  const metadata = pickObject(event, 'tool_call_metadata');
  const id = pickText(metadata, 'tool_call_id');
  if (metadata && id !== undefined) {
    if (seen.has(id)) return [];
    seen.add(id);
    const made = askedCalls(metadata, id);
    if (made.length > 0) {
      return readCallList(made, out).map((call) => ({ kind: 'call', call: { ...call, id } }));
    }
  }
  const name = pickText(metadata, 'function_name') ?? action;
  return [{ kind: 'call', call: { name, input: ownArguments(event), id } }];
}

function readTalk(
  event: JsonValue,
  source: string | undefined,
  action: string | undefined,
): readonly Entry[] {
  if (action === undefined) {
    const id = pickText(pickObject(event, 'tool_call_metadata'), 'tool_call_id');
    const output = pick(event, 'content');
    return id === undefined ? [] : [{ kind: 'result', of: id, output }];
  }
  const text = pickText(pickObject(event, 'args'), 'content') ?? pickText(event, 'message') ?? '';
  return say(text, source === 'user' ? 'user' : 'agent');
}

/** The call as the model made it, without what the framework added. */
function askedCalls(metadata: JsonObject, id: string): readonly JsonValue[] {
  const choice = pickList(pickObject(metadata, 'model_response'), 'choices')?.[0];
  const calls = pickList(pickObject(choice, 'message'), 'tool_calls') ?? [];
  return calls.filter((call) => pick(call, 'id') === id);
}

function ownArguments(event: JsonValue): JsonValue {
  const args = pickObject(event, 'args');
  if (!isJsonObject(args)) return {};
  const names = Object.keys(args).filter((name) => !ADDED.has(name));
  return Object.fromEntries(names.map((name) => [name, ownValue(args, name) ?? null]));
}
