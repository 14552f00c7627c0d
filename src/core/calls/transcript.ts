import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickText } from '#core/base/json/pick.ts';
import { errorIn, idOf, resultOf } from './read-call.ts';
import type { CallStep, MessageStep, Step, StepRole } from './step.ts';
import { readStepError, readStepRecord, writeStepRecord } from './step-record.ts';
import type { ToolCall, Trajectory } from './trajectory.ts';

/** A message and how many calls were made before it. */
export interface PlacedMessage {
  readonly message: MessageStep;
  readonly before: number;
}

/**
 * Writes what was said between calls as a row's cell, a list of `{role, text, before}`, `before`
 * being the number of calls made before. The calls themselves are in the row's trajectory.
 */
export function writeTranscript(messages: readonly PlacedMessage[]): readonly JsonValue[] {
  return messages.map(({ message, before }) => ({
    role: message.role,
    text: message.text,
    before,
    ...writeStepRecord(message),
  }));
}

/** The question and the answer of a row, where it has them. */
export interface RowTextCells {
  readonly prompt?: JsonValue | undefined;
  readonly response?: JsonValue | undefined;
}

/** Whether messages say more than a row's question before its calls and its answer after them. */
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

/** Whether a message says what another one does, and nothing is recorded of it. */
function isPlainly(one: PlacedMessage, { message, before }: PlacedMessage): boolean {
  const { role, text } = one.message;
  const isSame = message.role === role && message.text === text && one.before === before;
  return isSame && Object.keys(message).length === Object.keys(one.message).length;
}

/** What a row says without a transcript: its question first, its answer last. */
export function plainMessages(
  calls: number,
  { prompt, response }: RowTextCells,
): readonly PlacedMessage[] {
  return [...said('user', prompt, 0), ...said('agent', response, calls)];
}

function said(role: StepRole, text: JsonValue | undefined, before: number): PlacedMessage[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return [{ message: { kind: 'message', role, text }, before }];
}

/** Whether a cell is what {@link writeTranscript} wrote. */
export function isTranscript(cell: JsonValue | undefined): boolean {
  return isJsonList(cell) && cell.length > 0 && cell.every((item) => readMessage(item).length > 0);
}

/**
 * Puts a row's steps in order: its calls, which may have results and records beside them, and the
 * messages that {@link writeTranscript} wrote; one whose place is beyond the calls comes last.
 */
export function stepsOf(calls: Trajectory, transcript: JsonValue | undefined): readonly Step[] {
  return placeMessages(calls, isJsonList(transcript) ? transcript.flatMap(readMessage) : []);
}

/** Puts calls and what was said in order, like {@link stepsOf}. */
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

/** Reads a call, with its place from 0, and what came of it. */
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
