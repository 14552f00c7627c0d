import { readCallList, type FoundCall } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickText,
  unwrapEncoded,
  pickObject,
  type Maybe,
} from '#core/base/json/pick.ts';
import type { Collector, Adapter, Cells } from '#core/read/framework/adapter.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { turnCells } from '#core/read/transcripts/write-turns.ts';
import { readEntries } from '#core/read/shape/walk.ts';
import { recordedCalls } from '#core/read/transcripts/entry.ts';

/** Evaluation files of Google's Agent Development Kit: old test lists, eval sets, eval results. */
export const adk: Adapter = {
  id: 'adk',
  title: 'Google ADK evaluation',
  recognise: (value) => isAdk(unwrapEncoded(value)),
  read: (values, out) => {
    if (values.length > 0 && values.every(isTest)) writeTests(values, {}, out);
    else for (const value of values) readFile(unwrapEncoded(value), out);
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

function readFile(value: JsonValue, out: Collector): void {
  out.from(value);
  if (isJsonList(value)) {
    if (value.every(isTest)) writeTests(value, {}, out);
    else for (const item of value) readFile(item, out);
  } else if (isNamedTests(value)) {
    if (isJsonObject(value)) out.keepRest(value, ['name', 'data']);
    writeTests(pickList(value, 'data') ?? [], { id: pick(value, 'name') }, out);
  } else if (isTest(value)) {
    writeTests([value], {}, out);
  } else {
    for (const item of pickList(value, ...CASES) ?? []) readCase(item, out);
    for (const item of pickList(value, ...RESULTS) ?? []) readResult(item, out);
    if (!hasKey(value, ...CASES, ...RESULTS)) out.unread(value);
  }
}

function writeTests(
  tests: readonly JsonValue[],
  cells: { readonly id?: JsonValue | undefined },
  out: Collector,
): void {
  const known = tests.filter(isJsonObject);
  // a list without a name is no conversation: its questions need not belong together
  if (cells.id !== undefined) {
    const turns = known.map((test) => readTest(test, out));
    writeCase(turns, cells, out);
    return;
  }
  for (const test of known) {
    out.from(test);
    out.keepRest(test, ['query', 'reference', 'expected_tool_use']);
    writeCase([readTest(test, out)], {}, out);
  }
}

function readTest(test: JsonObject, out: Collector): Invocation {
  return {
    prompt: pickText(test, 'query'),
    expected: {
      answer: pickText(test, 'reference'),
      calls: expectedCalls(test, out),
    },
    actual: undefined,
    latency: undefined,
    scores: {},
  };
}

function expectedCalls(test: JsonObject, out: Collector): readonly FoundCall[] | undefined {
  const key = 'expected_tool_use';
  const calls = pickList(test, key);
  return calls && readCallList(calls, out, key)?.map((call) => ({ ...call, output: undefined }));
}

/** What a port calls the recorded run of a case. */
const RECORDED = ['actual_conversation', 'actualConversation'];

function readCase(value: JsonValue, out: Collector): void {
  out.from(value);
  const id = pick(value, 'eval_id', 'evalId');
  const expected = pickList(value, 'conversation') ?? [];
  const actual = pickList(value, ...RECORDED) ?? [];
  const longer = expected.length >= actual.length ? expected : actual;
  if (longer.length === 0) {
    out.note('record_unread', 'conversation');
    return;
  }
  if (isJsonObject(value)) out.keepRest(value, ['eval_id', 'evalId', 'conversation', ...RECORDED]);
  const turns = longer.map((_, turn) => readInvocations(actual[turn], expected[turn], out));
  writeCase(turns, { id }, out);
}

const STATUS: Readonly<Record<string, string>> = { 1: 'passed', 2: 'failed', 3: 'not evaluated' };

const RESULT_KEYS = [
  'eval_id',
  'evalId',
  'final_eval_status',
  'finalEvalStatus',
  'eval_metric_result_per_invocation',
  'evalMetricResultPerInvocation',
];

function readResult(value: JsonValue, out: Collector): void {
  out.from(value);
  const status = pick(value, 'final_eval_status', 'finalEvalStatus');
  const word = typeof status === 'object' ? undefined : String(status ?? '');
  const invocations = pickList(
    value,
    'eval_metric_result_per_invocation',
    'evalMetricResultPerInvocation',
  );
  if (!invocations) {
    out.note('record_unread', 'eval_metric_result_per_invocation');
    return;
  }
  if (isJsonObject(value)) out.keepRest(value, RESULT_KEYS);
  const turns = invocations.map((item) =>
    readInvocations(
      pick(item, 'actual_invocation', 'actualInvocation'),
      pick(item, 'expected_invocation', 'expectedInvocation'),
      out,
      pickList(item, 'eval_metric_results', 'evalMetricResults'),
    ),
  );
  const cells = {
    id: pick(value, 'eval_id', 'evalId'),
    eval_status: word === undefined || word === '' ? undefined : (STATUS[word] ?? word),
  };
  writeCase(turns, cells, out);
}

/** What an agent did with a question, or should have done. */
interface Answer {
  readonly answer: string | undefined;
  /** The calls; undefined when they are not recorded. */
  readonly calls: readonly FoundCall[] | undefined;
}

/** One question with what was expected and what happened; either may be unknown. */
interface Invocation {
  readonly prompt: string | undefined;
  readonly expected: Answer | undefined;
  readonly actual: Answer | undefined;
  /** Seconds. */
  readonly latency: number | undefined;
  /** Scores that the framework returned. */
  readonly scores: Cells;
}

/** Reads what happened at a turn and what was expected. */
function readInvocations(
  actual: Maybe,
  expected: Maybe,
  out: Collector,
  results: readonly JsonValue[] = [],
): Invocation {
  const prompt =
    pick(actual, 'user_content', 'userContent') ?? pick(expected, 'user_content', 'userContent');
  const seconds = pick(actual, 'duration');
  return {
    prompt: contentText(prompt),
    expected: isJsonObject(expected) ? readAnswer(expected, out) : undefined,
    actual: isJsonObject(actual) ? readAnswer(actual, out) : undefined,
    latency: typeof seconds === 'number' ? seconds : undefined,
    scores: scoresOf(results, out),
  };
}

/** Writes the turns of a case: a row for each, or one row for all, as a person chose. */
function writeCase(turns: readonly Invocation[], cells: Cells, out: Collector): void {
  if (out.options.turns === 'rows' || turns.length <= 1) {
    for (const [index, turn] of turns.entries()) {
      const named = turns.length > 1 ? turnCells(cells['id'] ?? undefined, index) : {};
      writeInvocation(turn, { ...cells, ...named }, out);
    }
    return;
  }
  out.note('turns_joined', String(turns.length));
  const first = turns[0];
  writeInvocation(
    {
      prompt: turns.map(({ prompt }) => prompt ?? '').join('\n'),
      expected: joinAnswers(turns.map(({ expected }) => expected)),
      actual: joinAnswers(turns.map(({ actual }) => actual)),
      latency: undefined,
      scores: turns.length === 1 && first ? first.scores : {},
    },
    cells,
    out,
  );
}

function writeInvocation(turn: Invocation, cells: Cells, out: Collector): void {
  const { prompt, expected, actual, latency, scores } = turn;
  out.row({
    ...cells,
    prompt,
    response: actual?.answer,
    reference: expected?.answer,
    predicted_trajectory: out.maybeTrajectory(actual?.calls, 'predicted'),
    reference_trajectory: out.maybeTrajectory(expected?.calls, 'reference'),
    latency_in_seconds: latency,
    ...scores,
  });
}

function joinAnswers(answers: readonly (Answer | undefined)[]): Answer | undefined {
  const known = answers.filter((answer) => answer !== undefined);
  if (known.length === 0) return undefined;
  const isRecorded = known.some(({ calls }) => calls !== undefined);
  return {
    answer: known.at(-1)?.answer,
    calls: isRecorded ? known.flatMap(({ calls }) => calls ?? []) : undefined,
  };
}

function readAnswer(invocation: JsonValue, out: Collector): Answer {
  return {
    answer: contentText(pick(invocation, 'final_response', 'finalResponse')),
    calls: readCalls(invocation, out),
  };
}

/** Three shapes: a list of uses, a list of events, and a port's plain list of tools. */
function readCalls(invocation: JsonValue, out: Collector): readonly FoundCall[] | undefined {
  const data = pickObject(invocation, 'intermediate_data', 'intermediateData');
  const events = pickList(data, 'invocation_events', 'invocationEvents');
  if (events) {
    return recordedCalls(readEntries(events, out));
  }
  const list = pickList(data, 'tool_uses', 'toolUses') ?? pickList(invocation, 'tools');
  if (!list) return undefined;
  // empty arguments are left out
  return readCallList(list, out, 'tool_uses')?.map((call) => ({
    ...call,
    input: call.input ?? {},
  }));
}

/** Parts in the original, plain text in a port. */
function contentText(content: Maybe): string | undefined {
  const text = textOf(pick(content, 'parts', 'content'));
  return text === '' ? undefined : text;
}

function scoresOf(results: readonly JsonValue[], out: Collector): Cells {
  const scores = results.flatMap((result) => {
    const name = pickText(result, 'metric_name', 'metricName');
    const score = pick(result, 'score');
    return name !== undefined && typeof score === 'number' ? [[`${name}/score`, score]] : [];
  });
  for (const [name] of scores) out.note('scores_kept', String(name));
  return Object.fromEntries(scores) as Cells;
}
