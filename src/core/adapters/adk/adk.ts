import type { FoundCall } from '#core/calls/found-call.ts';
import { readCallList } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickText, unwrapEncoded } from '#core/json/pick.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';
import { readInvocations, writeCase, type Invocation } from './invocations.ts';

/** Evaluation files of Google's Agent Development Kit: old test lists, eval sets, eval results. */
export const adk: Adapter = {
  id: 'adk',
  title: 'Google ADK evaluation',
  recognise: (value) => isAdk(unwrapEncoded(value)),
  read: (values, options) => {
    const reading = new Reading(options);
    if (values.length > 0 && values.every(isTest)) writeTests(values, {}, reading);
    else for (const value of values) readFile(unwrapEncoded(value), reading);
    return reading.result();
  },
};

const CASES = ['eval_cases', 'evalCases'];
const RESULTS = ['eval_case_results', 'evalCaseResults'];

function isAdk(value: JsonValue): boolean {
  if (isJsonList(value)) return value.some((item) => isTest(item) || isNamedTests(item));
  return hasKey(value, ...CASES, ...RESULTS) || isTest(value) || isNamedTests(value);
}

/** One question of an old test list. */
function isTest(value: JsonValue): value is JsonObject {
  return hasKey(value, 'query') && hasKey(value, 'expected_tool_use');
}

/** An early eval set: a name and an old test list. */
function isNamedTests(value: JsonValue): boolean {
  return pickList(value, 'data')?.some(isTest) ?? false;
}

function readFile(value: JsonValue, reading: Reading): void {
  reading.from(value);
  if (isJsonList(value)) {
    if (value.every(isTest)) writeTests(value, {}, reading);
    else for (const item of value) readFile(item, reading);
  } else if (isNamedTests(value)) {
    if (isJsonObject(value)) reading.keepRest(value, ['name', 'data']);
    writeTests(pickList(value, 'data') ?? [], { id: pick(value, 'name') }, reading);
  } else if (isTest(value)) {
    writeTests([value], {}, reading);
  } else {
    for (const item of pickList(value, ...CASES) ?? []) readCase(item, reading);
    for (const item of pickList(value, ...RESULTS) ?? []) readResult(item, reading);
    if (!hasKey(value, ...CASES, ...RESULTS)) reading.unread(value);
  }
}

function writeTests(
  tests: readonly JsonValue[],
  cells: { readonly id?: JsonValue | undefined },
  reading: Reading,
): void {
  const known = tests.filter(isJsonObject);
  // a list without a name is no conversation: its questions need not belong together
  if (cells.id !== undefined) {
    const turns = known.map((test) => readTest(test, reading));
    writeCase(turns, cells, reading);
    return;
  }
  for (const test of known) {
    reading.from(test);
    reading.keepRest(test, ['query', 'reference', 'expected_tool_use']);
    writeCase([readTest(test, reading)], {}, reading);
  }
}

function readTest(test: JsonObject, reading: Reading): Invocation {
  return {
    prompt: pickText(test, 'query'),
    expected: {
      answer: pickText(test, 'reference'),
      calls: callsIn(test, 'expected_tool_use', reading),
    },
    actual: undefined,
    latency: undefined,
    scores: {},
  };
}

function callsIn(
  record: JsonObject,
  key: string,
  reading: Reading,
): readonly FoundCall[] | undefined {
  const list = pickList(record, key);
  return list && readCallList(list, reading, key).map((call) => ({ ...call, output: undefined }));
}

/** What a port calls the recorded run of a case. */
const RECORDED = ['actual_conversation', 'actualConversation'];

function readCase(value: JsonValue, reading: Reading): void {
  reading.from(value);
  const id = pick(value, 'eval_id', 'evalId');
  const expected = pickList(value, 'conversation') ?? [];
  const actual = pickList(value, ...RECORDED) ?? [];
  const longer = expected.length >= actual.length ? expected : actual;
  if (longer.length === 0) {
    reading.note('record_unread', 'conversation');
    return;
  }
  if (isJsonObject(value))
    reading.keepRest(value, ['eval_id', 'evalId', 'conversation', ...RECORDED]);
  const turns = longer.map((_, turn) => readInvocations(actual[turn], expected[turn], reading));
  writeCase(turns, { id }, reading);
}

const STATUS: Readonly<Record<string, string>> = { 1: 'passed', 2: 'failed', 3: 'not evaluated' };

const RESULT_KEYS = [
  ...['eval_id', 'evalId', 'final_eval_status', 'finalEvalStatus'],
  ...['eval_metric_result_per_invocation', 'evalMetricResultPerInvocation'],
];

function readResult(value: JsonValue, reading: Reading): void {
  reading.from(value);
  const status = pick(value, 'final_eval_status', 'finalEvalStatus');
  const word = typeof status === 'object' ? undefined : String(status ?? '');
  const invocations = pickList(
    value,
    'eval_metric_result_per_invocation',
    'evalMetricResultPerInvocation',
  );
  if (!invocations) {
    reading.note('record_unread', 'eval_metric_result_per_invocation');
    return;
  }
  if (isJsonObject(value)) reading.keepRest(value, RESULT_KEYS);
  const turns = invocations.map((item) =>
    readInvocations(
      pick(item, 'actual_invocation', 'actualInvocation'),
      pick(item, 'expected_invocation', 'expectedInvocation'),
      reading,
      pickList(item, 'eval_metric_results', 'evalMetricResults'),
    ),
  );
  const cells = {
    id: pick(value, 'eval_id', 'evalId'),
    eval_status: word === undefined || word === '' ? undefined : (STATUS[word] ?? word),
  };
  writeCase(turns, cells, reading);
}
