import { expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { joinAnswer, replacedColumns, rolesAfter, type CallOutcome } from './join-answer.ts';

const OUTCOME: CallOutcome = {
  answer: { response: 'New.', calls: ['a'], usage: { input: 3, output: 1 } },
  failure: '',
  latencyMs: 1234.4,
  firstByteMs: 200,
  row: 4,
  trial: 1,
};
const ROLES = { prompt: 'query', response: 'said', id: 'id' };

it('keeps every column but those it fills, whatever they are called', () => {
  const record = {
    query: 'q',
    said: 'Old.',
    failure: 1,
    other: 9007199254740993n,
    ['__proto__']: 1,
  };
  const joined = joinAnswer(record, ROLES, OUTCOME, 1);
  expect(joined).toEqual({
    query: 'q',
    other: 9007199254740993n,
    ['__proto__']: 1,
    response: 'New.',
    predicted_trajectory: ['a'],
    latency_in_seconds: 1.234,
    first_byte_in_seconds: 0.2,
    failure: 0,
    failure_reason: null,
    input_tokens: 3,
    output_tokens: 1,
  });
  expect(replacedColumns(['query', 'said', 'failure'], ROLES)).toEqual(['said', 'failure']);
  expect(rolesAfter(ROLES)).toMatchObject({ prompt: 'query', response: 'response' });
});

it('of a failed call leaves response and trajectory empty, and says how long it took', () => {
  const failed = { ...OUTCOME, answer: undefined, failure: 'No answer.' };
  expect(joinAnswer({ query: 'q' }, ROLES, failed, 1)).toMatchObject({
    response: null,
    predicted_trajectory: null,
    latency_in_seconds: 1.234,
    failure: 1,
    failure_reason: 'No answer.',
  });
  const unasked = { ...failed, latencyMs: null, firstByteMs: null };
  expect(joinAnswer({}, ROLES, unasked, 1)).toMatchObject({ latency_in_seconds: null, failure: 1 });
  const open = { ...OUTCOME, answer: { response: 'New.', calls: undefined, usage: undefined } };
  expect(joinAnswer({}, ROLES, open, 1)).toMatchObject({
    response: 'New.',
    predicted_trajectory: null,
    failure: 0,
  });
});

it('tells trials apart under the id they share', () => {
  expect(joinAnswer({ query: 'q' }, ROLES, OUTCOME, 3)).toMatchObject({ id: 'row 5', trial: 2 });
  expect(joinAnswer({ id: 'x' }, ROLES, OUTCOME, 3)).toMatchObject({ id: 'x', trial: 2 });
});

it('leaves out what was said in the run that is recorded, but no other text of that name', () => {
  const roles = { ...ROLES, transcript: 'transcript' };
  const said = [{ role: 'user', text: 'q', before: 0 }];
  const after = (transcript: JsonValue) => joinAnswer({ transcript }, roles, OUTCOME, 1);
  expect(after(said)).not.toHaveProperty('transcript');
  expect(after(JSON.stringify(said))).not.toHaveProperty('transcript');
  expect(after('A: Hello.')).toHaveProperty('transcript', 'A: Hello.');
});
