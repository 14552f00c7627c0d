import { readCallList } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { conversationOf } from '#core/transcripts/find-conversations.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { readPart, say } from '#core/transcripts/read-part.ts';
import type { Reading } from '../reading.ts';

/**
 * Tells a step that stands without its run.
 * @param value any value
 * @returns whether it has marks that no record of a person's own has
 */
export function isStep(value: JsonValue): boolean {
  const isWhole = hasKey(pickObject(value, 'response'), 'messages', 'modelId');
  return mayBeStep(value) && (isWhole || hasKey(value, 'stepNumber', 'stepType'));
}

/**
 * One answer of the model, with the tools that it led to. Early versions and Mastra keep calls and
 * results in lists of their own, later ones among the parts of the content.
 */
function mayBeStep(value: JsonValue): boolean {
  if (!isJsonObject(value) || hasKey(value, 'role', 'steps')) return false;
  const isAnswer = isJsonList(pick(value, 'content')) || isJsonList(pick(value, 'toolCalls'));
  return isAnswer && hasKey(value, 'finishReason', 'toolResults', 'stepType');
}

/**
 * Tells whether an object is the result of a run.
 * @param value any object
 * @returns whether it lists the steps of one
 */
export function isResult(value: JsonObject): boolean {
  const steps = pickList(value, 'steps');
  return steps !== undefined && steps.length > 0 && steps.every(mayBeStep);
}

/**
 * Splits steps into runs: one goes on after a step only for the results of its tools.
 * @param steps the steps, in order
 * @returns the steps of each run
 */
export function splitSteps(steps: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  const runs: JsonValue[][] = [];
  let goesOn = false;
  for (const step of steps) {
    if (!goesOn || pick(step, 'stepNumber') === 0) runs.push([]);
    runs.at(-1)?.push(step);
    goesOn = pick(step, 'finishReason') === 'tool-calls';
  }
  return runs;
}

/**
 * Reads the steps of a run.
 * @param steps the steps, in order
 * @param reading where leniency is noted
 * @returns what happened; the question comes from the first request, where it was kept
 */
export function readSteps(steps: readonly JsonValue[], reading: Reading): readonly Entry[] {
  const asked = askedIn(pickObject(steps[0], 'request'), reading);
  return [...asked, ...steps.flatMap((step) => readStep(step, reading))];
}

/**
 * Reads the question out of a request to a model's service, where it was kept.
 * @param request the request of a step
 * @param reading where leniency is noted
 * @returns what the user said last; nothing where the request's body is not kept or is not known
 */
export function askedIn(request: JsonObject | undefined, reading: Reading): readonly Entry[] {
  const body = unwrapEncoded(pick(request, 'body'));
  const messages = body === undefined ? undefined : conversationOf(body)?.messages;
  return (messages ?? [])
    .flatMap((message) => readMessage(message, reading))
    .filter(({ kind }) => kind === 'user')
    .slice(-1);
}

function readStep(step: JsonValue, reading: Reading): readonly Entry[] {
  const parts = (pickList(step, 'content') ?? []).flatMap((part) =>
    readPart(part, 'agent', reading),
  );
  const answers = parts.filter(({ kind }) => kind === 'answer');
  const said = answers.length > 0 ? answers : say(pickText(step, 'text') ?? '', 'agent');
  const calls = pickList(step, 'toolCalls') ?? [];
  if (calls.length === 0) return [...said, ...parts.filter(({ kind }) => kind !== 'answer')];
  // Mastra's content lacks all parallel calls but the last
  return [
    ...said,
    ...readCallList(calls, reading, 'toolCalls').map((call): Entry => ({ kind: 'call', call })),
    ...(pickList(step, 'toolResults') ?? []).map(readResult),
  ];
}

function readResult(result: JsonValue): Entry {
  const data = pickObject(result, 'payload') ?? result;
  const output = pick(data, 'output', 'result', 'error');
  return { kind: 'result', of: pickText(data, 'toolCallId'), output };
}
