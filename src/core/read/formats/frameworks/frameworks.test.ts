import { expect, it } from 'vitest';
import { headOf, readText } from '../../../../../tests/support/read-text.ts';
import { recogniseFormat } from '#core/read/formats/registry.ts';
import { frameworks } from './frameworks.ts';

const call = (name: string): object => ({ function: { name, arguments: '{}' } });
const talk = (...names: string[]): { messages: object[] } => ({
  messages: [
    { role: 'user', content: 'Do it' },
    { role: 'assistant', content: '', tool_calls: names.map(call) },
  ],
});
const test = (query: string): object => ({ query, expected_tool_use: [] });

const span = (traceId: string, name: string): object => ({
  traceId,
  spanId: name,
  name: `execute_tool ${name}`,
  startTimeUnixNano: '1',
  attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
});

const run = (id: string, trace: string, children: object[] = []): object => ({
  ...{ id, trace_id: trace, run_type: 'chain', name: 'agent', inputs: { input: id } },
  child_runs: children,
});

it.each<[string, string, number[]]>([
  ['one record a line', [talk('a'), talk('b')].map((it) => JSON.stringify(it)).join('\n'), [1, 2]],
  [
    'a list over lines',
    `[\n${JSON.stringify(talk('a'))},\n\n${JSON.stringify(talk('b'))}]`,
    [2, 4],
  ],
  [
    'a test list of ADK',
    `[\n${JSON.stringify(test('x'))},\n${JSON.stringify(test('y'))}\n]`,
    [2, 3],
  ],
  [
    'an eval set of ADK',
    `{"eval_set_id":"s",\n"eval_cases":[\n{"eval_id":"1","conversation":[{}]},\n\n{"eval_id":"2","conversation":[{}]}]}`,
    [3, 5],
  ],
  [
    'spans under their scopes',
    `{"resourceSpans":[{"scopeSpans":[{"spans":[\n${JSON.stringify(span('t1', 'a'))},\n${JSON.stringify(span('t2', 'b'))}]}]}]}`,
    [2, 3],
  ],
  [
    'runs of LangSmith',
    `[${JSON.stringify(run('r1', 'r1', [run('r2', 'r1')]))},\n${JSON.stringify(run('r3', 'r3'))}]`,
    [1, 2],
  ],
  [
    'a table, its cells over lines',
    `"id","messages"\n1,"${JSON.stringify(talk('a')).replaceAll('"', '""').replaceAll(',', ',\n')}"\n2,"${JSON.stringify(talk('b')).replaceAll('"', '""')}"\n`,
    [2, 8],
  ],
  [
    'JSON within JSON',
    [talk('a'), talk('b')].map((it) => JSON.stringify(JSON.stringify(it))).join('\n'),
    [1, 2],
  ],
])('lines of rows %s', (_, text, lines) => {
  expect(recogniseFormat(headOf(text))).toBe(frameworks);
  expect(readText(frameworks, text).lines).toEqual(lines);
});

it.each([
  ['csv', 'id,tool_name,tool_input\n1,a,"{""q"": 1}"\n1,b,"{""q"": 2}"\n2,a,"{""q"": 3}"\n'],
  [
    'jsonl',
    [1, 1, 2].map((id) => JSON.stringify({ case_id: id, tool: 'a', args: { id } })).join('\n'),
  ],
])(
  'lines of rows leaves a table of calls with the ids of their runs to be joined: %s',
  (id, text) => {
    expect(recogniseFormat(headOf(text))?.id).toBe(id);
  },
);

it('lines of rows reads on in the next line where a bracket is never closed', () => {
  const lines = [talk('a'), talk('b'), talk('c')].map((value) => JSON.stringify(value));
  const read = readText(frameworks, [lines[0], '{"messages": [', ...lines.slice(1)].join('\n'));
  expect(read.lines).toEqual([1, 3, 4]);
  expect(read.skips.map(({ line }) => line)).toEqual([2]);
  expect(read.skipped).toEqual(['{"messages": [']);
});

it('lines of rows are those of an object as Python prints it', () => {
  const call = `ToolCall(id='1', function=Function(arguments='{"x": 1}', name='f'), type='function')`;
  const message = `ChatCompletionMessage(content=None, role='assistant', tool_calls=[${call}])`;
  const text = `ChatCompletion(id='a', choices=[Choice(index=0, message=${message})], object='chat.completion')`;
  expect(frameworks.recognise(headOf(text))).toBe(true);
  const { rows, lines } = readText(frameworks, text);
  expect(lines).toEqual([1]);
  expect(rows).toMatchObject([
    { id: 'a', predicted_trajectory: [{ tool_name: 'f', tool_input: { x: 1 } }] },
  ]);
});

it('lines of rows reads on after a broken value that stands over lines', () => {
  const pretty = [talk('a'), talk('b'), talk('c')].map((value) => JSON.stringify(value, null, 2));
  const [first = '', second = '', third = ''] = pretty;
  const broken = second.replace('"function"', '=function');
  const read = readText(frameworks, [first, broken, third].join('\n'));
  expect(read.rows).toHaveLength(2);
  expect(read.skipped).toEqual([broken]);
});

it('lines of rows keeps what stands in no cell at its own keys, and leaves plain rows as they are', () => {
  const answer = {
    ...{ id: 'c', object: 'chat.completion', model: 'm', choices: [] as object[] },
    usage: { prompt_tokens: 1, total_tokens: 7 },
  };
  answer.choices = [{ finish_reason: 'stop', message: talk('a').messages[1] }];
  const text = [answer, { ...answer, id: 'd' }].map((value) => JSON.stringify(value)).join('\n');
  const other_fields = { choices: [{ finish_reason: 'stop' }] };
  expect(readText(frameworks, text).rows).toMatchObject([
    { model: 'm', other_fields },
    { model: 'm', other_fields },
  ]);
  const plain = { prompt: 'q', predicted_trajectory: [], deep: { finish_reason: 'stop' } };
  expect(readText(frameworks, JSON.stringify([talk('a'), plain])).rows[1]).toEqual(plain);
});

it('lines of rows gives each turn what stands beside its messages, and the first row what stands around records', () => {
  const turn = (name: string): object[] => [
    { role: 'user', content: `Do ${name}`, uuid: `asked ${name}` },
    { ...talk(name).messages[1], seed: name.length },
  ];
  const file = { version: 'v1', runs: [{ messages: [...turn('a'), ...turn('bb')] }] };
  const { rows } = readText(frameworks, JSON.stringify(file));
  expect(rows).toMatchObject([
    { other_fields: { messages: [{ uuid: 'asked a' }, { seed: 1 }] } },
    { other_fields: { messages: [{ uuid: 'asked bb' }, { seed: 2 }] } },
  ]);
  expect(rows.map(({ file_fields }) => file_fields)).toEqual([{ version: 'v1' }, undefined]);
});

it('lines of rows keeps the attributes of spans under their names', () => {
  const traced = span('t1', 'a') as { attributes: object };
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'a' } },
    { key: 'gen_ai.request.top_k', value: { intValue: '12' } },
  ];
  const { rows } = readText(frameworks, JSON.stringify([{ ...traced, attributes }]));
  expect(rows).toMatchObject([{ other_fields: { attributes: { 'gen_ai.request.top_k': '12' } } }]);
});

it('lines of rows keeps a stream that no row tells as one text', () => {
  const piece = (delta: object): object => ({
    ...{ id: 'c', object: 'chat.completion.chunk', system_fingerprint: 'fp_1' },
    choices: [{ index: 0, delta }],
  });
  const think = ['It ', 'may ', 'rain'].map((reasoning) => piece({ reasoning }));
  const say = ['Take ', 'an umbrella'].map((content) => piece({ content }));
  const text = [...think, ...say].map((value) => JSON.stringify(value)).join('\n');
  const { rows } = readText(frameworks, text);
  expect(rows).toMatchObject([{ response: 'Take an umbrella' }]);
  expect(rows[0]?.['other_fields']).toMatchObject({
    choices: [{ delta: { reasoning: 'It may rain' } }],
  });
});

it('lines of rows keeps the chunks that an agent was given one by one', () => {
  const chunks = ['First page', 'Second page'].map((text, at) => ({
    text,
    source: `page ${at}`,
  }));
  const { rows } = readText(frameworks, JSON.stringify([{ context: { chunks }, ...talk('a') }]));
  expect(rows).toMatchObject([{ context: { chunks } }]);
  const inside = [{ ...talk('a').messages[1], chunks }];
  const file = { messages: [talk('a').messages[0], ...inside] };
  expect(readText(frameworks, JSON.stringify(file)).rows).toMatchObject([
    { other_fields: { messages: [{ chunks }] } },
  ]);
});

it.each<[string, (id: string, input: unknown) => object]>([
  ['Langfuse', (id, input) => ({ id, traceId: 't', type: 'TOOL', name: 'a', input })],
  [
    'LangSmith',
    (id, inputs) => ({ id, trace_id: 't', run_type: 'tool', name: 'a', inputs, outputs: {} }),
  ],
  [
    'OpenAI Agents SDK',
    (id, input) => ({
      ...{ object: 'trace.span', id, trace_id: 't' },
      span_data: { type: 'function', name: 'a', input },
    }),
  ],
])("lines of rows finds the span that a note about a tool's input is about: %s", (_, step) => {
  const steps = [step('1', { x: 1 }), step('2', 'no JSON'), step('3', { x: 3 })];
  const { notes } = readText(frameworks, steps.map((value) => JSON.stringify(value)).join('\n'));
  expect(notes.filter(({ code }) => code === 'adapter_note')).toMatchObject([
    { kind: 'arguments_text', detail: 'a', count: 1, line: 2 },
  ]);
});

it('lines of rows notes nothing about the arguments of a run of LangSmith that is no call', () => {
  const about = { trace_id: 't', outputs: {} };
  const runs = [
    { ...about, id: '1', run_type: 'chain', name: 'agent', inputs: 'What is it?' },
    { ...about, id: '2', run_type: 'tool', name: 'a', inputs: { x: 1 } },
  ];
  expect(readText(frameworks, JSON.stringify(runs)).notes).toEqual([]);
});

it('lines of rows tells where a note is about something first', () => {
  const values = [talk('a'), { note: 1 }, { other: 1 }];
  const text = values.map((value) => JSON.stringify(value)).join('\n');
  expect(readText(frameworks, text).notes).toContainEqual(
    expect.objectContaining({ kind: 'record_other', count: 2, line: 2 }),
  );
});
