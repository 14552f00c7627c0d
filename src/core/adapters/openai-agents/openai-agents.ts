import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/json/pick.ts';
import type { FoundCall } from '#core/calls/found-call.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { momentOf } from '#core/traces/step.ts';
import { askedCalls, hasError, writeTraces, type RunStep } from '#core/traces/write-traces.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';
import { isRun, writeRuns } from './runs.ts';

/** Runs that the OpenAI Agents SDK keeps, and spans that it exports. */
export const openaiAgents: Adapter = {
  id: 'openai-agents',
  title: 'OpenAI Agents run or trace',
  recognise: (value) =>
    holdsRecord(value, isRecord) || (isJsonList(value) && value.some(isStateText)),
  read: (recorded, options) => {
    const reading = new Reading(options);
    const values = recorded.map((value) => (isJsonList(value) ? value.map(decodeState) : value));
    for (const value of values) {
      // the head of a trace says nothing that its spans do not
      if (pick(value, 'object') === 'trace' || findRecords(value, isRecord).length > 0) continue;
      reading.from(value);
      reading.unread(value);
    }
    // a run keeps a span of its own to go on with: nothing inside a run is looked at
    const records = findRecords(values, isRecord);
    writeRuns(records.filter(isRun), reading);
    const spans = records.filter((record) => !isRun(record));
    writeTraces(
      spans.map((span) => readSpan(span, reading)),
      reading,
    );
    return reading.result();
  },
};

/** A state that was written as text stands in a list of them. */
function isStateText(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('"$schemaVersion"');
}

function decodeState(value: JsonValue): JsonValue {
  return isStateText(value) ? unwrapEncoded(value) : value;
}

function isRecord(value: JsonObject): boolean {
  return isRun(value) || isSpan(value);
}

function isSpan(value: JsonObject): boolean {
  return (
    pick(value, 'object') === 'trace.span' &&
    pickText(pickObject(value, 'span_data'), 'type') !== undefined
  );
}

function readSpan(span: JsonObject, reading: Reading): RunStep {
  const data = pickObject(span, 'span_data') ?? {};
  return {
    id: pickText(span, 'id') ?? '',
    parentId: pickText(span, 'parent_id'),
    traceId: pickText(span, 'trace_id') ?? '',
    origin: span,
    start: momentOf(pick(span, 'started_at')),
    end: momentOf(pick(span, 'ended_at')),
    input: pick(data, 'input'),
    output: pick(data, 'output'),
    isFailed: hasError(span),
    call: callOf(data, reading),
    asked: askedIn(data, reading),
  };
}

/** Without its text, a model's answer called only what stands in steps of its own. */
function askedIn(data: JsonObject, reading: Reading): readonly FoundCall[] | undefined {
  const type = pickText(data, 'type');
  if (type === 'generation') return askedCalls(pickList(data, 'output')?.[0], reading) ?? [];
  return type === 'response' ? [] : undefined;
}

/** A hand-over is named as the tool that the model called for it. */
function callOf(data: JsonObject, reading: Reading): FoundCall | undefined {
  const type = pickText(data, 'type');
  if (type === 'handoff') {
    const agent = pickText(data, 'to_agent') ?? 'agent';
    return { name: `transfer_to_${agent.replace(/\W+/g, '_').toLowerCase()}`, input: {} };
  }
  const name = pickText(data, 'name');
  if (type !== 'function' || name === undefined) return undefined;
  const input = readToolInput(pick(data, 'input'), name, reading);
  return { name, input, output: pick(data, 'output') };
}
