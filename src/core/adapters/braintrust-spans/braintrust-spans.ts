import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { momentOf } from '#core/traces/step.ts';
import { hasError, writeTraces, type RunStep } from '#core/traces/write-traces.ts';
import { readOutputCalls } from '#core/transcripts/read-output.ts';
import type { Adapter } from '../adapter.ts';
import { judgedCells } from '../braintrust/braintrust.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';

/** Spans of Braintrust, as its logs and experiments are exported. */
export const braintrustSpans: Adapter = {
  id: 'braintrust-spans',
  title: 'Braintrust spans',
  recognise: (value) => holdsRecord(value, isSpan),
  read: (values, options) => {
    const reading = new Reading(options);
    const steps: RunStep[] = [];
    for (const value of values) {
      for (const record of findRecords(value, isSpan, true)) {
        reading.from(record, value);
        if (isSpan(record)) steps.push(readSpan(record, reading));
        else reading.unread(record);
      }
    }
    writeTraces(steps, reading);
    return reading.result();
  },
};

function isSpan(value: JsonObject): boolean {
  return hasKey(value, 'span_id') && hasKey(value, 'root_span_id', 'span_attributes');
}

function readSpan(span: JsonObject, reading: Reading): RunStep {
  const about = pickObject(span, 'span_attributes');
  const metrics = pickObject(span, 'metrics');
  const name = pickText(about, 'name') ?? '';
  const [input, output] = [pick(span, 'input'), pick(span, 'output')];
  const [parentId] = pickList(span, 'span_parents') ?? [];
  const isTool = pickText(about, 'type') === 'tool';
  const id = pickText(span, 'span_id') ?? '';
  return {
    id,
    parentId: typeof parentId === 'string' ? parentId : undefined,
    traceId: pickText(span, 'root_span_id') ?? id,
    origin: span,
    start: secondsAt(pick(metrics, 'start')),
    end: secondsAt(pick(metrics, 'end')),
    input,
    output,
    isFailed: hasError(span),
    call: isTool ? { name, input: readToolInput(input, name, reading), output } : undefined,
    asked: isTool ? undefined : readOutputCalls(output, reading, 'output'),
    cells: hasKey(span, 'expected', 'scores') ? judgedCells(span, reading) : {},
  };
}

/** Seconds since 1970, with a fraction. */
function secondsAt(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' ? momentOf(value * 1000, 1_000_000n) : undefined;
}
