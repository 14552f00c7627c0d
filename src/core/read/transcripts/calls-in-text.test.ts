import { describe, expect, it } from 'vitest';
import { readCall } from '#core/calls/read-call.ts';
import { callsInText } from './calls-in-text.ts';

const reader = { options: {}, note: () => undefined };
const WEATHER = { name: 'get_weather', input: { city: 'Oslo', days: 2 } };
const TIME = { name: 'get_time', input: {} };

/** Names, arguments and results of what a text holds. */
function read(text: string) {
  const found = callsInText(text);
  if (found === 'unknown' || found === undefined) return found;
  const calls = found.calls
    .flatMap((call) => readCall(call, reader))
    .map(({ name, input, output }) => ({ name, input, ...(output !== undefined && { output }) }));
  return { ...found, calls };
}

describe('calls in the notation of', () => {
  it.each([
    [
      'Hermes and Qwen',
      'Let me look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo", "days": 2}}\n</tool_call>\n<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    ],
    [
      'Qwen Coder',
      'Let me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n2\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    ],
    [
      'GLM',
      'Let me look.\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n</tool_call><tool_call>get_time\n</tool_call>',
    ],
    [
      'Mistral',
      'Let me look.[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo", "days": 2}}, {"name": "get_time", "arguments": {}}]</s>',
    ],
    [
      'newer Mistral models',
      'Let me look.[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo", "days": 2}[TOOL_CALLS]get_time[ARGS]{}</s>',
    ],
    [
      'Llama',
      'Let me look.<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo", "days": 2}}; {"name": "get_time", "parameters": {}}<|eom_id|>',
    ],
    [
      "Llama's own tools",
      'Let me look.<|python_tag|>get_weather.call(city="Oslo", days=2)\nget_time.call()<|eom_id|>',
    ],
    [
      "Llama's custom tools",
      'Let me look.\n<function=get_weather>{"city": "Oslo", "days": 2}</function>\n<function=get_time>{}</function>',
    ],
    [
      'DeepSeek',
      'Let me look.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo", "days": 2}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'Kimi',
      'Let me look.<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo", "days": 2}<|tool_call_end|><|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      'Claude',
      'Let me look.\n<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n<parameter name="days">2</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</function_calls>',
    ],
    [
      'Granite and Phi',
      'Let me look.<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo", "days": 2}}, {"name": "get_time"}]',
    ],
    [
      'Gemma',
      'Let me look.\n```tool_code\nget_weather(city="Oslo", days=2)\nprint(get_time())\n```',
    ],
    [
      'ReAct',
      'Thought: Let me look.\nAction: get_weather\nAction Input: {"city": "Oslo", "days": 2}\nAction: get_time\nAction Input: {}',
    ],
    [
      'ReAct with JSON',
      'Thought: Let me look.\nAction:\n```json\n[{"action": "get_weather", "action_input": {"city": "Oslo", "days": 2}}, {"action": "get_time", "action_input": {}}]\n```',
    ],
    [
      'ReAct with code',
      'Thought: Let me look.\nAction: get_weather(city="Oslo", days=2)\nAction: get_time()',
    ],
    [
      'LangChain',
      'Let me look.\n```json\n[{"action": "get_weather", "action_input": {"city": "Oslo", "days": 2}}, {"action": "get_time", "action_input": {}}]\n```',
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({
      calls: [WEATHER, TIME],
      results: [],
      rest: 'Let me look.',
      isAnswered: false,
    });
  });

  it('models that write nothing but JSON', () => {
    const one = '{"name": "get_weather", "parameters": {"city": "Oslo", "days": 2}}';
    expect(read(one)).toMatchObject({ calls: [WEATHER], rest: '' });
    expect(read(`[${one}, ${one}]`)).toMatchObject({ calls: [WEATHER, WEATHER] });
  });
});

describe('what came of calls', () => {
  it('stands in the same text', () => {
    const text =
      'Thought: I look.\nAction: Search[Oslo]\nObservation: It rains.\nThought: I know.\nFinal Answer: Rain.';
    expect(read(text)).toEqual({
      calls: [{ name: 'Search', input: 'Oslo', output: 'It rains.' }],
      results: [],
      rest: 'Rain.',
      isAnswered: true,
    });
    const tags =
      '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>\n<tool_response>\n{"name": "get_time", "content": "9:00"}\n</tool_response>\nIt is nine.';
    expect(read(tags)).toMatchObject({
      calls: [{ ...TIME, output: '9:00' }],
      rest: 'It is nine.',
      isAnswered: true,
    });
  });

  it.each([
    [
      '<tool_response>\n{"t": 1}\n</tool_response>\n<tool_response>\nok\n</tool_response>',
      [{ t: 1 }, 'ok'],
    ],
    ['[TOOL_RESULTS] {"content": 4, "call_id": "a"}[/TOOL_RESULTS]', [4]],
    ['Observation: ok', ['ok']],
    ['```tool_output\n12\n```', ['12']],
  ])('stands in a text of its own: %s', (text, contents) => {
    const found = callsInText(text);
    expect(found).toMatchObject({ calls: [], rest: '' });
    expect(found !== 'unknown' && found?.results.map(({ content }) => content)).toEqual(contents);
  });

  it('is an answer in the form of a call', () => {
    const answer = { calls: [], results: [], rest: 'Rain.', isAnswered: true };
    expect(read('{"action": "Final Answer", "action_input": "Rain."}')).toEqual(answer);
    expect(read('Thought: I know.\nAction: Finish[Rain.]')).toEqual(answer);
  });
});

it.each([
  '<tool_call>\n{"name": "get_weather", "arguments": {"city": \n',
  '<tool_call>look at the weather of Oslo</tool_call>',
  '<function=get_weather>city is Oslo</function>',
  '[TOOL_CALLS] get the weather',
  '<|python_tag|>import math\nprint(math.pi)',
  '```tool_code\nx = get_time()\nprint(x)\n```',
  'Here:\n```json\n{"tool": "get_weather", "args": {"city": "Oslo"}}\n```',
  '{"tool": "get_weather", "args": {"city": "Oslo"}}',
  '```\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
  '```xml\n<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>\n```',
  'Thought: I look.\nAction: look at the weather',
])('is unknown: %s', (text) => {
  expect(callsInText(text)).toBe('unknown');
});

it.each([
  'It rains in Oslo.',
  '',
  'I called get_weather for you: <b>rain</b>.',
  'Models of Qwen write `<tool_call>` before and `</tool_call>` after a call.',
  'The tags <tool_call> and </tool_call> stand around calls.',
  'Put calls between "<function=" and "</function>".',
  'Use this:\n```python\nget_weather("Oslo")\n```\nand then:\n```json\n{"city": "Oslo", "unit": "C"}\n```',
  '{"city": "Oslo", "name": "Emma"}',
  '[{"name": "Emma", "age": 4}]',
  'Action: please call us back.\nThank you.',
  'Our observation: the Action film starts at 9.',
  '[1, 2, 3]',
])('is prose: %s', (text) => {
  expect(callsInText(text)).toBeUndefined();
});

it('takes a time that grows with the length of a text', () => {
  for (const part of [
    '<tool_call> x ',
    '<function=a',
    '`<tool_call>` ',
    '```\n',
    '<tool_call>a</tool_call>',
    'Action: a\n',
    'Observation: b\n',
    '<tool_response>',
    '{"a":',
  ]) {
    const text = part.repeat(20_000);
    expect(callsInText(text)).not.toBeNull();
  }
});
