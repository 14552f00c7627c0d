import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickObject, pickText } from '#core/json/pick.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';
import { outputsIn } from './table-row.ts';
import { writeOutput, type TestOutput } from './write-output.ts';

/** Results of promptfoo, as its output files have them: one row for each test and provider. */
export const promptfoo: Adapter = {
  id: 'promptfoo',
  title: 'promptfoo results',
  recognise: (value) => holdsRecord(value, isRecord),
  read: (values, options) => {
    const reading = new Reading(options);
    const found: { readonly output: TestOutput; readonly origin: readonly JsonValue[] }[] = [];
    for (const value of values) {
      const records = findRecords(value, isRecord, true);
      reading.from(value);
      if (records.length === 0) reading.unread(value);
      for (const record of records) {
        if (!isRecord(record)) {
          reading.from(record, value);
          reading.other(record);
          continue;
        }
        const outputs = isResult(record) ? [readResult(record)] : outputsIn(record);
        found.push(...outputs.map((output) => ({ output, origin: [record, value] })));
      }
    }
    // they stand in the order in which they were finished
    found.sort((a, b) => a.output.prompt - b.output.prompt || a.output.test - b.output.test || 0);
    for (const { output, origin } of found) {
      reading.from(...origin);
      writeOutput(output, reading);
    }
    return reading.result();
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
  ...['id', 'promptIdx', 'testIdx', 'provider', 'vars', 'prompt', 'response', 'latencyMs'],
  ...['score', 'namedScores', 'failureReason'],
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
    hasFailed: hasFailed(result),
    rest: Object.fromEntries(Object.entries(result).filter(([key]) => !USED.has(key))),
    scores: { score: pick(result, 'score'), ...namedScores(result) },
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
