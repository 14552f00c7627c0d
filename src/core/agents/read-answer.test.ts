import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { AgentError, type AgentFault } from './agent-error.ts';
import { readReply, ANYWHERE, readAnswer, type AnswerPlaces } from './read-answer.ts';

const CALL = { tool_name: 'look_up', tool_input: { id: 7 } };

function read(answer: JsonValue, places: Partial<AnswerPlaces> = {}) {
  return readAnswer(readReply(JSON.stringify(answer), ''), { ...ANYWHERE, ...places });
}

function faultOf(work: () => unknown): AgentFault | 'none' {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof AgentError) return error.fault;
    throw error;
  }
}

const toolCalls = (text: string) => [
  { id: 'c', type: 'function', function: { name: 'look_up', arguments: text } },
];

const SHAPES: Readonly<Record<string, JsonValue>> = {
  'the playground’s own names': { response: 'Seven.', predicted_trajectory: [CALL] },
  'usual names, wrapped': {
    data: { output: 'Seven.', tool_calls: [{ name: 'look_up', args: { id: 7 } }] },
  },
  'OpenAI messages': {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: toolCalls('{"id": 7}') },
      { role: 'tool', tool_call_id: 'c', content: '7' },
      { role: 'assistant', content: 'Seven.' },
    ],
  },
  'LangChain messages': {
    messages: [
      { type: 'human', content: 'q' },
      { type: 'ai', content: '', tool_calls: [{ name: 'look_up', args: { id: 7 }, id: 'c' }] },
      { type: 'tool', name: 'look_up', content: '7', tool_call_id: 'c' },
      { type: 'ai', content: 'Seven.', tool_calls: [] },
    ],
  },
  'LangChain steps': {
    input: 'q',
    output: 'Seven.',
    intermediate_steps: [[{ tool: 'look_up', tool_input: { id: 7 }, log: '' }, '7']],
  },
  'Gemini contents': [
    { content: { role: 'model', parts: [{ functionCall: { name: 'look_up', args: { id: 7 } } }] } },
    {
      content: {
        role: 'user',
        parts: [{ functionResponse: { name: 'look_up', response: { v: 7 } } }],
      },
    },
    { content: { role: 'model', parts: [{ text: 'Seven.' }] } },
  ],
  'a list under a name of its own': {
    response: 'Seven.',
    invoked: [{ name: 'look_up', args: { id: 7 } }],
  },
};

describe('without paths', () => {
  it.each(Object.keys(SHAPES))('recognises %s', (name) => {
    const { response, calls } = read(SHAPES[name]!);
    expect(response).toBe('Seven.');
    expect(calls).toMatchObject([CALL]);
  });

  it('says that calls are missing where nothing tells that none were made', () => {
    expect(faultOf(() => read({ answer: 'Seven.' }))).toBe('no_calls');
    expect(faultOf(() => read({ x: [{ a: 1 }] }))).toBe('no_answer');
    expect(read({ answer: 'Seven.' }, { mayLackCalls: true })).toMatchObject({ calls: [] });
    expect(read({ messages: [{ role: 'assistant', content: 'Hi.' }] })).toMatchObject({
      response: 'Hi.',
      calls: [],
    });
    expect(read({ choices: [{ message: { role: 'assistant', content: 'Hi.' } }] })).toMatchObject({
      response: 'Hi.',
      calls: [],
    });
  });

  it('does not guess between two lists of calls', () => {
    expect(faultOf(() => read({ answer: 'x', one: [CALL], two: [CALL] }))).toBe('no_calls');
  });

  it('takes arguments that are no JSON for a failure', () => {
    const broken = {
      messages: [{ role: 'assistant', content: '', tool_calls: toolCalls('{"id": ') }],
    };
    expect(faultOf(() => read(broken))).toBe('arguments_text');
  });
});

describe('at paths', () => {
  const places = { response: 'a.said', calls: 'a.did[]' };

  it('reads them', () => {
    const answer = read(
      { a: { said: 'Seven.', did: [{ name: 'look_up', args: '{"id":7}' }] } },
      places,
    );
    expect(answer).toMatchObject({ response: 'Seven.', calls: [CALL] });
  });

  it('tells an empty list from a path that finds nothing', () => {
    expect(read({ a: { said: 'x', did: [] } }, { ...places, calls: 'a.did' }).calls).toEqual([]);
    expect(faultOf(() => read({ a: { said: 'x' } }, places))).toBe('path_empty');
    expect(faultOf(() => read({ a: { said: 'x', did: [4] } }, places))).toBe('calls_unreadable');
  });

  it('joins a stream’s events, or takes the last', () => {
    const text =
      'data: {"t":"Se","c":[]}\n\ndata: {"t":"ven.","c":[{"name":"look_up","args":{"id":7}}]}\n\n';
    const reply = readReply(text, 'text/event-stream');
    const at = { ...ANYWHERE, response: 't', calls: 'c' };
    expect(readAnswer(reply, at)).toMatchObject({ response: 'Seven.', calls: [CALL] });
    expect(readAnswer(reply, { ...at, events: 'last' }).response).toBe('ven.');
  });
});

describe('a reply', () => {
  it('is read as events, lines or one value', () => {
    expect(readReply('data: {"a":1}\r\n\r\n: ping\n\ndata: [DONE]\n\n', '').values).toEqual([
      { a: 1 },
    ]);
    expect(readReply('data: Hel\n\ndata: lo\n\n', 'text/event-stream').values).toEqual([
      'Hel',
      'lo',
    ]);
    expect(readReply('{"a":1}\n{"a":2}\n', 'application/x-ndjson').values).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect(readReply('[1]', 'text/plain')).toEqual({ values: [[1]], isStream: false });
  });

  it('that breaks off or is no JSON is a failure', () => {
    expect(faultOf(() => readReply('data: {"a":1}\n\ndata: {"a"', ''))).toBe('broken_off');
    expect(faultOf(() => readReply('{"a":1}\n{"a"', 'application/jsonl'))).toBe('broken_off');
    expect(faultOf(() => readReply('<html>', 'text/html'))).toBe('not_json');
    expect(faultOf(() => readReply(' ', ''))).toBe('no_answer');
  });

  it('reports tokens once, wherever they stand', () => {
    const usage = { usage_metadata: { input_tokens: 3, output_tokens: 2 } };
    const doubled = {
      ...usage,
      response_metadata: { token_usage: { prompt_tokens: 3, completion_tokens: 2 } },
    };
    const answer = read({ response: 'x', predicted_trajectory: [], runs: [doubled, usage] });
    expect(answer.usage).toEqual({ input: 6, output: 4 });
  });
});
