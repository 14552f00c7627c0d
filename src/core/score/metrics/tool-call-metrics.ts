import {
  type ComputedMetric,
  scoreTexts,
  type Metric,
  type ScoreRow,
} from '#core/score/metric/metric.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import {
  type JsonObject,
  type JsonValue,
  ownValue,
  isJsonList,
  isJsonObject,
} from '#core/base/json/json-value.ts';
import { printJson, rewriteNumbers } from '#core/base/json/parse-json.ts';
import { readJson, type ReadResult } from '#core/base/literals/read-json.ts';
import { plain } from '#core/base/text/sentence.ts';
import type { Score } from '#core/calls/outcome.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

/** Common fields of metrics of the tool call in a response. */
const CALL_METRIC = {
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

/** 1 when the response is JSON with a well-formed first tool call. */
export const toolCallValid: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_call_valid',
  title: 'Tool call valid',
  short: 'call ok',
  definition:
    'The response is JSON with a tool_calls list whose first call has a name and an object of arguments.',
  scale: 'binary',
  score: scoreTexts(({ response }) => (readAnswerCall(response) === null ? 0 : 1)),
};

/** 1 when the response's first tool call has the expected name. */
export const toolNameMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_name_match',
  title: 'Tool name match',
  short: 'call name',
  definition: 'The first tool call of the response has the name of the expected one.',
  scale: 'binary',
  score: scoreAnswerCalls((made, expected) => (made.name === expected.name ? 1 : 0)),
};

/** The share of expected arguments that the response's first tool call has, with any value. */
export const toolParameterKeyMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_parameter_key_match',
  title: 'Argument name match',
  short: 'arg names',
  definition:
    'The share of expected arguments that the first tool call of the response has, whatever their value. The tool name is ignored.',
  scale: 'share',
  score: scoreAnswerCalls((made, expected) => shareOfArguments(made, expected, () => true)),
};

/** The share of expected arguments that the response's first tool call has with the same value. */
export const toolParameterKvMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_parameter_kv_match',
  title: 'Argument value match',
  short: 'arg vals',
  definition:
    'The share of expected arguments that the first tool call of the response has with the same value. Unless the match is strict, values are compared as strings, ignoring case and outer spaces; a float is written as in Python, 2.0.',
  scale: 'share',
  options: ['useStrictStringMatch'],
  score: scoreAnswerCalls((made, expected, { useStrictStringMatch = false }) =>
    shareOfArguments(
      made,
      expected,
      (name) =>
        isJsonEqual(valueOf(made.arguments, name), valueOf(expected.arguments, name)) ||
        (!useStrictStringMatch &&
          plainText(valueOf(made.written(), name)) ===
            plainText(valueOf(expected.written(), name))),
    ),
  ),
  exports: {
    notInVertex: ({ useStrictStringMatch }) =>
      useStrictStringMatch === true ? 'strict string match in tool_parameter_kv_match' : undefined,
  },
};

function valueOf(input: JsonObject, name: string): JsonValue {
  return ownValue(input, name) ?? null;
}

function plainText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : printJson(value);
  return withoutMarks(text).trim().toLowerCase();
}

/** The first tool call of an answer. */
interface AnswerCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** Parses the arguments again with floats as Python writes them, see `readKeepingFloats`. */
  readonly written: () => JsonObject;
}

/**
 * Reads the first tool call of an answer such as
 * `{"content": "", "tool_calls": [{"name": "search", "arguments": {"q": "x"}}]}`.
 * @param answer the answer, an object or its JSON text; the list and the arguments may be JSON text too
 * @returns the call; null without a name or an object of arguments
 */
function readAnswerCall(answer: JsonValue | undefined): AnswerCall | null {
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

/**
 * Wraps a formula over the first calls of both answers: 0 without a call in the response, an error
 * without an expected one.
 */
function scoreAnswerCalls(
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
function shareOfArguments(
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

/** Marks the text of a float. */
const MARK = '\ue000';
const MARKED = new RegExp(`"${MARK}([^"]*)"|${MARK}`, 'g');
const FLOAT = /[.eE]/;

/** Parses JSON and marks the numbers that are floats in Python, for {@link withoutMarks}. */
export function readKeepingFloats(text: string): ReadResult {
  const reading = readJson(text);
  if (!reading.ok || !FLOAT.test(text)) return reading;
  const marked = rewriteNumbers(text, (token) =>
    FLOAT.test(token) ? `"${MARK}${printPythonFloat(Number(token))}"` : token,
  );
  return readJson(marked);
}

/** Removes the marks of {@link readKeepingFloats} and the quotes around them. */
export function withoutMarks(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, '$1') : text;
}

/** Writes a float as Python does: `2.0`, `0.5`, `1e-05`, `1e+16`, `inf`. */
export function printPythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace('Infinity', 'inf').toLowerCase();
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16)
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  const plain = Object.is(value, -0) ? '-0' : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}
