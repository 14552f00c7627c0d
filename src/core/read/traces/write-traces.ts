import type { Cells, Collector } from '#core/read/framework/adapter.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickText, unwrapEncoded, type Maybe } from '#core/base/json/pick.ts';
import { conversationOf } from '#core/read/transcripts/find-conversations.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { turnIn } from '#core/read/transcripts/read-output.ts';
import { rootOf, secondsOf, showsCalls, type Step } from './step.ts';
import { runOf, type TraceRun, type Utterance } from './run-of-trace.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { recordedCalls } from '#core/read/transcripts/entry.ts';

/** A step of a tracer that keeps inputs and outputs as they were. */
export interface RunStep extends Step {
  readonly traceId: string;
  /** What the step was read from. */
  readonly origin: JsonValue;
  readonly input: Maybe;
  readonly output: Maybe;
  readonly isFailed: boolean;
  /** What else is known of the run, where the step is its first. */
  readonly cells?: Cells;
}

/**
 * Writes one row for each trace: its calls, and what its root was asked and answered.
 * @param steps the steps of all traces, in any order
 */
export function writeTraces(steps: readonly RunStep[], out: Collector): void {
  const traces = new Map<string, RunStep[]>();
  for (const step of steps) {
    const trace = traces.get(step.traceId);
    if (trace) trace.push(step);
    else traces.set(step.traceId, [step]);
  }
  const isRecorded = showsCalls(steps);
  for (const [id, trace] of traces) {
    const { root, isOnly = false } = rootOf(trace) ?? {};
    out.from(...trace.slice(0, 1).map(({ origin }) => origin));
    const texts = {
      prompt: askedText(root?.input, out),
      response: answerText(root?.output, out),
    };
    const run = runOf(trace, () => out.note('call_repeated', 'id'), [
      ...utter('user', texts.prompt),
      ...utter('agent', texts.response, undefined, root?.about),
    ]);
    out.row({
      id,
      ...texts,
      ...runCells(run, isRecorded, texts, out),
      latency_in_seconds: isOnly ? secondsOf(root) : undefined,
      failure: root === undefined ? undefined : Number(root.isFailed),
      ...root?.cells,
    });
  }
}

/**
 * Writes a run: its calls, and what was said between them.
 * @param isRecorded whether its tracer records calls at all
 * @param texts the question and the answer of its row
 */
export function runCells(run: TraceRun, isRecorded: boolean, texts: Cells, out: Collector): Cells {
  const { calls } = run;
  const messages = run.messages.filter(
    ({ isNested }) => !isNested || out.options.subAgents === 'all',
  );
  return {
    predicted_trajectory: out.prediction(isRecorded ? calls : undefined),
    transcript: out.transcript({ calls, messages }, texts),
  };
}

/** What was asked or answered, where it is known. */
export function utter(
  role: Utterance['role'],
  text: string | undefined,
  moment?: bigint,
  about: StepRecord = {},
): readonly Utterance[] {
  return text === undefined || text.trim() === '' ? [] : [{ role, text, moment, about }];
}

/**
 * Reads the calls that a model asked for, in its answer as any service writes it.
 * @returns the calls; undefined when the output is no answer of a model
 */
export function askedCalls(output: Maybe, out: Collector): readonly FoundCall[] | undefined {
  const messages = answersOf(output);
  return messages && recordedCalls(readMessages(messages, out));
}

function answersOf(output: Maybe): readonly JsonValue[] | undefined {
  const value = unwrapEncoded(output);
  if (value === undefined) return undefined;
  const first = generationOf(value);
  return conversationOf(first ?? value)?.messages;
}

/** LangChain keeps a list of lists, one for each prompt and one for each try. */
function generationOf(value: JsonValue): JsonValue | undefined {
  const list = pick(value, 'generations');
  const tries = isJsonList(list) ? list[0] : undefined;
  return pick(isJsonList(tries) ? tries[0] : tries, 'message');
}

const ASKED = ['input', 'question', 'query', 'prompt', 'user_input', 'text', 'content'];
const ANSWERED = ['output', 'answer', 'response', 'result', 'text', 'content'];

function askedText(input: Maybe, out: Collector): string | undefined {
  const value = unwrapEncoded(input);
  if (typeof value === 'string') return value;
  return turnIn(value, out)?.prompt ?? pickText(value, ...ASKED);
}

function answerText(output: Maybe, out: Collector): string | undefined {
  const value = unwrapEncoded(output);
  if (typeof value === 'string') return value;
  return (
    turnIn(generationOf(value ?? null) ?? value, out)?.response ?? pickText(value, ...ANSWERED)
  );
}

/** Whether an error is written in a record. */
export function hasError(record: JsonObject): boolean {
  return errorIn(record) !== undefined;
}

/** The error of a record: its text; true where it only says that there was one. */
export function errorIn(record: JsonObject): string | true | undefined {
  const error = pick(record, 'error');
  const isLevel = pick(record, 'level') === 'ERROR';
  if (!isLevel && (error === undefined || error === '' || error === false)) return undefined;
  const text = typeof error === 'string' ? error : pickText(error, 'message', 'error', 'detail');
  return text ?? pickText(record, 'statusMessage', 'status_message') ?? true;
}

/** What a model said, in its answer as any service writes it; empty where it only asked for calls. */
export function saidIn(output: Maybe, out: Collector): string {
  return answerText(output, out) ?? '';
}
