import { describe, expect, it } from 'vitest';
import { headOf, readText } from '../../../../tests/support/read-text.ts';
import { recogniseFormat } from '#core/formats/registry.ts';
import { frameworks } from './frameworks.ts';

const call = (name: string): object => ({ function: { name, arguments: '{}' } });
const talk = (...names: string[]): object => ({
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

describe('lines of rows', () => {
  it.each<[string, string, number[]]>([
    [
      'one record a line',
      [talk('a'), talk('b')].map((it) => JSON.stringify(it)).join('\n'),
      [1, 2],
    ],
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
      `id,messages\n1,"${JSON.stringify(talk('a')).replaceAll('"', '""').replaceAll(',', ',\n')}"\n2,"${JSON.stringify(talk('b')).replaceAll('"', '""')}"\n`,
      [2, 8],
    ],
    [
      'JSON within JSON',
      [talk('a'), talk('b')].map((it) => JSON.stringify(JSON.stringify(it))).join('\n'),
      [1, 2],
    ],
  ])('%s', (_, text, lines) => {
    expect(recogniseFormat(headOf(text))).toBe(frameworks);
    expect(readText(frameworks, text).lines).toEqual(lines);
  });

  it.each([
    ['csv', 'id,tool_name,tool_input\n1,a,"{""q"": 1}"\n1,b,"{""q"": 2}"\n2,a,"{""q"": 3}"\n'],
    [
      'jsonl',
      [1, 1, 2].map((id) => JSON.stringify({ case_id: id, tool: 'a', args: { id } })).join('\n'),
    ],
  ])('leaves a table of calls with the ids of their runs to be joined: %s', (id, text) => {
    expect(recogniseFormat(headOf(text))?.id).toBe(id);
  });

  it('reads on in the next line where a bracket is never closed', () => {
    const lines = [talk('a'), talk('b'), talk('c')].map((value) => JSON.stringify(value));
    const read = readText(frameworks, [lines[0], '{"messages": [', ...lines.slice(1)].join('\n'));
    expect(read.lines).toEqual([1, 3, 4]);
    expect(read.skips.map(({ line }) => line)).toEqual([2]);
    expect(read.skipped).toEqual(['{"messages": [']);
  });

  it('are those of an object as Python prints it', () => {
    const call = `ToolCall(id='1', function=Function(arguments='{"x": 1}', name='f'), type='function')`;
    const message = `ChatCompletionMessage(content=None, role='assistant', tool_calls=[${call}])`;
    const text = `ChatCompletion(id='a', choices=[Choice(index=0, message=${message})], object='chat.completion')`;
    expect(frameworks.recognise({ text, isWhole: true, name: '' })).toBe(true);
    const { rows, lines } = readText(frameworks, text);
    expect(lines).toEqual([1]);
    expect(rows).toMatchObject([
      { id: 'a', predicted_trajectory: [{ tool_name: 'f', tool_input: { x: 1 } }] },
    ]);
  });

  it('reads on after a broken value that stands over lines', () => {
    const pretty = [talk('a'), talk('b'), talk('c')].map((value) => JSON.stringify(value, null, 2));
    const [first = '', second = '', third = ''] = pretty;
    const broken = second.replace('"function"', '=function');
    const read = readText(frameworks, [first, broken, third].join('\n'));
    expect(read.rows).toHaveLength(2);
    expect(read.skipped).toEqual([broken]);
  });

  it('tells where a note is about something first', () => {
    const values = [talk('a'), { note: 1 }, { other: 1 }];
    const text = values.map((value) => JSON.stringify(value)).join('\n');
    expect(readText(frameworks, text).notes).toContainEqual(
      expect.objectContaining({ kind: 'record_other', count: 2, line: 2 }),
    );
  });
});
