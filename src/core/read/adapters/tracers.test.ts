import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { readWith, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import { recogniseAdapter } from './registry.ts';

const FIXTURES = new URL('../../../../tests/fixtures/adapters/', import.meta.url);
const START = 1_793_600_000;

interface Told {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly says: JsonObject;
  readonly more?: JsonObject;
}

const json = (value: JsonValue): string => JSON.stringify(value);
const said = (role: string, ...parts: JsonObject[]): string => json([{ role, parts }]);
const text = (content: string): JsonObject => ({ type: 'text', content });
const request: JsonObject = {
  type: 'tool_call',
  id: 'c1',
  name: 'rain',
  arguments: { city: 'Ulm' },
};
const TRACE = '5b8efff798038103d269b633813fc60c';
const AGENT = '00000000000000a1';

const agent: Told = {
  id: AGENT,
  name: 'invoke_agent desk',
  from: 0,
  to: 9,
  says: { 'gen_ai.operation.name': 'invoke_agent', 'input.value': 'Rain?', 'output.value': 'No.' },
};
const tool: Told = {
  id: '00000000000000a2',
  parent: AGENT,
  name: 'execute_tool rain',
  from: 3,
  to: 4,
  says: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'rain',
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.tool.call.arguments': '{"city":"Ulm"}',
  },
};
const model: Told = {
  id: '00000000000000a3',
  parent: AGENT,
  name: 'chat m',
  from: 1,
  to: 2,
  says: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': said('user', text('Rain?')),
    'gen_ai.output.messages': said('assistant', request),
  },
};

const nano = (seconds: number): string => `${START + seconds}000000000`;
const micro = (seconds: number): number => (START + seconds) * 1e6;
const iso = (seconds: number): string => new Date((START + seconds) * 1000).toISOString();
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const pairs = (says: JsonObject): JsonValue[] =>
  Object.entries(says).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : value,
  }));
const otlp = (span: Told): JsonObject => ({
  traceId: TRACE,
  spanId: span.id,
  parentSpanId: span.parent ?? '',
  name: span.name,
  startTimeUnixNano: nano(span.from),
  endTimeUnixNano: nano(span.to),
  attributes: pairs(span.says),
  ...span.more,
});
const asRequest = (spans: readonly JsonObject[]): JsonObject => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'x' }, spans }] }],
});
const logs = (...logRecords: JsonObject[]): JsonObject => ({
  resourceLogs: [{ resource: {}, scopeLogs: [{ scope: { name: 'x' }, logRecords }] }],
});

/** One run as exporters, backends and services write it. */
const FORMS: readonly (readonly [string, (spans: readonly Told[]) => JsonValue[]])[] = [
  ['OTLP', (spans) => [asRequest(spans.map(otlp))]],
  [
    'OTLP in Python’s words',
    (spans) => [{ resource_spans: [{ scope_spans: [{ spans: spans.map(otlp) }] }] }],
  ],
  [
    'Grafana Tempo, ids as bytes',
    (spans) => [
      {
        batches: [
          {
            instrumentationLibrarySpans: [
              {
                spans: spans.map((span) => ({
                  ...otlp(span),
                  traceId: base64(TRACE),
                  spanId: base64(span.id),
                  parentSpanId: span.parent === undefined ? '' : base64(span.parent),
                })),
              },
            ],
          },
        ],
      },
    ],
  ],
  ['a search of Tempo', (spans) => [{ trace: asRequest(spans.map(otlp)) }]],
  [
    'Jaeger',
    (spans) => [
      {
        data: [
          {
            traceID: TRACE,
            spans: spans.map((span) => ({
              traceID: TRACE,
              spanID: span.id,
              operationName: span.name,
              references:
                span.parent === undefined
                  ? []
                  : [{ refType: 'CHILD_OF', traceID: TRACE, spanID: span.parent }],
              startTime: micro(span.from),
              duration: (span.to - span.from) * 1e6,
              tags: Object.entries(span.says).map(([key, value]) => ({
                key,
                type: 'string',
                value,
              })),
            })),
          },
        ],
      },
    ],
  ],
  [
    'Zipkin',
    (spans) => [
      spans.map((span) => ({
        traceId: TRACE,
        id: span.id,
        ...(span.parent !== undefined && { parentId: span.parent }),
        name: span.name,
        timestamp: micro(span.from),
        duration: (span.to - span.from) * 1e6,
        localEndpoint: { serviceName: 'desk' },
        tags: span.says,
      })),
    ],
  ],
  [
    'the console exporter of Go',
    (spans) =>
      spans.map((span) => ({
        Name: span.name,
        SpanContext: { TraceID: TRACE, SpanID: span.id },
        Parent: { TraceID: TRACE, SpanID: span.parent ?? '0000000000000000' },
        StartTime: iso(span.from),
        EndTime: iso(span.to),
        Attributes: Object.entries(span.says).map(([Key, Value]) => ({
          Key,
          Value: { Type: 'STRING', Value },
        })),
        Status: { Code: 'Unset', Description: '' },
      })),
  ],
  [
    'a table of ClickHouse',
    (spans) =>
      spans.map((span) => ({
        Timestamp: iso(span.from),
        TraceId: TRACE,
        SpanId: span.id,
        ParentSpanId: span.parent ?? '',
        SpanName: span.name,
        SpanAttributes: span.says,
        Duration: (span.to - span.from) * 1e9,
        StatusCode: 'Unset',
      })),
  ],
  [
    'an index of Elastic',
    (spans) =>
      spans.map((span) => ({
        _source: {
          '@timestamp': iso(span.from),
          trace_id: TRACE,
          span_id: span.id,
          ...(span.parent !== undefined && { parent_span_id: span.parent }),
          name: span.name,
          duration: (span.to - span.from) * 1e9,
          attributes: span.says,
        },
      })),
  ],
  [
    'the labels of Elastic’s own agents',
    (spans) => [
      {
        hits: {
          hits: spans.map((span) => ({
            _source: {
              timestamp: { us: micro(span.from) },
              trace: { id: TRACE },
              ...(span.parent !== undefined && { parent: { id: span.parent } }),
              span: { id: span.id, name: span.name, duration: { us: (span.to - span.from) * 1e6 } },
              labels: Object.fromEntries(
                Object.entries(span.says).map(([key, value]) => [key.replaceAll('.', '_'), value]),
              ),
            },
          })),
        },
      },
    ],
  ],
  [
    'log events of CloudWatch',
    (spans) => [
      {
        events: spans.map((span) => ({ message: json({ ...otlp(span), attributes: span.says }) })),
      },
    ],
  ],
  [
    'segments of X-Ray',
    ([root, ...inner]) => {
      const segment = (span: Told, more: JsonObject): JsonObject => ({
        id: span.id,
        name: span.name,
        start_time: START + span.from,
        end_time: START + span.to,
        metadata: { default: span.says },
        ...more,
      });
      const subsegments = inner.map((span) => segment(span, { namespace: 'local' }));
      const document = json(segment(root!, { trace_id: TRACE, subsegments }));
      return [{ Traces: [{ Id: TRACE, Segments: [{ Id: 'x', Document: document }] }] }];
    },
  ],
];

function read(values: readonly JsonValue[]): readonly JsonObject[] {
  const adapter = recogniseAdapter(values);
  const { rows } = adapter ? readWith(adapter, values, USUAL_OPTIONS) : { rows: [] };
  return [...rows].sort((a, b) => (json(a['id'] ?? '') < json(b['id'] ?? '') ? -1 : 1));
}

function callsOf(rows: readonly JsonObject[]): readonly JsonValue[] {
  return rows.flatMap((row) => (row['predicted_trajectory'] ?? []) as JsonValue[]);
}

/** Calls as `tool {arguments} -> output ! error`. */
function printed(rows: readonly JsonObject[]): readonly string[] {
  return callsOf(rows).map((call) => {
    if (!isJsonObject(call)) return String(call as string);
    const { tool_name, tool_input, tool_output, tool_error } = call;
    const parts = [String(tool_name as string), json(tool_input ?? null)];
    if (tool_output !== undefined) parts.push('->', json(tool_output));
    if (tool_error !== undefined) parts.push('!', json(tool_error));
    return parts.join(' ');
  });
}

describe('one run', () => {
  it.each(FORMS)('is read alike: %s', (_, form) => {
    const rows = read(form([agent, model, tool]));
    expect(rows).toHaveLength(1);
    const [{ prompt, response, latency_in_seconds } = {} as JsonObject] = rows;
    expect([prompt, response, latency_in_seconds]).toEqual(['Rain?', 'No.', 9]);
    expect(callsOf(rows)).toEqual([
      {
        tool_name: 'rain',
        tool_input: { city: 'Ulm' },
        id: 'c1',
        agent: 'desk',
        start_ms: (START + 3) * 1000,
        duration_ms: 1000,
      },
    ]);
  });
});
