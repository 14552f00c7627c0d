import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { readWith, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
import { shape } from './shape.ts';

/** The tools that a record's rows say were called, and the notes. */
function readAlone(record: JsonObject) {
  const adapter = recogniseAdapter([record]);
  if (!adapter) throw new Error('not recognised');
  const { rows, notes } = readWith(adapter, [record], USUAL_OPTIONS);
  const calls = rows.map(({ predicted_trajectory: list }) =>
    Array.isArray(list) ? list.map((call: JsonObject) => call['tool_name']) : list,
  );
  return { rows, calls, notes: notes.map(({ code }) => code) };
}

const TALK = {
  messages: [
    { role: 'user', content: 'Find it' },
    { role: 'assistant', content: '', tool_calls: [{ name: 'search', args: { q: 'it' } }] },
    { role: 'assistant', content: 'Found' },
  ],
};

it.each<[string, JsonObject]>([
  ['says itself that its calls are not recorded', { calls_recorded: false }],
  ['numbers its turn', { case_turn: 2 }],
  ['has an end', { end_of_run: { failure: 1 } }],
])('a record that %s by a key of its own has its calls', (_, own) => {
  const { rows, calls, notes } = readAlone({ ...TALK, ...own });
  expect({ calls, notes }).toEqual({ calls: [['search']], notes: [] });
  expect(rows[0]).toMatchObject(own);
  expect(rows[0]).not.toHaveProperty('turn');
});

it('settings of a model beside a name are no arguments of a call', () => {
  const settings = { tool: 'assistant', llm_params: { temperature: 0 } };
  const steps = [{ name: 'search', arguments: { q: 'it' } }];
  expect(readAlone({ ...settings, steps })).toMatchObject({ calls: [['search']], notes: [] });
  expect(readAlone({ request_params: { top_p: 1 }, ...TALK }).notes).toEqual([]);
});

it.each([
  [[{ name: 'search', arguments: { q: 'it' } }]],
  [[{ request: { tool: 'search', args: { q: 'it' } }, answer: 'it' }]],
])('an answer beside calls under a key that nobody knows is no empty prediction: %j', (deeds) => {
  const [asked, , said] = TALK.messages;
  const read = readAlone({ messages: [asked!, { ...said, deeds }] } as JsonObject);
  expect(read).toMatchObject({ calls: [undefined], notes: ['calls_unrecorded'] });
});

it('names under such a key are no calls', () => {
  const [asked, , said] = TALK.messages;
  const read = readAlone({ messages: [asked!, { ...said, apis: ['search'] }] } as JsonObject);
  expect(read).toMatchObject({ calls: [[]], notes: [] });
});

it.each<[string, readonly string[][]]>([
  ['failed where the next did not', [['timeout'], ['here', 'here']]],
  [
    'were answered where the next called on',
    [
      ['here', '.'],
      ['here', 'here', '.'],
    ],
  ],
])('talks with the same question and ids of calls that %s are runs of their own', (_, talks) => {
  const records = talks.map((results, at): JsonObject => {
    const [asked, , said] = TALK.messages;
    const steps = results.flatMap((content, place): JsonObject[] => {
      const id = `call_${String(place)}`;
      const call = { role: 'assistant', content: '', tool_calls: [{ id, name: 'find', args: {} }] };
      return content === '.' ? [said!] : [call, { role: 'tool', tool_call_id: id, content }];
    });
    return { id: `trial ${String(at)}`, messages: [asked!, ...steps] };
  });
  const { rows } = readWith(recogniseAdapter(records)!, records, USUAL_OPTIONS);
  expect(rows.map(({ id }) => id)).toEqual(['trial 0', 'trial 1']);
});

it('a talk told again with more is one run, its results as values or as JSON text', () => {
  const [asked, , said] = TALK.messages;
  const call = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', name: 'find', args: {} }],
  };
  const records = [{ at: 1 }, JSON.stringify({ at: 1 })].map((content, at): JsonObject => {
    const told = [asked!, call, { role: 'tool', tool_call_id: 'c', content }];
    return { messages: (at === 0 ? told : [...told, said!]) as JsonObject[] };
  });
  const { rows } = readWith(recogniseAdapter(records)!, records, USUAL_OPTIONS);
  expect(rows.map(({ response }) => response)).toEqual(['Found']);
});

it.each<[string, JsonValue, JsonValue | undefined]>([
  ['no call', {}, []],
  ['one call', { name: 'f', arguments: { q: 'it' } }, ['f']],
  ['one call by its kind', { function: { name: 'f', arguments: { q: 'it' } } }, ['f']],
  ['calls by their ids', { c1: { name: 'f', arguments: {} } }, ['f']],
  ['what nobody knows, which is no empty prediction', { a: 'b' }, undefined],
])('an object in the place of the calls of a message is %s', (_, tool_calls, called) => {
  const [asked, , said] = TALK.messages;
  const { calls } = readAlone({ messages: [asked!, { ...said, tool_calls }] } as JsonObject);
  expect(calls).toEqual([called]);
});

it('a line of a log that is written again under its id, with more in it, counts once', () => {
  const call = { id: 'c', name: 'search', args: { q: 'it' } };
  const lines = [
    { id: 'm1', role: 'user', content: 'Find it' },
    { id: 'm2', role: 'assistant', content: 'I look' },
    { id: 'm2', role: 'assistant', content: 'I look for it', tool_calls: [call] },
    { id: 'm3', role: 'assistant', content: 'Fou' },
    { id: 'm3', role: 'assistant', content: 'Found' },
  ];
  expect(readWith(shape, lines, USUAL_OPTIONS).rows).toMatchObject([
    { response: 'Found', transcript: [{}, { text: 'I look for it' }, { text: 'Found' }] },
  ]);
});

it.each(['', null, {}])('a call that is told again with its arguments is one: first %j', (args) => {
  const call = { type: 'tool_call', id: 'c', name: 'search' };
  const messages = [
    { role: 'user', content: 'Find it' },
    { ...call, arguments: args },
    { ...call, arguments: { q: 'it' } },
    { type: 'tool_result', id: 'c', output: 'here' },
  ];
  const { rows } = readAlone({ messages });
  expect(rows).toMatchObject([
    { predicted_trajectory: [{ tool_name: 'search', tool_input: { q: 'it' } }] },
  ]);
});

it('names of tools beside the calls of a run are the same calls', () => {
  const { calls } = readAlone({ ...TALK, tool_calls: [{ name: 'search', args: {} }] });
  expect(calls).toEqual([['search']]);
});
