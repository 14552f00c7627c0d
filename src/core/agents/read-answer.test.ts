import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../tests/support/cases.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { AgentError, type AgentFault } from './agent-error.ts';
import { ANYWHERE, readAnswer, readReply, type AnswerPlaces } from './read-answer.ts';

interface Case {
  readonly name: string;
  readonly answer: JsonValue;
  /** Where it is looked for; by itself where there is none. */
  readonly places?: Partial<AnswerPlaces>;
  readonly read?: object;
  readonly fault?: AgentFault;
}

function read(answer: JsonValue, places: Partial<AnswerPlaces> = {}) {
  return readAnswer(readReply(JSON.stringify(answer), ''), { ...ANYWHERE, ...places });
}

function faultOf(work: () => unknown): AgentFault | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AgentError) return error.fault;
    throw error;
  }
}

it.each(casesOf<Case>('agent-answers'))('reads $name', ({ answer, places, read: found, fault }) => {
  expect(faultOf(() => read(answer, places))).toBe(fault);
  if (found) expect(read(answer, places)).toMatchObject(found);
});

it('joins a stream’s events, or takes the last', () => {
  const text =
    'data: {"t":"Se","c":[]}\n\ndata: {"t":"ven.","c":[{"name":"look_up","args":{"id":7}}]}\n\n';
  const reply = readReply(text, 'text/event-stream');
  const at = { ...ANYWHERE, response: 't', calls: 'c' };
  const calls = [{ tool_name: 'look_up', tool_input: { id: 7 } }];
  expect(readAnswer(reply, at)).toMatchObject({ response: 'Seven.', calls });
  expect(readAnswer(reply, { ...at, events: 'last' }).response).toBe('ven.');
});

describe('a reply', () => {
  it('is read as events, lines or one value', () => {
    const valuesOf = (text: string, type = '') => readReply(text, type).values;
    expect(valuesOf('data: {"a":1}\r\n\r\n: ping\n\ndata: [DONE]\n\n')).toEqual([{ a: 1 }]);
    expect(valuesOf('data: Hel\n\ndata: lo\n\n', 'text/event-stream')).toEqual(['Hel', 'lo']);
    expect(valuesOf('{"a":1}\n{"a":2}\n', 'application/x-ndjson')).toEqual([{ a: 1 }, { a: 2 }]);
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
