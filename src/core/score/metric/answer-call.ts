import { type Metric, type ScoreRow, scoreTexts } from './metric.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readKeepingFloats } from '#core/base/literals/python-float.ts';
import { plain } from '#core/base/text/sentence.ts';
import type { Score } from '#core/calls/outcome.ts';
import type { MetricSettings } from './settings.ts';

/** The first tool call of an answer. */
export interface AnswerCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** Parses the arguments again with floats as Python writes them, see `readKeepingFloats`. */
  readonly written: () => JsonObject;
}

/**
 * Reads the first tool call of an answer such as
 * `{"content": "", "tool_calls": [{"name": "search", "arguments": {"q": "x"}}]}`.
 * @param answer the answer, an object or its JSON text; the list and the arguments may be JSON text too
 * @returns the call; null when there is none with a name and an object of arguments
 */
export function readAnswerCall(answer: JsonValue | undefined): AnswerCall | null {
  const call = readFirstCall(answer, readJson);
  const written = (): JsonObject => readFirstCall(answer, readKeepingFloats)?.arguments ?? {};
  return call && { ...call, written };
}

type ReadText = typeof readJson;

function readFirstCall(
  answer: JsonValue | undefined,
  read: ReadText,
): Omit<AnswerCall, 'written'> | null {
  const unwrap = (value: JsonValue | undefined): JsonValue | undefined => {
    if (typeof value !== 'string') return value;
    const reading = read(value);
    return reading.ok ? reading.value : undefined;
  };
  const message = unwrap(answer);
  const calls = isJsonObject(message) ? unwrap(ownValue(message, 'tool_calls')) : undefined;
  const first = isJsonList(calls) ? calls[0] : undefined;
  if (!isJsonObject(first)) return null;
  const name = ownValue(first, 'name');
  const given = ownValue(first, 'arguments');
  const input = given === undefined ? {} : unwrap(given);
  return typeof name === 'string' && name !== '' && isJsonObject(input)
    ? { name, arguments: input }
    : null;
}

/** Common fields of metrics of the tool call in a response. */
export const CALL_METRIC = {
  origin: 'vertex',
  group: 'tool-call',
  better: 'higher',
  needs: ['response', 'reference'],
  explain: ({ value, aligned }) => {
    const hasCall = value !== 0 || readAnswerCall(aligned.row.texts.response) !== null;
    return plain(
      hasCall
        ? ''
        : 'The response is not JSON with a tool_calls list whose first call has a name and arguments.',
    );
  },
} as const satisfies Partial<Metric>;

/**
 * Wraps a formula over the first calls of both answers: 0 without a call in the response, an error
 * without an expected one.
 */
export function scoreAnswerCalls(
  score: (made: AnswerCall, expected: AnswerCall, settings: MetricSettings) => Score,
): ScoreRow {
  return scoreTexts(({ response, reference }, settings) => {
    const expected = readAnswerCall(reference);
    if (expected === null) return 'answer_unreadable';
    const made = readAnswerCall(response);
    return made === null ? 0 : score(made, expected, settings);
  });
}

/**
 * The share, in [0,1], of expected arguments that are met, rounded to two decimals as in the
 * service; 1 when none is expected.
 */
export function shareOfArguments(
  made: AnswerCall,
  expected: AnswerCall,
  isMatch: (name: string) => boolean,
): number {
  const names = Object.keys(expected.arguments);
  if (names.length === 0) return 1;
  const matched = names.filter((name) => Object.hasOwn(made.arguments, name) && isMatch(name));
  return roundToHundredths(matched.length / names.length);
}

/** Rounds half to even, as Python does; the only exact halves here are odd eighths. */
function roundToHundredths(share: number): number {
  const hundredths = share * 100;
  const isHalf = Number.isInteger(share * 8) && hundredths % 1 === 0.5;
  if (!isHalf) return Number(share.toFixed(2));
  return (2 * Math.round(hundredths / 2)) / 100;
}
