import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickObject,
  pickText,
  type Maybe,
} from '#core/base/json/pick.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { plainMessages, type PlacedMessage } from '#core/calls/transcript.ts';
import { knownTokens } from '#core/read/traces/usage-details.ts';
import type { Collector, Adapter, Cells } from '#core/read/framework/adapter.ts';
import { holdsRecord, eachRecord } from './record-adapter.ts';
import { COLUMN_NAMES, REFERENCE_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import { namesIn } from '#core/calls/call-names.ts';
import { readInputText, readOutputCalls, readOutputText } from '#core/read/shape/read-output.ts';
import { findCalls, readCalls } from '#core/read/transcripts/record-cells.ts';

/** Results of promptfoo, as its output files have them: one row for each test and provider. */
export const promptfoo: Adapter = {
  id: 'promptfoo',
  title: 'promptfoo results',
  recognise: (value) => holdsRecord(value, isRecord),
  read: (values, out) => {
    const found: { readonly output: TestOutput; readonly origin: readonly JsonValue[] }[] = [];
    for (const value of values) {
      out.from(value);
      const count = eachRecord(value, isRecord, out, (record) => {
        const outputs = isResult(record) ? [readResult(record)] : outputsIn(record);
        found.push(...outputs.map((output) => ({ output, origin: [record, value] })));
      });
      if (count === 0) out.unread(value);
    }
    // they are in the order in which they were finished
    found.sort((a, b) => a.output.prompt - b.output.prompt || a.output.test - b.output.test || 0);
    for (const { output, origin } of found) {
      out.from(...origin);
      writeOutput(output, out);
    }
  },
};

function isRecord(value: JsonObject): boolean {
  return isResult(value) || outputsIn(value).length > 0;
}

function isResult(value: JsonObject): boolean {
  const isTested = hasKey(value, 'vars') && hasKey(pickObject(value, 'prompt'), 'raw');
  return isTested && hasKey(value, 'response', 'gradingResult', 'namedScores', 'error');
}

/** Keys of a result that its row is read from. */
const USED = new Set([
  'id',
  'promptIdx',
  'testIdx',
  'provider',
  'vars',
  'prompt',
  'response',
  'latencyMs',
  'score',
  'namedScores',
  'failureReason',
]);

function readResult(result: JsonObject): TestOutput {
  const response = pickObject(result, 'response');
  const provider = pick(result, 'provider');
  const milliseconds = pick(result, 'latencyMs');
  return {
    id: pick(result, 'id'),
    prompt: placeOf(result, 'promptIdx'),
    test: placeOf(result, 'testIdx'),
    provider: isJsonObject(provider) ? pickText(provider, 'label', 'id') : provider,
    vars: pickObject(result, 'vars') ?? {},
    asked: pickText(pickObject(result, 'prompt'), 'raw'),
    answer: pick(response, 'output'),
    calls: toolCallsOf(response) ?? toolCallsOf(result),
    seconds: typeof milliseconds === 'number' ? milliseconds / 1000 : undefined,
    spent: spentOn(result, response),
    hasFailed: hasFailed(result),
    rest: Object.fromEntries(Object.entries(result).filter(([key]) => !USED.has(key))),
    scores: { score: pick(result, 'score'), ...namedScores(result) },
  };
}

/**
 * What an answer took, in dollars. A provider that says nothing of it has zeros, and what was answered
 * out of promptfoo’s own store has its tokens under `cached` alone.
 */
function spentOn(result: JsonObject, response: JsonObject | undefined): StepRecord {
  const usage = pickObject(response, 'tokenUsage') ?? pickObject(result, 'tokenUsage');
  const some = (holder: Maybe, key: string): number | undefined =>
    pickAmount(holder, key) || undefined;
  const tokens = knownTokens({
    input: some(usage, 'prompt'),
    output: some(usage, 'completion'),
    cached: some(pickObject(usage, 'completionDetails'), 'cacheReadInputTokens'),
  });
  const amount = some(response, 'cost') ?? some(result, 'cost');
  return {
    ...(tokens && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
}

function namedScores(result: JsonObject): JsonObject {
  const named = Object.entries(pickObject(result, 'namedScores') ?? {});
  return Object.fromEntries(named.map(([name, score]) => [`${name}/score`, score]));
}

/** Unknown places keep the order of the file. */
function placeOf(result: JsonObject, key: string): number {
  const place = pick(result, key);
  return typeof place === 'number' ? place : 0;
}

/** Providers that run tools themselves list them beside the answer, once or twice. */
function toolCallsOf(holder: JsonObject | undefined): JsonValue | undefined {
  return pick(pickObject(holder, 'metadata'), 'toolCalls', 'tool_calls');
}

/** An answer that did not meet what was asserted is no failure of the run. */
function hasFailed(result: JsonObject): boolean {
  const reason = pick(result, 'failureReason');
  if (typeof reason === 'number') return reason === 2;
  return hasKey(result, 'error') && !hasKey(result, 'response', 'gradingResult');
}

/** What is in a column of answers: `[the provider] the prompt's label`. */
const HEAD = /^\[([^[\]]+)\] /;

/** Columns that follow each column of answers; where a name comes again, it is numbered. */
const FOLLOWING =
  /^(?:Metric: |(?:Reasoning|Status|Score|Named Scores|Grader Reason|Comment|Latency \(ms\))(?:_\d+)?$)/;

/** Older versions write what came of the test in front of the answer. */
const VERDICT = /^\[(PASS|FAIL|ERROR)\]\s*/;

/** Reads a row of promptfoo's tables: a test, and what each provider answered. */
function outputsIn(row: JsonObject): readonly TestOutput[] {
  const names = Object.keys(row);
  const heads = names.filter((name, at) => HEAD.test(name) && FOLLOWING.test(names[at + 1] ?? ''));
  const [first] = heads;
  if (first === undefined) return [];
  const vars = Object.fromEntries(
    names
      .slice(0, names.indexOf(first))
      .map((name): [string, JsonValue] => [name, row[name] ?? null]),
  );
  const places = new Map(names.map((name, at) => [name, at]));
  const own = new Set(heads);
  const rest = Object.fromEntries(
    Object.entries(row).filter(([name]) => !own.has(name) && !FOLLOWING.test(name)),
  );
  return heads.flatMap((head, prompt) => {
    const answer = pick(row, head);
    if (answer === undefined || answer === '') return [];
    const about: string[] = [];
    for (let at = (places.get(head) ?? 0) + 1; FOLLOWING.test(names[at] ?? ''); at++)
      about.push(names[at] ?? '');
    return [{ ...readOutput(row, { head, prompt, vars, answer, about }), rest }];
  });
}

/** Where the answer of one provider is in a row. */
interface Place {
  readonly head: string;
  readonly prompt: number;
  readonly vars: JsonObject;
  readonly answer: JsonValue;
  /** The columns that say more of it. */
  readonly about: readonly string[];
}

function readOutput(
  row: JsonObject,
  { head, prompt, vars, answer, about }: Place,
): Omit<TestOutput, 'rest'> {
  const cellOf = (name: string): string | undefined => {
    const column = about.find((key) => key === name || key.startsWith(`${name}_`));
    return column === undefined ? undefined : pickText(row, column);
  };
  const verdict = typeof answer === 'string' ? VERDICT.exec(answer) : null;
  const status = cellOf('Status') ?? verdict?.[1];
  const milliseconds = Number(cellOf('Latency (ms)') ?? NaN);
  const score = Number(cellOf('Score') ?? NaN);
  const [mark = '', provider] = HEAD.exec(head) ?? [];
  return {
    id: undefined,
    prompt,
    // a table has the tests in their order
    test: 0,
    provider,
    vars,
    asked: fillIn(head.slice(mark.length), vars),
    answer: typeof answer === 'string' ? answer.slice(verdict?.[0].length ?? 0) : answer,
    calls: undefined,
    seconds: Number.isFinite(milliseconds) ? milliseconds / 1000 : undefined,
    spent: {},
    hasFailed: status === undefined ? undefined : status === 'ERROR',
    scores: Number.isFinite(score) ? { score } : {},
  };
}

/** A prompt has no other label than its template, unless it was given one. */
function fillIn(label: string, vars: JsonObject): string | undefined {
  const places = /\{\{([^{}]*)\}\}/g;
  if (label.search(places) < 0) return undefined;
  return label.replace(places, (place, inner: string) => {
    const [name = ''] = inner.split('|');
    return pickText(vars, name.trim()) ?? place;
  });
}

/** What a provider answered to a test. */
interface TestOutput {
  readonly id: Maybe;
  /** The places of the prompt, of which each provider has its own, and of the test. */
  readonly prompt: number;
  readonly test: number;
  readonly provider: Maybe;
  /** The columns of the test. */
  readonly vars: JsonObject;
  /** The whole text that was sent, or the messages as JSON. */
  readonly asked: string | undefined;
  readonly answer: Maybe;
  /** Calls that are recorded beside the answer. */
  readonly calls: Maybe;
  readonly seconds: number | undefined;
  /** Tokens and cost of the answer. */
  readonly spent: StepRecord;
  readonly hasFailed: boolean | undefined;
  readonly scores: Cells;
  /** What else is in the record; kept as columns. */
  readonly rest: JsonObject;
}

/**
 * Writes the answer to a test as a row. Calls are in the answer or beside it, or in both; an
 * answer in plain words with nothing beside it does not show whether tools were called.
 */
function writeOutput(output: TestOutput, out: Collector): void {
  const { vars, answer, calls: listed, seconds, hasFailed } = output;
  const reference = referenceIn(vars, out);
  const calls =
    readOutputCalls(answer, out, 'response.output') ?? readCalls(listed, out, 'metadata.toolCalls');
  const scores = Object.entries(output.scores).filter(([, score]) => typeof score === 'number');
  for (const [name] of scores) out.note('scores_kept', name);
  out.keepRest({ ...output.rest, ...vars }, reference.key === undefined ? [] : [reference.key]);
  const texts = { prompt: promptOf(output, out), response: readOutputText(answer, out) };
  out.row({
    id: output.id,
    provider: output.provider,
    ...texts,
    predicted_trajectory: out.prediction(calls),
    transcript: out.transcript(turnOf(texts, output.spent, calls ?? []), texts),
    reference_trajectory: reference.cell,
    latency_in_seconds: seconds,
    failure: hasFailed === undefined ? undefined : Number(hasFailed),
    ...Object.fromEntries(scores),
  });
}

/** A question and its answer, with what the answer took: calls in place of words follow it. */
function turnOf(
  {
    prompt,
    response,
  }: { readonly prompt: string | undefined; readonly response: string | undefined },
  spent: StepRecord,
  calls: readonly FoundCall[],
): { readonly messages: readonly PlacedMessage[]; readonly calls: readonly FoundCall[] } {
  const asked = plainMessages(0, { prompt });
  const isSaid = response !== undefined && response.trim() !== '';
  if (!isSaid && Object.keys(spent).length === 0) return { messages: asked, calls };
  const message = { kind: 'message', role: 'agent', text: response ?? '', ...spent } as const;
  return { messages: [...asked, { message, before: isSaid ? calls.length : 0 }], calls };
}

/** The expected tools: calls, a list of names, or names joined in a text. */
function referenceIn(
  vars: JsonObject,
  out: Collector,
): { readonly key?: string; readonly cell?: JsonValue | undefined } {
  const key = findCalls(vars, REFERENCE_NAMES)?.key;
  if (key !== undefined) {
    const calls = readCalls(pick(vars, key), out, key);
    return { key, cell: out.maybeTrajectory(calls, 'reference') };
  }
  for (const [name, cell] of Object.entries(vars)) {
    const simple = simplifyName(name);
    if (!REFERENCE_NAMES.includes(simple) || simple === 'ground_truth') continue;
    if (cell === '') return { key: name };
    const names = typeof cell === 'string' ? namesIn(cell) : undefined;
    if (names) return { key: name, cell: namedCalls(names, out) };
  }
  return {};
}

function namedCalls(names: readonly string[], out: Collector): JsonValue {
  return out.trajectory(
    names.map((name) => ({ name, input: undefined })),
    'reference',
  );
}

/** The question among the columns of the test, or what was sent: of messages, the user's last. */
function promptOf({ vars, asked }: TestOutput, out: Collector): string | undefined {
  const names = new Map(Object.keys(vars).map((name) => [simplifyName(name), name]));
  for (const usual of COLUMN_NAMES.prompt) {
    const name = names.get(usual);
    const text = name === undefined ? undefined : pickText(vars, name);
    if (text !== undefined) return text;
  }
  return readInputText(asked, out) ?? asked;
}
