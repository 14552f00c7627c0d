import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../tests/support/arbitraries.ts';
import { casesOf } from '../../../tests/support/cases.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
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
  return readAnswer(readReply(JSON.stringify(answer)), { ...ANYWHERE, ...places });
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
  // JSON has no undefined: null says that nothing tells of calls
  if (found) {
    const { calls = null, ...rest } = read(answer, places);
    expect({ ...rest, calls }).toMatchObject(found);
  }
});

it('joins a stream’s events, or takes the last', () => {
  const text =
    'data: {"t":"Se","c":[]}\n\ndata: {"t":"ven.","c":[{"name":"look_up","args":{"id":7}}]}\n\n';
  const reply = readReply(text);
  const at = { ...ANYWHERE, response: 't', calls: 'c' };
  const calls = [{ tool_name: 'look_up', tool_input: { id: 7 } }];
  expect(readAnswer(reply, at)).toMatchObject({ response: 'Seven.', calls });
  expect(readAnswer(reply, { ...at, events: 'last' }).response).toBe('ven.');
});

it('reads what LangChain’s executor streams as one run', () => {
  const action = { lc: 1, kwargs: { tool: 'look_up', tool_input: { id: 7 } } };
  const message = { type: 'ai', content: 'Seven.' };
  const pieces = [
    { actions: [action], messages: [{ type: 'ai', content: '' }] },
    { steps: [{ action, observation: '7' }], messages: [] },
    { output: 'Seven.', messages: [message] },
  ];
  const text = pieces.map((piece) => JSON.stringify(piece)).join('\n');
  const calls = [{ tool_name: 'look_up', tool_input: { id: 7 }, tool_output: '7' }];
  expect(readAnswer(readReply(text), ANYWHERE)).toMatchObject({ response: 'Seven.', calls });
});

describe('a reply', () => {
  const valuesOf = (text: string) => readReply(text).values;

  it('is read as events, lines or one value, by what it is', () => {
    expect(valuesOf('data: {"a":1}\r\n\r\n: ping\n\ndata: [DONE]\n\n')).toEqual([{ a: 1 }]);
    expect(valuesOf('data: Hel\n\ndata: lo\n\n')).toEqual(['Hel', 'lo']);
    expect(valuesOf('{"a":1}{"a":2}')).toEqual([{ a: 1 }, { a: 2 }]);
    expect(valuesOf('\u001e{"a":1}\n\u001e{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
    expect(valuesOf('"Hel"\n"lo"\n3 true')).toEqual(['Hel', 'lo', 3, true]);
    expect(readReply('\uFEFF[1]')).toEqual({ values: [[1]], isStream: false });
  });

  it('gives back any values one after another, however they are printed', () => {
    const printed = fc.tuple(
      fc.array(
        json.filter((value) => typeof value === 'object' && value !== null),
        {
          minLength: 2,
        },
      ),
      fc.constantFrom(0, 2),
      fc.constantFrom('\n', '', '\r\n\r\n', '\u001e'),
    );
    fc.assert(
      fc.property(printed, ([values, indent, between]) => {
        const text = values.map((value) => printJson(value, indent)).join(between);
        expect(readReply(text)).toEqual({ values, isStream: true });
      }),
    );
  });

  it('that is cut anywhere is never taken for a whole one', () => {
    const lines = '{"a":"é\\"]"}\n{"b":[{"c":"\\\\"}, 2]}\n';
    for (let end = 1; end < lines.length - 1; end++) {
      const cut = lines.slice(0, end);
      const isBetween = cut.trim().length === lines.indexOf('\n');
      expect(faultOf(() => readReply(cut))).toBe(isBetween ? undefined : 'broken_off');
    }
    for (const text of ['data: {"a":1}\n\ndata: {"a"', '[{"a":1},', '"Hel', '{"a":1}\n<html>'])
      expect(faultOf(() => readReply(text))).toBe('broken_off');
  });

  it('that is no JSON is a failure', () => {
    for (const text of ['<html>', 'Hello there', "{'a': 1}", '{a: 1}'])
      expect(faultOf(() => readReply(text))).toBe('not_json');
    for (const text of ['', ' \n']) expect(faultOf(() => readReply(text))).toBe('no_answer');
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
