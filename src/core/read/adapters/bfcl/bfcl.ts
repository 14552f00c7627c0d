import { readCall, readCallText, type FoundCall } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { turnCells } from '#core/read/transcripts/write-turns.ts';
import { divideRecords, holdsRecord } from '#core/read/transcripts/find-records.ts';
import type { Adapter, Cells, Collector, Origin } from '#core/read/framework/adapter.ts';
import { readOthers } from '#core/read/shape/shape.ts';
import {
  findSchema,
  inputPattern,
  madeInput,
  type Version,
  loadJson,
  markFloats,
} from './accepted-values.ts';

/**
 * The Berkeley Function-Calling Leaderboard: questions, accepted answers and what a model answered.
 * Records with the same id are one row, whichever file they come from, so that the three files of a
 * category can be read one after another.
 */
export const bfcl: Adapter = {
  id: 'bfcl',
  title: 'BFCL question or answer',
  scoring: { hasPatterns: true },
  partOf: (value) => {
    const part = isJsonObject(value) ? partOf(value) : undefined;
    if (part !== 'answers') return part && 'task';
    return hasResultKeys(value) ? 'answers' : undefined;
  },
  recognise: (value) => holdsRecord(value, (record) => isMarked(record)),
  reread: (value, text) => withFloats(value, text),
  read: (values, out) => {
    const { records, others } = divideRecords(values, (record) => partOf(record) !== undefined);
    const cases = gatherCases(records);
    const naming = namingOf(cases);
    for (const one of cases) writeCase(one, naming, out);
    readOthers(others, out);
  },
};

/** What a record of a task brings to its row: the question, or the accepted answers. */
type Part = 'question' | 'truth';

interface Answer {
  readonly record: JsonObject;
  readonly origin: Origin;
}

/** All that the records of one id say, whichever file they come from. */
interface Case {
  readonly id: JsonValue | undefined;
  readonly task: Partial<Record<Part, JsonObject>>;
  /** What was answered; several answers are several rows. */
  readonly answers: Answer[];
  readonly origin: Origin;
}

/** Joins records by their ids. A part of a task that comes again under its id begins another case. */
function gatherCases(records: readonly (readonly [JsonObject, Origin])[]): readonly Case[] {
  const cases: Case[] = [];
  const byId = new Map<string | undefined, Case>();
  for (const [record, origin] of records) {
    const part = partOf(record);
    const id = pickText(record, 'id');
    const known = byId.get(id);
    const isTaken = part !== 'answers' && part !== undefined && known?.task[part] !== undefined;
    const one: Case = known && !isTaken ? known : { id, task: {}, answers: [], origin };
    if (one !== known) cases.push(one);
    byId.set(id, one);
    if (part === 'answers') one.answers.push({ record, origin });
    else if (part !== undefined) one.task[part] = record;
  }
  return cases;
}

/** Writes each answer of a case, or its task where there is none. */
function writeCase(one: Case, naming: Naming, out: Collector): void {
  const { question, truth } = one.task;
  const answers = one.answers.length > 0 ? one.answers : [undefined];
  for (const answer of answers) {
    out.from(...(answer?.origin ?? one.origin));
    out.keepRest({ ...question, ...truth, ...answer?.record }, USED);
    if (answer) out.row(joinedCells(one, answer.record, naming, out));
    else if (truth) writeAnswer(one, truth, out);
    else if (question) writeQuestion(question, out);
  }
}

function partOf(value: JsonObject): Part | 'answers' | undefined {
  if (pickText(value, 'id') === undefined) return undefined;
  if (isTruth(value)) return 'truth';
  if (isQuestion(value)) return 'question';
  return isResult(value) ? 'answers' : undefined;
}

/** A text as a result, or one with further columns, may be any row's: it is one beside others only. */
function isMarked(value: JsonObject): boolean {
  const part = partOf(value);
  if (part !== 'answers') return part !== undefined;
  const result = pick(value, 'result');
  return hasResultKeys(value) && (isJsonList(result) ? isMade(result) : isCallsText(result));
}

function isTruth(value: JsonObject): boolean {
  const list = answersIn(value);
  return list.length > 0 && turnsOf(list).flat().every(isCall);
}

/** The first version has an object with a key for each call, which counts calls of one function. */
function answersIn(record: JsonObject): readonly JsonValue[] {
  const answer = pick(record, 'ground_truth');
  if (isJsonObject(answer))
    return Object.entries(answer).map(([name, input]) => ({ [name]: input }));
  return pickList(record, 'ground_truth') ?? [];
}

function versionOf(record: JsonObject): Version {
  return isJsonObject(pick(record, 'ground_truth')) ? 'first' : 'later';
}

function isQuestion(value: JsonObject): boolean {
  // other benchmarks have plain calls beside their questions
  if (hasKey(value, 'ground_truth') && !isTruth(value)) return false;
  const functions = pick(value, 'function');
  const first = isJsonList(functions) ? functions[0] : functions;
  if (pickList(value, 'question')?.some(isJsonList) === true)
    return functions !== undefined || pickList(value, 'involved_classes') !== undefined;
  const isDescribed = pickText(first, 'name') !== undefined;
  return pickText(value, 'question') !== undefined && isDescribed;
}

/** A call is `{name: {argument: [values]}}` or text; the first version has slips of the pen. */
function isCall(value: JsonValue): boolean {
  if (typeof value === 'string') return /^[\w.]+\(.*\)$/s.test(value.trim());
  if (!isJsonObject(value)) return false;
  const inputs = Object.values(value);
  const [only] = inputs;
  if (inputs.length !== 1) return false;
  return isJsonList(only) || (isJsonObject(only) && Object.values(only).every(isJsonList));
}

/** Keys that a model's answers have beside what was answered. */
const RESULT_KEYS = new Set(
  (
    'id idx result input_token_count output_token_count input_tokens output_tokens latency ' +
    'reasoning_content'
  ).split(' '),
);

function hasResultKeys(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).every((key) => RESULT_KEYS.has(key));
}

/** An answer of a model: calls, text, or its service's message instead. */
function isResult(value: JsonObject): boolean {
  const result = pick(value, 'result');
  if (isJsonList(result) || typeof result === 'string') return true;
  return hasKey(value, 'result') && hasResultKeys(value);
}

function isMade(result: readonly JsonValue[]): boolean {
  return result.length > 0 && result.every(isMadeCall);
}

/** A call made is `{name: "{…}"}`, its arguments as JSON text, or as an object. */
function isMadeCall(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const inputs = Object.values(value);
  const [only] = inputs;
  return inputs.length === 1 && (typeof only === 'string' || isJsonObject(only));
}

/** What a model without calls of functions answers: `[f(a=1), g()]`. */
function isCallsText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /^\s*\[\s*[\w.]+\(.*\)\s*\]\s*$/s.test(value);
}

/** Accepted answers with marks at whole numbers that are floats, which only their text shows. */
function withFloats(value: JsonValue, text: string): JsonValue {
  const loaded = loadJson(text);
  if (loaded === undefined) return value;
  const take = (item: JsonValue, marked: JsonValue | undefined): JsonValue => {
    const truth = pick(marked, 'ground_truth');
    return isJsonObject(item) && truth !== undefined && pick(item, 'ground_truth') !== undefined
      ? { ...item, ground_truth: truth }
      : item;
  };
  if (!isJsonList(value)) return take(value, loaded);
  return value.map((item, place) => take(item, isJsonList(loaded) ? loaded[place] : undefined));
}

/** What the names in all records tell of how a model was asked. */
interface Naming {
  /** Whether the model calls functions rather than writing calls, so that a text is no call. */
  readonly areCalled: boolean;
  /** The name that the model was offered for a function. */
  readonly rename: (name: string) => string;
}

/** A model that calls no function by a name with a dot was offered names with `_` in their place. */
function namingOf(cases: readonly Case[]): Naming {
  const lists = cases.flatMap(({ answers }) =>
    answers.flatMap(({ record }) => {
      const result = pick(record, 'result');
      return isJsonList(result) ? [result] : [];
    }),
  );
  const called = new Set(lists.flat().map(nameOf));
  const declared = cases.flatMap(({ task: { question, truth } }) => [
    ...functionsOf(question).map((offered) => pickText(offered, 'name')),
    ...(truth ? answersIn(truth).map(nameOf) : []),
  ]);
  const isDotted = declared.some((name) => name?.includes('.') === true && called.has(name));
  const areCalled = lists.length > 0;
  const isUnderscored = areCalled && !isDotted;
  return { areCalled, rename: (name) => (isUnderscored ? name.replaceAll('.', '_') : name) };
}

/** The name under which a call is written: its only key. */
function nameOf(call: JsonValue): string | undefined {
  return isJsonObject(call) ? Object.keys(call)[0] : undefined;
}

function functionsOf(question: JsonObject | undefined): readonly JsonValue[] {
  const one = pickObject(question, 'function');
  return one ? [one] : (pickList(question, 'function') ?? []);
}

const USED = ['id', 'ground_truth', 'question', 'result', 'latency'];

/** The row of an answer of a model, with the question and the accepted answers where they are there. */
function joinedCells(
  one: Case,
  record: JsonObject,
  { areCalled, rename }: Naming,
  out: Collector,
): Cells {
  const { id } = one;
  const { question, truth: answer } = one.task;
  const result = pick(record, 'result');
  const truths = answer ? truthsOf(answer, question) : [];
  const called = isJsonList(result)
    ? readResult(result, truths, rename, out)
    : readWritten(areCalled ? undefined : result, truths, out);
  const isNone = !answer && isIrrelevant(id);
  // where no call is right, an answer whose call cannot be read counts as one without calls
  const made = isNone && called.some(({ isUnread }) => isUnread === true) ? [] : called;
  return {
    id,
    prompt: question && promptsOf(question).join('\n'),
    tool_declarations: offeredFunctions(question, rename),
    response: saidIn(result),
    predicted_trajectory: out.trajectory(made, 'predicted'),
    reference_trajectory: answer || isNone ? expectedCalls(answer, truths, rename, out) : undefined,
    latency_in_seconds: pick(record, 'latency'),
  };
}

/** The functions of a question, under the names that the model was offered. */
function offeredFunctions(
  question: JsonObject | undefined,
  rename: (name: string) => string,
): readonly JsonValue[] | undefined {
  if (pick(question, 'function') === undefined) return undefined;
  return functionsOf(question).map((offered) => {
    const name = pickText(offered, 'name');
    return isJsonObject(offered) && name !== undefined
      ? { ...offered, name: rename(name) }
      : offered;
  });
}

/** An accepted call: the function's name, the accepted values and the declaration of the function. */
interface Truth {
  readonly name: string;
  readonly accepted: JsonObject | undefined;
  readonly schema: JsonObject | undefined;
  readonly version: Version;
}

function truthsOf(answer: JsonObject, question: JsonObject | undefined): readonly Truth[] {
  const version = versionOf(answer);
  const calls = answersIn(answer).filter(isJsonObject);
  const functions = pick(question, 'function');
  const all = isJsonList(functions)
    ? functions.filter(isJsonObject)
    : pickObject(question, 'function');
  // only where one function is offered and one call expected its name does not matter
  const offered = isJsonObject(all) && calls.length > 1 ? [all] : all;
  return calls.map((call) => {
    const [key = '', inputs] = Object.entries(call)[0] ?? [];
    const schema = offered && findSchema(offered, key, version);
    const isCounted = version === 'first' && calls.length > 1;
    const name = pickText(schema, 'name') ?? (isCounted ? key.replace(/[_ ]\d+$/, '') : key);
    const accepted =
      isJsonObject(inputs) && (schema !== undefined || !offered) ? inputs : undefined;
    return { name, accepted, schema, version };
  });
}

/** In these categories no call is right. */
function isIrrelevant(id: JsonValue | undefined): boolean {
  return typeof id === 'string' && /^(?:(?:live_)?irrelevance|relevance)_/.test(id);
}

/** Several calls are accepted in any order. */
function expectedCalls(
  answer: JsonObject | undefined,
  truths: readonly Truth[],
  rename: (name: string) => string,
  out: Collector,
): readonly JsonValue[] {
  if (truths.length === 0) return answer ? turnCalls(answer, out).flat() : [];
  const calls = truths.map(({ name, accepted, schema, version }) => ({
    name: rename(name),
    // where nothing is described, the checker accepts nothing
    input: accepted ? inputPattern(accepted, schema, version) : 'no call is accepted here',
  }));
  const written = out.trajectory(calls, 'reference');
  return written.length > 1 ? [{ $inAnyOrder: written }] : written;
}

/** A call made; `isUnread` where its arguments are no JSON. */
interface MadeCall extends FoundCall {
  readonly isUnread?: boolean;
}

/** The calls of a list; one that holds anything else cannot be read as a whole, and makes none. */
function readResult(
  result: readonly JsonValue[],
  truths: readonly Truth[],
  rename: (name: string) => string,
  out: Collector,
): readonly MadeCall[] {
  if (result.every(isMadeCall)) return result.flatMap((call) => readMade(call, truths, rename));
  out.note('answer_unreadable');
  return [];
}

/** What a model wrote instead of calls, or among them. */
function saidIn(result: JsonValue | undefined): string | undefined {
  if (typeof result === 'string') return result;
  return isJsonList(result) && !result.every(isMadeCall)
    ? result.map(itemText).join('\n')
    : undefined;
}

function readMade(
  call: JsonValue,
  truths: readonly Truth[],
  rename: (name: string) => string,
): readonly MadeCall[] {
  const [name, text] = isJsonObject(call) ? (Object.entries(call)[0] ?? []) : [];
  if (name === undefined || text === undefined) return [];
  const loaded = typeof text === 'string' ? loadJson(text) : text;
  // text that is no JSON is no right answer, however it could be read
  if (loaded === undefined) return [{ name, input: { arguments: text }, isUnread: true }];
  return [madeCall(name, loaded, truths, rename)];
}

/** A call made, its arguments typed as Python has them. */
function madeCall(
  name: string,
  input: JsonValue,
  truths: readonly Truth[],
  rename = (own: string): string => own,
): MadeCall {
  const meant = truths.filter((truth) => rename(truth.name) === name);
  const accepted = meant.flatMap((truth) => (truth.accepted ? [truth.accepted] : []));
  return { name, input: madeInput(input, accepted, meant[0]?.schema) };
}

/** A text of a model that calls functions, or one that cannot be read, makes no call. */
function readWritten(
  result: JsonValue | undefined,
  truths: readonly Truth[],
  out: Collector,
): readonly MadeCall[] {
  if (typeof result !== 'string') return [];
  // the checker parses what is within brackets, whether or not they are there
  const source = result.trim().replace(/^[[\]']{1,9}|[[\]']{1,9}$/g, '');
  const reading = parseTolerant(`[${markFloats(source)}]`);
  const list = reading.ok && isJsonList(reading.value) ? reading.value : [];
  if (!list.every((call) => hasKey(call, CLASS_KEY))) return [];
  return list
    .flatMap((call) => readCall(call, out))
    .map(({ name, input }) => madeCall(name, input ?? {}, truths));
}

function writeAnswer(one: Case, answer: JsonObject, out: Collector): void {
  const { id } = one;
  const { question } = one.task;
  const prompts = question ? promptsOf(question) : [];
  const turns = turnsOf(answersIn(answer));
  if (turns.length > 1) {
    const calls = turnCalls(answer, out);
    if (out.options.turns === 'rows') {
      for (const [index, turn] of calls.entries())
        out.row({ ...turnCells(id, index), prompt: prompts[index], reference_trajectory: turn });
      return;
    }
    out.note('turns_joined', String(turns.length));
  }
  const truths = truthsOf(answer, question);
  const reference_trajectory = expectedCalls(answer, truths, (name) => name, out);
  const tool_declarations = offeredFunctions(question, (name) => name);
  out.row({
    id,
    prompt: question && prompts.join('\n'),
    tool_declarations,
    reference_trajectory,
  });
}

/** Conversations have one list for each turn; the rest is a single turn. */
function turnsOf(list: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  return list.every(isJsonList) ? list : [list];
}

function itemText(item: JsonValue): string {
  return typeof item === 'string' ? item : printJson(item);
}

/** The calls of each turn, written as Python has them. */
function turnCalls(answer: JsonObject, out: Collector): readonly (readonly JsonValue[])[] {
  return turnsOf(answersIn(answer)).map((turn) => {
    const calls = turn.flatMap((item) => {
      const found = typeof item === 'string' ? readCall(readCallText(item) ?? null, out) : [];
      if (found.length === 0) out.note('call_unreadable', itemText(item).slice(0, 40));
      return found;
    });
    return out.trajectory(calls, 'reference');
  });
}

function promptsOf(question: JsonObject): readonly string[] {
  const asked = pick(question, 'question');
  if (typeof asked === 'string') return [asked];
  return (isJsonList(asked) ? asked : []).map((turn) =>
    (isJsonList(turn) ? turn : [])
      .filter((message) => pick(message, 'role') === 'user')
      .map((message) => textOf(pick(message, 'content')))
      .join('\n'),
  );
}

function writeQuestion(question: JsonObject, out: Collector): void {
  const id = pick(question, 'id');
  const prompts = promptsOf(question);
  if (out.options.turns === 'rows' && prompts.length > 1) {
    for (const [index, prompt] of prompts.entries()) out.row({ ...turnCells(id, index), prompt });
  } else {
    const tool_declarations = offeredFunctions(question, (name) => name);
    out.row({ id, prompt: prompts.join('\n'), tool_declarations });
  }
}
