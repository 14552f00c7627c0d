import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';

/** When the run began, in seconds since 1970. */
export const START = 1_793_600_000;

/** A span, whatever its form. */
export interface Told {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly says: JsonObject;
  readonly more?: JsonObject;
}

/** A value as text. */
export const json = (value: JsonValue): string => JSON.stringify(value);
/** A message in the form of the GenAI conventions. */
const said = (role: string, ...parts: JsonObject[]): string => json([{ role, parts }]);
/** A part of a message. */
const text = (content: string): JsonObject => ({ type: 'text', content });
/** A call that a model asks for. */
const request: JsonObject = {
  type: 'tool_call',
  id: 'c1',
  name: 'rain',
  arguments: { city: 'Ulm' },
};
/** The id of the trace. */
const TRACE = '5b8efff798038103d269b633813fc60c';
const AGENT = '00000000000000a1';

/** The span of the agent. */
export const agent: Told = {
  id: AGENT,
  name: 'invoke_agent desk',
  from: 0,
  to: 9,
  says: { 'gen_ai.operation.name': 'invoke_agent', 'input.value': 'Rain?', 'output.value': 'No.' },
};
/** The span of the tool that it ran. */
export const tool: Told = {
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
/** The span in which a model asked for the tool. */
export const model: Told = {
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

/** A moment of the run in nanoseconds since 1970. */
const nano = (seconds: number): string => `${Math.round((START + seconds) * 1000)}000000`;
const micro = (seconds: number): number => (START + seconds) * 1e6;
const iso = (seconds: number): string => new Date((START + seconds) * 1000).toISOString();
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
/** Attributes as OTLP has them. */
const pairs = (says: JsonObject): JsonValue[] =>
  Object.entries(says).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : value,
  }));
/** A span as OTLP has it. */
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
/** Spans as they are sent. */
const asRequest = (spans: readonly JsonObject[]): JsonObject => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'x' }, spans }] }],
});

/** One run as exporters, backends and services write it. */
export const FORMS: readonly (readonly [string, (spans: readonly Told[]) => JsonValue[]])[] = [
  ['OTLP', (spans) => [asRequest(spans.map(otlp))]],
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
  [
    'dependencies of Azure Monitor',
    (spans) =>
      spans.map((span) => ({
        timestamp: iso(span.from),
        id: span.id,
        name: span.name,
        success: 'True',
        duration: (span.to - span.from) * 1000,
        customDimensions: json(span.says),
        operation_Id: TRACE,
        operation_ParentId: span.parent ?? TRACE,
      })),
  ],
  [
    'spans of Datadog',
    (spans) => [
      spans.map((span) => ({
        trace_id: TRACE,
        span_id: span.id,
        parent_id: span.parent ?? 0,
        name: span.name,
        start: (START + span.from) * 1e9,
        duration: (span.to - span.from) * 1e9,
        error: 0,
        meta: span.says,
      })),
    ],
  ],
  [
    'a transaction of Sentry',
    ([root, ...inner]) => {
      const span = ({ id, parent, name, from, to, says }: Told): JsonObject => ({
        trace_id: TRACE,
        span_id: id,
        ...(parent !== undefined && { parent_span_id: parent }),
        description: name,
        start_timestamp: START + from,
        timestamp: START + to,
        data: says,
      });
      return [[span(root!), ...inner.map(span)]];
    },
  ],
  [
    'results of New Relic',
    (spans) => [
      {
        results: spans.map((span) => ({
          'trace.id': TRACE,
          guid: span.id,
          ...(span.parent !== undefined && { 'parent.id': span.parent }),
          name: span.name,
          timestamp: (START + span.from) * 1000,
          'duration.ms': (span.to - span.from) * 1000,
          ...span.says,
        })),
      },
    ],
  ],
  [
    'events of Honeycomb',
    (spans) =>
      spans.map((span) => ({
        time: iso(span.from),
        data: {
          'trace.trace_id': TRACE,
          'trace.span_id': span.id,
          ...(span.parent !== undefined && { 'trace.parent_id': span.parent }),
          name: span.name,
          timestamp: iso(span.from),
          duration_ms: (span.to - span.from) * 1000,
          ...span.says,
        },
      })),
  ],
];
