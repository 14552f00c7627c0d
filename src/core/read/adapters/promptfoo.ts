import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickObject,
  pickText,
  withoutUndefined,
  type Maybe,
} from '#core/base/json/pick.ts';
import type { StepRecord } from '#core/calls/step.ts';
import type { Adapter, Collector, Origin } from '#core/read/framework/adapter.ts';
import { withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { holdsRecord, divideRecords } from '#core/read/transcripts/find-records.ts';
import { freeName } from '#core/read/names/free-name.ts';
import { COLUMN_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import type { Run } from '#core/read/shape/run.ts';
import { readOthers, readOutputCalls, textIn, writeRun } from '#core/read/shape/shape.ts';

/** Results of promptfoo, as its output files have them: one row for each test and provider. */
export const promptfoo: Adapter = {
  id: 'promptfoo',
  title: 'promptfoo results',
  recognise: (value) => holdsRecord(value, isRecord),
  read: (values, out) => {
    const { records, others } = divideRecords(values, isRecord);
    const found = records.flatMap(([record, origin]) => {
      const results = isResult(record) ? [record] : resultsIn(record);
      return results.map((result) => ({ result, origin }));
    });
    // they are in the order in which they were finished
    found.sort(
      ({ result: a }, { result: b }) =>
        placeOf(a, 'promptIdx') - placeOf(b, 'promptIdx') ||
        placeOf(a, 'testIdx') - placeOf(b, 'testIdx'),
    );
    for (const { result, origin } of found) {
      out.from(...origin);
      writeRun(runOf(result, origin, out), out);
    }
    readOthers(others, out);
  },
};

function isRecord(value: JsonObject): boolean {
  return isResult(value) || resultsIn(value).length > 0;
}

function isResult(value: JsonObject): boolean {
  const isTested = hasKey(value, 'vars') && hasKey(pickObject(value, 'prompt'), 'raw');
  return isTested && hasKey(value, 'response', 'gradingResult', 'namedScores', 'error');
}

/** Keys of a result that its row is read from. */
const USED = [
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
];

/**
 * What an answer took, in dollars. A provider that says nothing of it has zeros, and what was answered
 * out of promptfoo’s own store has its tokens under `cached` alone.
 */
function spentOn(result: JsonObject, response: JsonObject | undefined): StepRecord {
  const usage = pickObject(response, 'tokenUsage') ?? pickObject(result, 'tokenUsage');
  const some = (holder: Maybe, key: string): number | undefined =>
    pickAmount(holder, key) || undefined;
  const tokens = withoutUndefined({
    input: some(usage, 'prompt'),
    output: some(usage, 'completion'),
    cached: some(pickObject(usage, 'completionDetails'), 'cacheReadInputTokens'),
  });
  const amount = some(response, 'cost') ?? some(result, 'cost');
  return {
    ...(Object.keys(tokens).length > 0 && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
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

/**
 * Whether the run failed: an answer that did not meet what was asserted is no failure.
 * @returns undefined where unknown, as in a table without a status
 */
function hasFailed(result: JsonObject): boolean | undefined {
  const reason = result['failureReason'];
  if (reason === null) return undefined;
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

/** Tells a row of promptfoo's tables, a test and what each provider answered, as results of it. */
function resultsIn(row: JsonObject): readonly JsonObject[] {
  const names = Object.keys(row);
  const heads = names.filter((name, at) => HEAD.test(name) && FOLLOWING.test(names[at + 1] ?? ''));
  if (heads.length === 0) return [];
  const own = new Set(heads);
  const vars = Object.fromEntries(
    Object.entries(row).filter(([name]) => !own.has(name) && !FOLLOWING.test(name)),
  );
  return heads.flatMap((head, promptIdx): JsonObject[] => {
    const answer = row[head] ?? '';
    if (answer === '') return [];
    const from = names.indexOf(head) + 1;
    const to = names.findIndex((name, at) => at >= from && !FOLLOWING.test(name));
    const about = names.slice(from, to < 0 ? undefined : to);
    const cellOf = (name: string): string | undefined => {
      const column = about.find((key) => key === name || key.startsWith(`${name}_`));
      return column === undefined ? undefined : pickText(row, column);
    };
    const verdict = typeof answer === 'string' ? VERDICT.exec(answer) : null;
    const output = typeof answer === 'string' ? answer.slice(verdict?.[0].length ?? 0) : answer;
    const status = cellOf('Status') ?? verdict?.[1];
    const [mark = '', provider = ''] = HEAD.exec(head) ?? [];
    return [
      {
        promptIdx,
        provider,
        vars,
        prompt: { raw: fillIn(head.slice(mark.length), vars) ?? null },
        response: { output },
        latencyMs: numberIn(cellOf('Latency (ms)')),
        score: numberIn(cellOf('Score')),
        failureReason: status === undefined ? null : status === 'ERROR' ? 2 : 0,
      },
    ];
  });
}

function numberIn(cell: string | undefined): number | null {
  const number = Number(cell ?? NaN);
  return Number.isFinite(number) ? number : null;
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

/**
 * Tells the answer to a test as a run. Calls are in the answer or beside it, or in both; an answer in
 * plain words with nothing beside it does not show whether tools were called.
 */
function runOf(result: JsonObject, origins: Origin, out: Collector): Run {
  const vars = pickObject(result, 'vars') ?? {};
  const response = pickObject(result, 'response');
  const provider = pick(result, 'provider');
  const answer = pick(response, 'output');
  const milliseconds = pick(result, 'latencyMs');
  const listed = toolCallsOf(response) ?? toolCallsOf(result);
  const calls = readOutputCalls(answer, out) ?? readOutputCalls(listed, out);
  const score = pick(result, 'score');
  if (typeof score === 'number') out.note('scores_kept', 'score');
  const named = pickObject(result, 'namedScores') ?? {};
  const prompt = promptOf(vars, pickText(pickObject(result, 'prompt'), 'raw'));
  const text = textIn(answer, 'assistant');
  const said: readonly Entry[] = text?.trim() ? [{ kind: 'answer', text }] : [];
  const made = (calls ?? []).map((call): Entry => ({ kind: 'call', call }));
  const asked: readonly Entry[] = prompt === undefined ? [] : [{ kind: 'user', text: prompt }];
  const failed = hasFailed(result);
  const cells: JsonObject = withoutUndefined({
    id: pick(result, 'id'),
    provider: isJsonObject(provider) ? pickText(provider, 'label', 'id') : provider,
    prompt,
    response: text,
    latency_in_seconds: typeof milliseconds === 'number' ? milliseconds / 1000 : undefined,
    failure: failed === undefined ? undefined : Number(failed),
    score: typeof score === 'number' ? score : undefined,
    scores: Object.keys(named).length > 0 ? named : undefined,
  });
  return {
    events: [...asked, ...withRecord([...made, ...said], spentOn(result, response), 'answer')],
    // what was expected is among the columns of the test, and read where rows are scored
    about: { ...besides(result, vars, cells), ...cells },
    used: [],
    isRecorded: calls !== undefined,
    isListed: true,
    origins,
  };
}

/** What else a result says, and the columns of its test; one with the name of a cell stands beside it. */
function besides(result: JsonObject, vars: JsonObject, cells: JsonObject): JsonObject {
  const others = Object.entries(result).filter(([key]) => !USED.includes(key));
  const names = new Set(Object.keys(cells));
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(others), ...vars })
      .filter(([name, cell]) => !isJsonEqual(cells[name] ?? null, cell))
      .map(([name, cell]) => [freeName(name, names), cell]),
  );
}

/** The question among the columns of the test, or what was sent: of messages, the user's last. */
function promptOf(vars: JsonObject, asked: string | undefined): string | undefined {
  const names = new Map(Object.keys(vars).map((name) => [simplifyName(name), name]));
  for (const usual of COLUMN_NAMES.prompt) {
    const name = names.get(usual);
    const text = name === undefined ? undefined : pickText(vars, name);
    if (text !== undefined) return text;
  }
  return textIn(asked, 'user');
}
