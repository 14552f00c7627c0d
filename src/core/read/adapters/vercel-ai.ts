import {
  hasKey,
  pickAmount,
  pickList,
  pickText,
  unwrapEncoded,
  pick,
  pickObject,
} from '#core/base/json/pick.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { messageAdapter, readConversations } from './message-adapter.ts';
import { holdsRecord } from './record-adapter.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { mayBeCall, together, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { isCallLike, noteUnitsTo, readCall } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { conversationOf } from '#core/read/transcripts/find-conversations.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { aboutResult, callEntries, readPart, say } from '#core/read/transcripts/read-part.ts';

const messages = messageAdapter({
  id: 'vercel-ai',
  title: 'Vercel AI SDK or Mastra',
  isOwn: (message) =>
    hasKey(message, 'toolInvocations') ||
    (pickList(message, 'parts', 'content')?.some(
      (part) =>
        hasKey(part, 'toolCallId', 'toolInvocation') &&
        /^(tool-|dynamic-tool$)/.test(pickText(part, 'type') ?? ''),
    ) ??
      false),
});

/**
 * What the Vercel AI SDK, and Mastra on top of it, keep of a run: the messages that a model gets
 * and that a user interface shows, results with their steps, and streams.
 */
export const vercelAi: Adapter = {
  ...messages,
  recognise: (value) =>
    holdsRecord(value, (inner) => isResult(inner) || isStep(inner)) ||
    // parts of messages may have the types of events
    (conversationOf(value) === undefined && holdsRecord(value, isEvent)) ||
    messages.recognise(value),
  read: (values, out) => {
    const found = findRuns(values);
    if (found.length === 0) messages.read(values, out);
    for (const run of found) {
      if ('other' in run) readConversations([run.other], out);
      else {
        const { parts, read, record, taken } = run;
        out.from(record ?? parts[0] ?? null);
        const entries = read(parts, out);
        writeTurns(entries, recordCells(record, out, taken), out);
      }
    }
  },
};

/** A run and the record it belongs to: its result, or a person's own around it. */
interface Run {
  /** Its steps or events. */
  readonly parts: readonly JsonValue[];
  readonly read: (parts: readonly JsonValue[], out: Collector) => readonly Entry[];
  /** Undefined where steps or events are alone. */
  readonly record: JsonObject | undefined;
  /** Keys of the record that say what the parts say. */
  readonly taken: readonly string[];
}

/** What a file holds, in order: runs, and the values among them that are none. */
type Found = Run | { readonly other: JsonValue };

const DEPTH = 5;

/** Keys of a result that repeat what its steps say. */
const RESULT_KEYS = [
  'steps',
  'content',
  'toolCalls',
  'toolResults',
  'request',
  'response',
  'staticToolCalls',
  'staticToolResults',
  'dynamicToolCalls',
  'dynamicToolResults',
];

/** Finds the runs in a value. */
function findRuns(value: JsonValue, depth = DEPTH): readonly Found[] {
  if (isStep(value)) return [{ parts: [value], read: readSteps, record: undefined, taken: [] }];
  if (isJsonObject(value) && isResult(value)) {
    const steps = pickList(value, 'steps') ?? [];
    return [{ parts: steps, read: readSteps, record: value, taken: RESULT_KEYS }];
  }
  if (depth === 0) return [];
  if (isJsonList(value)) return findInList(value, depth - 1);
  return isJsonObject(value) ? findInRecord(value, depth - 1) : [];
}

/** Steps and events that are one after another are runs; whatever else is there is looked into. */
function findInList(list: readonly JsonValue[], depth: number): readonly Found[] {
  const isStream = list.some(isEvent);
  const isPart = isStream ? hasType : isStep;
  const parts = list.filter(isPart);
  const rest = list.filter((item) => !isPart(item));
  const found = rest.map((item) => findRuns(unwrapEncoded(item), depth));
  if (parts.length === 0 && found.every((inner) => inner.length === 0)) return [];
  const read = isStream ? readEvents : readSteps;
  const runs = (isStream ? splitEvents : splitSteps)(parts);
  return [
    ...runs.map((run) => ({ parts: run, read, record: undefined, taken: [] })),
    ...rest.flatMap((item, index) => (found[index]?.[0] ? found[index] : [{ other: item }])),
  ];
}

function hasType(value: JsonValue): boolean {
  return pickText(value, 'type') !== undefined;
}

/** A record with one result is what belongs to it; one with lists of results is a wrapper. */
function findInRecord(record: JsonObject, depth: number): readonly Found[] {
  const found = Object.entries(record).flatMap(([key, inner]) => {
    const runs = findRuns(unwrapEncoded(inner), depth);
    return runs.length > 0 ? [{ key, inner, runs }] : [];
  });
  const [only, ...others] = found;
  if (!only) return [];
  const isWrapper =
    isJsonList(only.inner) && only.runs.some((run) => 'record' in run && run.record);
  if (others.length > 0 || isWrapper) return found.flatMap(({ runs }) => runs);
  return only.runs.map((run) => ('other' in run ? run : { ...run, record, taken: [only.key] }));
}

/** Whether a value is a step that is without its run. */
function isStep(value: JsonValue): boolean {
  const isWhole = hasKey(pickObject(value, 'response'), 'messages', 'modelId');
  return mayBeStep(value) && (isWhole || hasKey(value, 'stepNumber', 'stepType'));
}

/**
 * One answer of the model, with the tools that it led to. Early versions and Mastra keep calls and
 * results in their own lists, later ones among the parts of the content.
 */
function mayBeStep(value: JsonValue): boolean {
  if (!isJsonObject(value) || hasKey(value, 'role', 'steps')) return false;
  const isAnswer = isJsonList(pick(value, 'content')) || isJsonList(pick(value, 'toolCalls'));
  return isAnswer && hasKey(value, 'finishReason', 'toolResults', 'stepType');
}

/** Whether an object is the result of a run. */
function isResult(value: JsonObject): boolean {
  const steps = pickList(value, 'steps');
  return steps !== undefined && steps.length > 0 && steps.every(mayBeStep);
}

/** Splits steps into runs: one goes on after a step only for the results of its tools. */
function splitSteps(steps: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  const runs: JsonValue[][] = [];
  let goesOn = false;
  for (const step of steps) {
    if (!goesOn || pick(step, 'stepNumber') === 0) runs.push([]);
    runs.at(-1)?.push(step);
    goesOn = pick(step, 'finishReason') === 'tool-calls';
  }
  return runs;
}

/** Reads the steps of a run. */
function readSteps(steps: readonly JsonValue[], out: Collector): readonly Entry[] {
  const asked = askedIn(pickObject(steps[0], 'request'), out);
  return [...asked, ...steps.flatMap((step) => readStep(step, out))];
}

/** Reads the question out of a request to a model's service, where it was kept. */
function askedIn(request: JsonObject | undefined, out: Collector): readonly Entry[] {
  const body = unwrapEncoded(pick(request, 'body'));
  const messages = body === undefined ? undefined : conversationOf(body)?.messages;
  return readMessages(messages ?? [], out)
    .filter(({ kind }) => kind === 'user')
    .slice(-1);
}

/** One answer of the model with its tokens, and the calls that it asked for at once. */
function readStep(step: JsonValue, out: Collector): readonly Entry[] {
  return asStep(readStepContent(step, out), step, out);
}

/** Adds what is recorded of a step: the tokens and the time of its answer, the times of its calls. */
function asStep(entries: readonly Entry[], step: JsonValue, out: Collector): readonly Entry[] {
  const performance = pickObject(step, 'performance');
  const tools = pickObject(performance, 'toolExecutionMs');
  const timed = entries.map((entry): Entry => {
    if (entry.kind !== 'call') return entry;
    const durationMs = pickAmount(tools, entry.call.id ?? '');
    if (durationMs === undefined) return entry;
    return { kind: 'call', call: { ...entry.call, record: { durationMs, ...entry.call.record } } };
  });
  const took = pickAmount(performance, 'responseTimeMs');
  const record = { ...(took !== undefined && { durationMs: took }), ...recordOf(step, out) };
  return withRecord(together(timed, out.parallelNumber), record, 'answer');
}

/** Mastra keeps in a step’s output and metadata what others keep in the step and its response. */
function recordOf(step: JsonValue, out: Collector): StepRecord {
  const onUnit = noteUnitsTo(out);
  const holders = [
    pickObject(step, 'response'),
    pickObject(step, 'metadata'),
    pickObject(step, 'output'),
    step,
  ];
  const records = holders.map((holder) => readStepRecord(holder ?? null, onUnit));
  return Object.assign({}, ...records) as StepRecord;
}

function readStepContent(step: JsonValue, out: Collector): readonly Entry[] {
  const parts = (pickList(step, 'content') ?? []).flatMap((part) => readPart(part, 'agent', out));
  const answers = parts.filter(({ kind }) => kind === 'answer');
  const said = answers.length > 0 ? answers : say(pickText(step, 'text') ?? '', 'agent');
  const calls = pickList(step, 'toolCalls') ?? [];
  if (calls.length === 0) return [...said, ...parts.filter(({ kind }) => kind !== 'answer')];
  // Mastra's content lacks all parallel calls but the last
  return [
    ...said,
    ...callEntries(calls, out),
    ...(pickList(step, 'toolResults') ?? []).map((result) => readResult(result, out)),
  ];
}

function readResult(result: JsonValue, out: Collector): Entry {
  const data = pickObject(result, 'payload') ?? result;
  const output = pick(data, 'output', 'result', 'error');
  const about = isJsonObject(data) ? aboutResult(data, output, out) : {};
  return { kind: 'result', of: pickText(data, 'toolCallId'), output, ...about };
}

/** Types of events that no other program writes; those of Mastra carry a payload. */
const OWN_TYPES =
  /^(start-step|finish-step|step-finish|text-start|text-end|tool-(input-(start|available)|output-available))$/;

const CALL_TYPES = new Set(['tool-call', 'tool-input-available', 'tool-input-error']);
const RESULT_TYPES = new Set([
  'tool-result',
  'tool-output-available',
  'tool-error',
  'tool-output-error',
]);

/** Types of events that tell a call in pieces. */
const PIECES = /^tool-input-|^tool-call-(?:streaming-start|delta)$/;

/** Whether a value is an event of a stream: of all that happens, or of what a user interface gets. */
function isEvent(value: JsonValue): boolean {
  return OWN_TYPES.test(pickText(value, 'type') ?? '');
}

/** Splits the events of streams into runs. */
function splitEvents(events: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  const runs: JsonValue[][] = [];
  let isOpen = false;
  for (const event of events) {
    const type = pickText(event, 'type');
    if (!isOpen || type === 'start') runs.push([]);
    runs.at(-1)?.push(event);
    isOpen = type !== 'finish';
  }
  return runs;
}

/** Types of events that begin a step, with what was asked, and that end it, with what it took. */
const STEP_STARTS = new Set(['start-step', 'step-start']);
const STEP_ENDS = new Set(['finish-step', 'step-finish']);

/** Reads the events of a run. */
function readEvents(events: readonly JsonValue[], out: Collector): readonly Entry[] {
  const done: Entry[] = [];
  let entries: Entry[] = [];
  let text = '';
  for (const event of events) {
    const type = pickText(event, 'type') ?? '';
    const data = pickObject(event, 'payload') ?? event;
    if (type === 'text-delta') text += pickText(data, 'text', 'delta', 'textDelta') ?? '';
    else {
      entries.push(...say(text, 'agent'));
      text = '';
    }
    if (CALL_TYPES.has(type)) {
      for (const call of readCall(data, out)) entries.push({ kind: 'call', call });
    } else if (RESULT_TYPES.has(type)) {
      if (pick(data, 'preliminary') === true) continue;
      const output = pick(data, 'output', 'result', 'errorText', 'error');
      const about = isJsonObject(data) ? aboutResult({ ...data, type }, output, out) : {};
      entries.push({ kind: 'result', of: pickText(data, 'toolCallId'), output, ...about });
    } else if (STEP_STARTS.has(type) && !done.some(({ kind }) => kind === 'user')) {
      done.push(...askedIn(pickObject(data, 'request'), out));
    } else if (STEP_ENDS.has(type)) {
      done.push(...asStep(entries, data, out));
      entries = [];
    } else if (!PIECES.test(type) && (mayBeCall(type) || isCallLike(data)))
      entries.push({ kind: 'unread', type, value: event });
  }
  return [...done, ...together([...entries, ...say(text, 'agent')], out.parallelNumber)];
}
