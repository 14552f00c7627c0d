import type { JsonObject } from '#core/json/json-value.ts';
import { pick, pickObject, pickText } from '#core/json/pick.ts';
import type { FoundCall } from '#core/calls/found-call.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { momentOf } from '#core/traces/step.ts';
import { hasError, writeTraces, type RunStep } from '#core/traces/write-traces.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';

/** Spans that the OpenAI Agents SDK exports. */
export const openaiAgents: Adapter = {
  id: 'openai-agents',
  title: 'OpenAI Agents trace',
  recognise: (value) => holdsRecord(value, isSpan),
  read: (values, options) => {
    const reading = new Reading(options);
    const spans = findRecords(values, isSpan);
    if (spans.length === 0) reading.note('record_unread');
    writeTraces(
      spans.map((span) => readSpan(span, reading)),
      reading,
    );
    return reading.result();
  },
};

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
    asked: undefined,
  };
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
