import { listAt } from '#core/base/lists/lists.ts';
import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickText } from '#core/base/json/pick.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { errorIn, idOf, resultOf } from './read-call.ts';
import type { CallStep, MessageStep, Step, StepRole } from './step.ts';
import { readStepError, readStepRecord, writeStepRecord } from './step-record.ts';
import type { ToolCall, Trajectory } from './trajectory.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';

/** A message and how many calls were made before it. */
export interface PlacedMessage {
  readonly message: MessageStep;
  readonly before: number;
}

/**
 * Writes the messages as a row's cell: a list of `{role, text, before}`, where `before` counts the
 * calls made earlier. The calls themselves are in the trajectory.
 */
export function writeTranscript(messages: readonly PlacedMessage[]): readonly JsonValue[] {
  return messages.map(({ message, before }) => ({
    role: message.role,
    text: message.text,
    before,
    ...writeStepRecord(message),
  }));
}

/** Prompt and response of a row, where it has them. */
export interface RowTextCells {
  readonly prompt?: JsonValue | undefined;
  readonly response?: JsonValue | undefined;
}

/** Whether messages hold more than the prompt before the calls and the response after them. */
export function saysMore(
  messages: readonly PlacedMessage[],
  calls: number,
  texts: RowTextCells,
): boolean {
  const plain = plainMessages(calls, texts);
  if (messages.length > plain.length) return true;
  let next = 0;
  return !messages.every((placed) => {
    next = plain.findIndex((one, at) => at >= next && isPlainly(one, placed)) + 1;
    return next > 0;
  });
}

/** Whether two messages have the same text and place, and the first has no record. */
function isPlainly(one: PlacedMessage, { message, before }: PlacedMessage): boolean {
  const { role, text } = one.message;
  const isSame = message.role === role && message.text === text && one.before === before;
  return isSame && Object.keys(message).length === Object.keys(one.message).length;
}

/** The messages of a row without a transcript: prompt first, response last. */
export function plainMessages(
  calls: number,
  { prompt, response }: RowTextCells,
): readonly PlacedMessage[] {
  return [...messageOf('user', prompt, 0), ...messageOf('agent', response, calls)];
}

function messageOf(role: StepRole, text: JsonValue | undefined, before: number): PlacedMessage[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return [{ message: { kind: 'message', role, text }, before }];
}

/** Whether a cell was written by {@link writeTranscript}. */
export function isTranscript(cell: JsonValue | undefined): boolean {
  return isJsonList(cell) && cell.length > 0 && cell.every((item) => readMessage(item).length > 0);
}

/**
 * Puts a row's calls and the messages of its transcript in order; messages placed beyond the last
 * call come last.
 */
export function stepsOf(calls: Trajectory, transcript: JsonValue | undefined): readonly Step[] {
  return placeMessages(calls, isJsonList(transcript) ? transcript.flatMap(readMessage) : []);
}

/** Puts calls and messages in order, like {@link stepsOf}. */
export function placeMessages(
  calls: Trajectory,
  messages: readonly PlacedMessage[],
): readonly Step[] {
  const steps: Step[] = [];
  let next = 0;
  for (const [place, call] of calls.entries()) {
    for (; (messages[next]?.before ?? Infinity) <= place; next++) add(messages[next]);
    steps.push(callStep(call, place));
  }
  for (; next < messages.length; next++) add(messages[next]);
  return steps;

  function add(placed: PlacedMessage | undefined): void {
    if (placed) steps.push(placed.message);
  }
}

const ROLES: ReadonlySet<string> = new Set<StepRole>(['user', 'agent', 'system']);

function readMessage(item: JsonValue): readonly PlacedMessage[] {
  if (!isJsonObject(item)) return [];
  const role = pickText(item, 'role') ?? '';
  const text = ownValue(item, 'text');
  const before = ownValue(item, 'before');
  if (!ROLES.has(role) || typeof text !== 'string' || typeof before !== 'number') return [];
  const message = { kind: 'message', role: role as StepRole, text } as const;
  return [{ message: { ...message, ...readStepRecord(item) }, before }];
}

/** Reads a call at a place, from 0, with its result. */
export function callStep(call: ToolCall, place: number): CallStep {
  const { source } = call;
  const id = idOf(source);
  const output = resultOf(call);
  const error = readStepError(source) ?? errorIn(output);
  const parallel = pick(source, 'parallel');
  return {
    kind: 'call',
    place,
    call,
    ...(id !== undefined && { id }),
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(typeof parallel === 'number' && { parallel }),
    ...readStepRecord(source),
  };
}

const LINE_LIMIT = 300;

/**
 * The first line of a call's error, or of its result where only the failure is recorded; maybe
 * empty; undefined where it did not fail.
 */
export function errorLine({ error, output }: CallStep): string | undefined {
  if (error === undefined) return undefined;
  const message = error === true ? output : error;
  const text =
    typeof message === 'string'
      ? message
      : message === undefined
        ? ''
        : previewJson(message, LINE_LIMIT);
  const [line = ''] = text.trimStart().split('\n', 1);
  return boundText(line.trimEnd(), LINE_LIMIT);
}

/** How a call ended, where recorded. */
export type CallEnd = 'succeeded' | 'failed' | 'unrecorded';

/** How a call ended: a recorded result without an error is a success. */
export function endOf({ call, error, output }: CallStep): CallEnd {
  if (error !== undefined) return 'failed';
  return output !== undefined || call.source['tool_error'] === false ? 'succeeded' : 'unrecorded';
}

/** What steps may record beside what was called and said. */
export type Recorded = 'results' | 'tokens' | 'cost' | 'times';

const RECORDS: readonly (readonly [Recorded, (step: Step) => boolean])[] = [
  ['results', (step) => step.kind === 'call' && endOf(step) !== 'unrecorded'],
  ['tokens', ({ tokens }) => tokens?.input !== undefined || tokens?.output !== undefined],
  ['cost', ({ cost }) => cost !== undefined],
  ['times', ({ startMs, durationMs }) => startMs !== undefined || durationMs !== undefined],
];

/** What at least one of some steps records. */
export function recordedIn(steps: readonly Step[]): readonly Recorded[] {
  return RECORDS.filter(([, isRecordedBy]) => steps.some(isRecordedBy)).map(([what]) => what);
}

/**
 * Whether equal calls returned different things, as in polling: two recorded results differ, or
 * some failed and some did not. All errors count as equal; calls without a result are ignored.
 */
export function isPolling(calls: readonly ToolCall[]): boolean {
  const ends = calls.flatMap(resultOfEnd);
  const [first] = ends;
  return first !== undefined && ends.some((end) => !isJsonEqual(first, end));
}

/** The result in a list, so that no result can equal an error. */
function resultOfEnd(call: ToolCall): readonly (readonly JsonValue[])[] {
  const step = callStep(call, 0);
  if (step.error !== undefined) return [[]];
  return step.output === undefined ? [] : [[step.output]];
}

/** The places of the calls of each agent, in order: what one does is no repetition of another’s. */
export function placesByAgent(calls: readonly ToolCall[]): readonly (readonly number[])[] {
  const agents = new Map<string, number[]>();
  for (const [place, { source }] of calls.entries()) {
    const { agent = '' } = source;
    listAt(agents, typeof agent === 'string' ? agent : '').push(place);
  }
  return [...agents.values()];
}
