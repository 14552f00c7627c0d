import { readTask } from '#core/agents/read-task.ts';
import { readCallList } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { textOf } from '#core/transcripts/read-part.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';

/**
 * Tasks of the Agent2Agent protocol, whole or as the updates of a stream. The protocol has no tool
 * calls: ADK and kagent attach them as data.
 */
export const a2a: Adapter = {
  id: 'a2a',
  title: 'A2A tasks',
  recognise: (value) => holdsRecord(value, isOfTask),
  read: (values, options) => {
    const reading = new Reading(options);
    const runs = findRuns(values, reading).map((run) => ({ ...run, task: readTask(run.results) }));
    const isRecorded = runs.some(({ task }) => task.calls.length > 0);
    for (const { origin, results, prompt, around, task } of runs) {
      reading.from(...origin);
      const cells = around ? recordCells(around, reading, keysOfTasks(around)) : {};
      const calls = readCallList(task.calls, reading).map((call) => ({
        ...call,
        input: call.input ?? {},
      }));
      reading.row({
        id: task.id,
        prompt: results.flatMap(questionsIn)[0] ?? prompt,
        response: task.response,
        predicted_trajectory: reading.prediction(isRecorded ? calls : undefined),
        failure: FAILURES.get(task.state),
        ...cells,
      });
    }
    return reading.result();
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
  readonly origin: readonly JsonValue[];
  readonly results: JsonValue[];
  /** The question that was sent before, where the task does not repeat it. */
  readonly prompt: string | undefined;
  /** The record around the task. */
  readonly around: JsonObject | undefined;
}

function findRuns(values: readonly JsonValue[], reading: Reading): readonly Run[] {
  const runs = new Map<string, Run>();
  let asked: string | undefined;
  for (const value of values) {
    const found = findRecords(value, isResult);
    reading.from(value);
    if (found.length === 0) reading.unread(value);
    const ids = new Set(found.map(taskOf).filter((id) => id !== undefined));
    for (const result of found) {
      const [question] = questionsOf(unwrap(result));
      const id = taskOf(result);
      const known = id === undefined ? undefined : runs.get(id);
      if (known) known.results.push(result);
      else if (question !== undefined) asked = question;
      else {
        const around = ids.size <= 1 && result !== value ? recordAround(value) : undefined;
        runs.set(id ?? `#${runs.size}`, {
          ...{ origin: [result, value], results: [result], prompt: asked, around },
        });
        asked = undefined;
      }
    }
  }
  return [...runs.values()];
}

/** The id of the task that something is, or belongs to. */
function taskOf(result: JsonObject): string | undefined {
  const inner = unwrap(result);
  return pickText(inner, 'taskId') ?? (isTask(inner) ? pickText(inner, 'id') : undefined);
}

/** An answer over JSON-RPC says nothing beside its result. */
function recordAround(value: JsonValue): JsonObject | undefined {
  return isJsonObject(value) && !hasKey(value, 'jsonrpc') ? value : undefined;
}

function keysOfTasks(record: JsonObject): readonly string[] {
  return Object.keys(record).filter((key) => holdsRecord(pick(record, key) ?? null, isResult));
}

/** Since version 1.0 a key says what it is; before, it did so itself. */
function unwrap(value: JsonObject): JsonObject {
  const keys = Object.keys(value);
  if (keys.length !== 1) return value;
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

function isFromUser(message: JsonValue): boolean {
  return /^(ROLE_)?USER$/i.test(pickText(message, 'role') ?? '');
}

function questionsIn(result: JsonValue): readonly string[] {
  const inner = isJsonObject(result) ? unwrap(result) : result;
  return [inner, ...(pickList(inner, 'history') ?? [])].flatMap(questionsOf);
}

function questionsOf(message: JsonValue): readonly string[] {
  if (!isFromUser(message)) return [];
  const texts = (pickList(message, 'parts') ?? []).map((part) => textOf(pick(part, 'text')));
  const text = texts.filter((part) => part !== '').join('\n');
  return text === '' ? [] : [text];
}
