import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { json } from '../../../tests/support/arbitraries.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { AgentError } from './agent-error.ts';
import { LONGEST_JSON, readCodeResult, MAX_CALLS, readGiven } from './code-call.ts';

const CASES = tablesOf<{
  givenBack: [string, JsonValue | undefined, string][];
}>('agents');

const call = { tool_name: 'act', tool_input: { on: true } };

function refusal(given: JsonValue | undefined): string {
  try {
    readGiven(given);
    return '';
  } catch (error) {
    return error instanceof AgentError ? error.message : String(error);
  }
}

describe('what a function gave for a row', () => {
  it('is a response and calls as they were given', () => {
    const calls = [call, { ...call, tool_output: 'ok' }];
    const given = { response: 'Done.', predicted_trajectory: calls };
    expect(readGiven(given)).toEqual({ response: 'Done.', calls, usage: undefined });
    expect(readGiven({ predicted_trajectory: [] })).toMatchObject({ response: undefined });
    expect(readGiven({ response: null, predicted_trajectory: [] }).calls).toEqual([]);
    expect(readGiven({ response: 'Done.' }).calls).toBeUndefined();
    expect(readGiven({ predicted_trajectory: JSON.stringify(calls) }).calls).toEqual(calls);
  });

  it('may be what a framework’s agent returns', () => {
    const steps = [[{ tool: 'act', tool_input: { on: true } }, 'ok']];
    const executor = { input: 'q', output: 'Done.', intermediate_steps: steps };
    const calls = [{ ...call, tool_output: 'ok' }];
    expect(readGiven(executor)).toMatchObject({ response: 'Done.', calls });
    const crew = { raw: 'Done.', tasks_output: [{ raw: 'Done.' }] };
    expect(readGiven(crew)).toMatchObject({ response: 'Done.', calls: undefined });
    const graph = { messages: [{ type: 'ai', content: 'Done.' }] };
    expect(readGiven(graph)).toMatchObject({ response: 'Done.', calls: [] });
  });

  it.each<[string, JsonValue | undefined, string]>([
    ...CASES.givenBack,
    ['nothing', undefined, 'It returned nothing'],
    [
      'too many calls',
      { predicted_trajectory: new Array<JsonValue>(MAX_CALLS + 1).fill(call) },
      'more than 1000 calls',
    ],
    [
      'calls without end',
      { predicted_trajectory: [{ ...call, tool_input: nested(250) }] },
      'nest deeper',
    ],
  ])('%s is refused', (_name, given, why) => expect(refusal(given)).toContain(why));

  it('never throws anything but a reason', () => {
    fc.assert(
      fc.property(json, (given) => {
        try {
          readGiven(given);
        } catch (error) {
          expect(error).toBeInstanceOf(AgentError);
        }
      }),
    );
  });
});

describe('what the sandbox answered', () => {
  it('is a text and a time, or a failure with its line', () => {
    expect(readCodeResult({ json: '[1]', ms: 2 })).toEqual({ kind: 'given', json: '[1]', ms: 2 });
    expect(readCodeResult({ error: 'Error: no', line: 7 })).toEqual({
      ...{ kind: 'error', message: 'Error: no', line: 7 },
    });
  });

  it('is not believed where it was tampered with', () => {
    for (const forged of [
      ...[undefined, null, 1, 'x', [], {}, { json: 1 }],
      { json: 'x'.repeat(LONGEST_JSON + 1) },
    ])
      expect(readCodeResult(forged)).toMatchObject({ kind: 'error' });
    for (const ms of [Number.NaN, -1, Infinity, '1'])
      expect(readCodeResult({ json: '', ms })).toMatchObject({ kind: 'given', ms: 0 });
    const long = readCodeResult({ error: 'x'.repeat(10_000), line: 'y' });
    expect(long.kind === 'error' && long.message.length).toBe(300);
  });
});

function nested(depth: number): JsonValue {
  let value: JsonValue = 0;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
