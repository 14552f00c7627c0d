import { readCall } from '#core/calls/read-call.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { pick, pickObject, pickText } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { say } from '#core/transcripts/read-part.ts';
import type { Reading } from '../reading.ts';
import { askedIn } from './steps.ts';

/** Types of events that no other program writes; those of Mastra carry a payload. */
const OWN_TYPES =
  /^(start-step|finish-step|step-finish|text-start|text-end|tool-(input-(start|available)|output-available))$/;

const CALL_TYPES = new Set(['tool-call', 'tool-input-available', 'tool-input-error']);
const RESULT_TYPES = new Set([
  ...['tool-result', 'tool-output-available'],
  ...['tool-error', 'tool-output-error'],
]);

/**
 * Tells an event of a stream: of all that happens, or of what a user interface is told.
 * @param value any value
 * @returns whether its type is one that no other program writes
 */
export function isEvent(value: JsonValue): boolean {
  return OWN_TYPES.test(pickText(value, 'type') ?? '');
}

/**
 * Splits the events of streams into runs.
 * @param events the events, in order
 * @returns the events of each run
 */
export function splitEvents(events: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
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

/**
 * Reads the events of a run.
 * @param events the events, in order
 * @param reading where leniency is noted
 * @returns what happened; pieces of a call's arguments are not read, because the whole call follows
 */
export function readEvents(events: readonly JsonValue[], reading: Reading): readonly Entry[] {
  const entries: Entry[] = [];
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
      for (const call of readCall(data, reading)) entries.push({ kind: 'call', call });
    } else if (RESULT_TYPES.has(type) && pick(data, 'preliminary') !== true) {
      const output = pick(data, 'output', 'result', 'errorText', 'error');
      entries.push({ kind: 'result', of: pickText(data, 'toolCallId'), output });
    } else if (type === 'start-step' && !entries.some(({ kind }) => kind === 'user')) {
      entries.unshift(...askedIn(pickObject(event, 'request'), reading));
    }
  }
  return [...entries, ...say(text, 'agent')];
}
