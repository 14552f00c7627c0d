import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { readWith, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import {
  agent,
  asRequest,
  FORMS,
  json,
  logs,
  model,
  nano,
  otlp,
  pairs,
  request,
  said,
  START,
  text,
  tool,
  TRACE,
  type Told,
} from '../../../../tests/support/span-forms.ts';
import { reversed, shuffled, spansIn, without } from '../../../../tests/support/span-edits.ts';
import { recogniseAdapter } from './registry.ts';

const FIXTURES = new URL('../../../../tests/fixtures/adapters/', import.meta.url);
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

it.each(FORMS)('one run is read alike: %s', (_, form) => {
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

/** A span of the run with other attributes. */
const span = (
  id: string,
  parent: Told,
  at: readonly [number, number],
  says: JsonObject,
  more: Partial<Told> = {},
): Told => ({
  id,
  parent: parent.id,
  name: id,
  from: at[0],
  to: at[1],
  says,
  ...more,
});
const event = (name: string, at: number, attributes: JsonObject): JsonObject => ({
  name,
  timeUnixNano: nano(at),
  attributes: pairs(attributes),
});
const bare: Told = {
  ...tool,
  says: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'rain',
    'gen_ai.tool.call.id': 'c1',
  },
};
const mcp = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'rain' };
const client = span('m1', tool, [3.1, 3.9], mcp);
const server = span('m2', client, [3.2, 3.8], { ...mcp, 'gen_ai.tool.call.result': '4 mm' });
const asks = { role: 'user', content: 'Rain?' };
const calling = {
  role: 'assistant',
  content: '',
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'rain', arguments: '{"city":"Ulm"}' } },
  ],
};
const log = (
  eventName: string,
  at: number,
  body: JsonValue,
  more: JsonObject = {},
): JsonObject => ({
  timeUnixNano: nano(at),
  eventName,
  attributes: pairs({ 'gen_ai.system': 'x' }),
  body,
  traceId: TRACE,
  spanId: model.id,
  ...more,
});
const ofSession = (name: string, at: number, says: JsonObject): JsonObject => ({
  timeUnixNano: nano(at),
  attributes: pairs({ 'event.name': name, 'session.id': 's', ...says }),
  body: { stringValue: `cli.${name}` },
});
const logged = logs(
  log('gen_ai.choice', 2, { index: 0, message: calling }),
  log('gen_ai.user.message', 1, { content: 'Rain?' }),
);

const otlpOf = (...spans: readonly Told[]): JsonValue[] => [asRequest(spans.map(otlp))];
/** The request after the tool's run, which tells again what was said before. */
const afterwards = span('n', agent, [5, 6], {
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': json([
    asks,
    calling,
    { role: 'tool', tool_call_id: 'c1', content: '4 mm' },
  ]),
  'gen_ai.output.messages': said('assistant', text('Yes.')),
});
const HONEY = { session_id: 's', inputs: {}, start_time: START * 1000, end_time: START * 1000 };
const ULM = 'rain {"city":"Ulm"}';

describe('one call, told more than once, is one call', () => {
  it.each<[string, JsonValue[], string[]]>([
    ['a request and its run', otlpOf(agent, model, tool), [ULM]],
    ['a run without arguments', otlpOf(agent, model, bare), [ULM]],
    [
      'what it returned, in the next request',
      otlpOf(agent, model, afterwards),
      [`${ULM} -> "4 mm"`],
    ],
    ['the last request alone, which tells those before', otlpOf(afterwards), [`${ULM} -> "4 mm"`]],
    ['an MCP client and its server', otlpOf(agent, tool, client, server), [`${ULM} -> "4 mm"`]],
    [
      'both ends of MCP that only share a number',
      otlpOf(
        agent,
        ...['a', 'b'].map((id) =>
          span(id, agent, [3, 4], {
            ...mcp,
            'mcp.session.id': 's',
            'jsonrpc.request.id': '7',
            'gen_ai.tool.call.arguments': '{"city":"Ulm"}',
          }),
        ),
      ),
      [ULM],
    ],
    [
      'a runner around a tool',
      otlpOf(agent, span('tool.execute', agent, [2, 5], { 'openinference.span.kind': 'TOOL' }), {
        ...tool,
        parent: 'tool.execute',
      }),
      [ULM],
    ],
    [
      'a tool of Traceloop in one of another tracer',
      otlpOf(
        agent,
        tool,
        span('rain.tool', tool, [3.1, 3.2], {
          'traceloop.span.kind': 'tool',
          'traceloop.entity.input': '{"args":[],"kwargs":{"city":"Ulm"}}',
          'traceloop.entity.output': '4',
        }),
      ),
      [`${ULM} -> "4"`],
    ],
    [
      'a span when it began, and when it ended',
      [asRequest([otlp({ ...bare, to: -START })]), asRequest([otlp(tool)])],
      [ULM],
    ],
    [
      'a hosted tool beside a tool of one’s own',
      otlpOf(
        agent,
        {
          ...model,
          says: {
            ...model.says,
            'gen_ai.output.messages': said(
              'assistant',
              { type: 'server_tool_call', id: 'w', name: 'web_search', arguments: { q: 'rain' } },
              request,
            ),
          },
        },
        tool,
      ),
      ['web_search {"q":"rain"}', ULM],
    ],
    [
      'a tool inside another',
      otlpOf(
        agent,
        tool,
        span('t2', tool, [3, 4], {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'gauge',
          'gen_ai.tool.call.arguments': '{"city":"Ulm"}',
        }),
      ),
      [ULM, 'gauge {"city":"Ulm"}'],
    ],
    [
      'the Vercel AI SDK',
      otlpOf(
        agent,
        span('ai.generateText.doGenerate', agent, [1, 2], {
          'ai.operationId': 'ai.generateText.doGenerate',
          'ai.response.toolCalls': json([
            { toolCallId: 'c1', toolName: 'rain', args: '{"city":"Ulm"}' },
          ]),
        }),
        span('ai.toolCall', agent, [3, 4], {
          'ai.operationId': 'ai.toolCall',
          'ai.toolCall.name': 'rain',
          'ai.toolCall.id': 'c1',
          'ai.toolCall.args': '{"city":"Ulm"}',
          'ai.toolCall.result': '{"mm":4}',
        }),
      ),
      [`${ULM} -> {"mm":4}`],
    ],
    [
      'events of a span',
      otlpOf(
        {
          ...agent,
          more: {
            events: [
              event('gen_ai.choice', 2, {
                message: json([
                  { toolUse: { toolUseId: 'c1', name: 'rain', input: { city: 'Ulm' } } },
                ]),
              }),
            ],
          },
        },
        { ...bare, more: { events: [event('gen_ai.choice', 4, { message: 'wet', id: 'c1' })] } },
      ),
      [`${ULM} -> "wet"`],
    ],
    [
      'contents as events',
      otlpOf({
        ...model,
        says: { 'llm.request.type': 'chat' },
        more: {
          events: [
            event('gen_ai.content.prompt', 1, { 'gen_ai.prompt': json([asks]) }),
            event('gen_ai.content.completion', 2, { 'gen_ai.completion': json([calling]) }),
          ],
        },
      }),
      [ULM],
    ],
    ['logs alone', [logged], [ULM]],
    [
      'logs beside their spans',
      [...otlpOf(agent, { ...model, says: { 'gen_ai.operation.name': 'chat' } }, tool), logged],
      [ULM],
    ],
    [
      'details of a request in a log',
      [
        logs(
          log('gen_ai.client.inference.operation.details', 2, null, {
            attributes: pairs({
              'gen_ai.input.messages': json([asks]),
              'gen_ai.output.messages': json([calling]),
            }),
          }),
        ),
      ],
      [ULM],
    ],
    [
      'logs of a coding agent',
      [
        logs(
          ofSession('user_prompt', 0, { prompt: 'Go' }),
          ofSession('tool_result', 2, {
            tool_name: 'shell',
            tool_input: '{"command":"ls"}',
            success: 'false',
            error: 'no',
          }),
          ofSession('tool_decision', 1, { tool_name: 'shell' }),
        ),
      ],
      ['shell {"command":"ls"} ! "no"'],
    ],
    [
      'a runner around two tools',
      otlpOf(
        agent,
        span('m', agent, [2, 5], {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': '(merged tools)',
          'gcp.vertex.agent.tool_call_args': 'N/A',
        }),
        { ...tool, parent: 'm' },
        span('t2', { ...tool, id: 'm' }, [3.5, 4], {
          'gen_ai.operation.name': 'execute_tool',
          'gcp.vertex.agent.tool_call_args': '{}',
        }),
      ),
      [ULM, 't2 {}'],
    ],
    [
      'logs that name the trace alone, beside its spans',
      [
        ...otlpOf(agent, { ...model, says: { 'gen_ai.operation.name': 'chat' } }),
        logs(log('gen_ai.choice', 2, { index: 0, message: calling }, { spanId: '' })),
      ],
      [ULM],
    ],
    [
      'events of HoneyHive',
      [
        {
          events: [
            { ...HONEY, event_id: 'e', event_type: 'chain', event_name: 'ask', outputs: {} },
            {
              ...HONEY,
              event_id: 'f',
              parent_id: 'e',
              event_type: 'tool',
              event_name: 'execute_tool rain',
              inputs: { parameters: { city: 'Ulm' } },
              outputs: { result: 'wet' },
            },
          ],
        },
      ],
      [`${ULM} -> {"result":"wet"}`],
    ],
  ])('%s', (_, values, calls) => {
    const rows = read(values);
    expect(rows).toHaveLength(1);
    expect(printed(rows)).toEqual(calls);
  });

  it('is missing where nothing is told of what an agent did', () => {
    const made = span('c', agent, [0, 1], { 'gen_ai.operation.name': 'create_agent' });
    const rows = read(otlpOf({ ...made, more: { traceId: 'other' } }, agent, tool));
    const row = rows.find(({ id }) => id === 'other');
    expect(row).not.toHaveProperty('predicted_trajectory');
  });

  it('is missing where a part of an answer is not known', () => {
    const unknown = said('assistant', { type: 'exec_widget', id: 'w' });
    const values = otlpOf({ ...model, says: { ...model.says, 'gen_ai.output.messages': unknown } });
    const { rows, notes } = readWith(recogniseAdapter(values)!, values, USUAL_OPTIONS);
    expect(rows[0]).not.toHaveProperty('predicted_trajectory');
    expect(notes).toMatchObject([{ code: 'calls_unrecorded', detail: 'exec_widget' }]);
  });
});

describe('whatever traces are told,', () => {
  const recorded = [
    'opentelemetry',
    'langfuse',
    'langsmith',
    'braintrust-spans',
    'openai-agents',
  ].flatMap((id) => {
    const file = readFileSync(new URL(`${id}/cases.json`, FIXTURES), 'utf8');
    const { cases } = JSON.parse(file) as { cases: { name: string; values: JsonValue[] }[] };
    return cases
      .filter(
        ({ values }) => id !== 'openai-agents' || !/ew_?[iI]tems|schemaVersion/.test(json(values)),
      )
      .map(({ name, values }) => ({ name: `${id}: ${name}`, values }));
  });
  const forms = FORMS.map(([name, form]) => ({
    name,
    values: form([agent, model, tool, client, server]),
  }));
  const files = [...recorded, ...forms];

  it.each(files)('twice changes nothing: $name', ({ values }) => {
    expect(read([...values, ...values])).toEqual(read(values));
    expect(read([[...values], { data: [...values] }])).toEqual(read(values));
  });

  it.each(files)('the order of keys changes nothing: $name', ({ values }) => {
    expect(read(reversed(values) as JsonValue[])).toEqual(read(values));
  });

  it.each(files)('the order of spans changes no call: $name', ({ values }) => {
    const before = printed(read(values)).toSorted();
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const random = (): number => numbers.next().value as number;
        expect(printed(read(shuffled(values, random) as JsonValue[])).toSorted()).toEqual(before);
      }),
      { numRuns: lawRuns(40) },
    );
  });

  it.each(files)('and one telling less adds no call: $name', ({ values }) => {
    const before = callsOf(read(values)).length;
    const count = spansIn(values);
    for (let left = 0; left < count; left++)
      expect(callsOf(read(without(values, left) as JsonValue[])).length).toBeLessThanOrEqual(
        before,
      );
  });
});
