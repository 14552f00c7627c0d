import { expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { scoreText } from './support/score-text.ts';

const CHAT = [
  { role: 'user', content: 'Renew Emma' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'renew', arguments: '{"title":"Emma"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'done' },
  { role: 'assistant', content: 'It is renewed.' },
];
const ANTHROPIC = [
  { role: 'user', content: 'Renew Emma' },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't1', name: 'renew', input: { title: 'Emma' } }],
  },
];
const GEMINI = [
  { role: 'user', parts: [{ text: 'Renew Emma' }] },
  { role: 'model', parts: [{ functionCall: { name: 'renew', args: { title: 'Emma' } } }] },
];
const CALLS = [{ tool_name: 'renew', tool_input: { title: 'Emma' } }];

/** Calls as frameworks write them; every one of them is the same call. */
const SHAPES = {
  functionCall: { functionCall: { name: 'renew', args: { title: 'Emma' } } },
  toolUse: { toolUse: { toolUseId: 't', name: 'renew', input: { title: 'Emma' } } },
  function_call: { function_call: { name: 'renew', arguments: '{"title":"Emma"}' } },
  toolCall: { toolCall: { name: 'renew', args: { title: 'Emma' } } },
  kwargs: { kwargs: { tool: 'renew', tool_input: { title: 'Emma' } } },
  'arguments beside a schema': {
    name: 'renew',
    arguments: { title: 'Emma' },
    parameters: { type: 'object', properties: { title: { type: 'string' } } },
  },
  'input: null beside arguments': { name: 'renew', input: null, arguments: { title: 'Emma' } },
  payload: { type: 'tool-call', payload: { toolName: 'renew', args: { title: 'Emma' } } },
  'arguments beside the wrapper': { function: { name: 'renew' }, arguments: { title: 'Emma' } },
};

async function exactOf(row: object): Promise<number | string | undefined> {
  const { rows, score } = await scoreText(JSON.stringify(row));
  expect(rows.length).toBe(1);
  return score('trajectory_exact_match')[0];
}

it.each(Object.entries(SHAPES))(
  'a call is read alike in a cell and in a framework: %s',
  async (_, call) => {
    expect(await exactOf({ predicted_trajectory: [call], reference_trajectory: CALLS })).toBe(1);
    expect(
      await exactOf({
        input: 'q',
        actual_output: 'a',
        tools_called: [call],
        expected_tools: CALLS,
      }),
    ).toBe(1);
  },
);

const GOT = [{ name: 'find' }];
const WANTED = [{ tool_name: 'find', tool_input: { id: 1 } }];
const LISTS: Readonly<Record<string, (called: unknown, expected: unknown) => object>> = {
  'a cell': (called, expected) => ({
    predicted_trajectory: called,
    reference_trajectory: expected,
  }),
  'a question with its calls': (called, expected) => ({
    question: 'q',
    tool_calls: called,
    expected_tools: expected,
  }),
  'a test case': (called, expected) => ({
    ...{ input: 'q', actual_output: 'a', tools_called: called },
    expected_tools: expected,
  }),
  'a run': (called, expected) => ({ run: { id: 'x', calls: called }, expected }),
  'an output': (called, expected) => ({
    ...{ input: 'q', output: { tool_calls: called }, expected: { tool_calls: expected } },
  }),
  'a message': (called, expected) => ({
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: called },
    ],
    expected_tools: expected,
  }),
};

it.each(Object.entries(LISTS))(
  'a call in a list without arguments has none, and a name leaves them open: %s',
  async (place, rowOf) => {
    const none = [{ tool_name: 'find', tool_input: {} }];
    expect(await exactOf(rowOf(GOT, WANTED))).toBe(0);
    expect(await exactOf(rowOf(GOT, none))).toBe(1);
    expect(await exactOf(rowOf(WANTED, GOT))).toBe(1);
    // a call of a chat always has arguments
    if (place !== 'a message') expect(await exactOf(rowOf(['find'], WANTED))).not.toBe(0);
  },
);

it('a tool described as a dict is no call, in a cell and in a framework', async () => {
  const tool = { name: 'renew', parameters: { type: 'dict', properties: { title: {} } } };
  const row = { predicted_trajectory: [tool], reference_trajectory: CALLS };
  expect(await exactOf(row)).toBe('prediction_unreadable');
});

it.each(Object.entries({ CHAT, ANTHROPIC, GEMINI }))(
  'a conversation is a trajectory: %s',
  async (_, chat) => {
    for (const row of [
      { predicted_trajectory: chat, reference_trajectory: CALLS },
      { predicted_trajectory: CALLS, reference_trajectory: chat },
      { messages: chat, reference_trajectory: CALLS },
      { messages: chat, expected_tools: CALLS },
      { prompt: 'Renew Emma', trajectory: chat, expected_trajectory: chat },
      { response: chat, expected_tool_calls: CALLS },
      { predicted_trajectory: JSON.stringify(chat), reference_trajectory: CALLS },
    ]) {
      expect([Object.keys(row), await exactOf(row)]).toEqual([Object.keys(row), 1]);
    }
  },
);

it.each(Object.entries({ CHAT, ANTHROPIC, GEMINI }))(
  'a conversation beside a reference says what was asked: %s',
  async (_, messages) => {
    const row = { id: 'c', messages, reference_trajectory: CALLS };
    const texts = [
      JSON.stringify(row),
      JSON.stringify([row, row]),
      JSON.stringify({ rows: [row] }),
    ];
    for (const text of texts) {
      const { rows, score } = await scoreText(text);
      expect(rows[0]).toMatchObject({ id: 'c', prompt: 'Renew Emma' });
      expect(score('trajectory_exact_match')[0]).toBe(1);
    }
  },
);

it('a conversation beside both sides stays a column', async () => {
  const row = { messages: CHAT, predicted_trajectory: [], reference_trajectory: CALLS };
  expect((await scoreText(JSON.stringify([row]))).rows).toEqual([row]);
});

it('items of a response are the answer to the messages beside them', async () => {
  const messages = [{ role: 'user', content: 'Renew Emma' }];
  const item = {
    type: 'function_call',
    call_id: '1',
    name: 'renew',
    arguments: '{"title":"Emma"}',
  };
  for (const more of [{}, { reference_trajectory: CALLS }, { expected_tools: CALLS }]) {
    const { rows, score } = await scoreText(JSON.stringify({ messages, output: [item], ...more }));
    expect(rows).toMatchObject([{ prompt: 'Renew Emma' }]);
    expect(rows[0]?.['predicted_trajectory']).toMatchObject([{ tool_name: 'renew' }]);
    if (Object.keys(more).length > 0) expect(score('trajectory_exact_match')).toEqual([1]);
  }
});

it('steps of LangChain beside a reference are the prediction', async () => {
  const step = [{ tool: 'renew', tool_input: { title: 'Emma' }, log: '' }, 'done'];
  expect(
    await exactOf({ input: 'q', intermediate_steps: [step], reference_trajectory: CALLS }),
  ).toBe(1);
});

it('arguments under no usual key are read, named, and never {}', async () => {
  const made = (amount: number): JsonObject[] => [
    { predicted_trajectory: [{ tool_name: 'renew', amount }] },
    { predicted_trajectory: [{ tool_name: 'renew', wishes: { amount } }] },
    { predicted_trajectory: [{ tool_name: 'renew', wishes: JSON.stringify({ amount }) }] },
  ];
  const expected = { reference_trajectory: [{ tool_name: 'renew', amount: 9 }] };
  const rows = [...made(9), ...made(900)].map((row) => JSON.stringify({ ...row, ...expected }));
  const read = await scoreText(rows.join('\n'));
  expect(read.score('trajectory_exact_match')).toEqual([1, 1, 1, 0, 0, 0]);
  const place = { line: 2, column: 'predicted_trajectory', call: 1 };
  expect(read.cellIssues).toContainEqual({ code: 'arguments_found', ...place, keys: ['wishes'] });
});

it('a call of which nothing tells the arguments is not scored until a person says it', async () => {
  const row = {
    predicted_trajectory: [{ tool_name: 'renew', wishes: { title: 'Emma' }, site: { id: 1 } }],
    reference_trajectory: CALLS,
  };
  const read = await scoreText(JSON.stringify(row));
  expect(read.score('trajectory_exact_match')).toEqual(['arguments_unclear']);
  const keys = ['wishes', 'site'];
  expect(read.cellIssues).toContainEqual({
    code: 'trajectory_unreadable',
    line: 1,
    column: 'predicted_trajectory',
    problem: { code: 'arguments_unclear', call: 1, keys },
  });
  const again = await scoreText(JSON.stringify(row), '', { reading: { argumentsKey: 'wishes' } });
  expect(again.score('trajectory_exact_match')).toEqual([1]);
  // the same in the record of a framework
  const call = { name: 'renew', wishes: { title: 'Emma' }, site: { id: 1 } };
  const messages = [{ role: 'assistant', content: '', tool_calls: [call] }];
  expect(await exactOf({ messages, reference_trajectory: CALLS })).toBe('arguments_unclear');
  const sides = { predicted_trajectory: messages, reference_trajectory: messages };
  expect(await exactOf(sides)).toBe('arguments_unclear');
});

it('the only other column with calls is the missing side; of several none is taken', async () => {
  const one = await scoreText(
    JSON.stringify({ task: 'q', run_of_today: CALLS, reference_trajectory: CALLS }),
  );
  expect(one.roles.predicted_trajectory).toBe('run_of_today');
  expect(one.score('trajectory_exact_match')).toEqual([1]);
  // what a person has said of one side leaves the other
  const own = JSON.stringify({ task: 'q', what_it_did: CALLS, ideal: CALLS });
  const roles = { predicted_trajectory: 'what_it_did' };
  const chosen = await scoreText(own, '', { chosenRoles: roles });
  expect(chosen.roles.reference_trajectory).toBe('ideal');
  const row = { task: 'q', first_run: CALLS, second_run: CALLS, reference_trajectory: CALLS };
  const several = await scoreText(JSON.stringify(row));
  expect(several.score('trajectory_exact_match')).toEqual(['prediction_missing']);
  expect(several.notes).toMatchObject([
    { code: 'side_unsure', side: 'predicted', names: ['first_run', 'second_run'] },
  ]);
});

/** What a call is answered with where nothing was returned, in the words of several frameworks. */
const UNANSWERED: Readonly<Record<string, unknown>> = {
  'OpenAI chat': {
    messages: [...CHAT.slice(0, 2), { role: 'tool', tool_call_id: 'c1', content: null }],
  },
  Anthropic: {
    messages: [
      ...ANTHROPIC,
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }] },
    ],
  },
  Gemini: {
    contents: [...GEMINI, { role: 'user', parts: [{ functionResponse: { name: 'renew' } }] }],
  },
  'Vercel AI SDK': {
    messages: [
      { role: 'user', content: 'Renew Emma' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'renew', input: {} }],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'renew' }] },
    ],
  },
  'a hosted tool': {
    object: 'response',
    output: [
      { type: 'web_search_call', id: 'w1', status: 'completed', action: { query: 'Emma' } },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
    ],
  },
  'an item of a response': {
    object: 'response',
    output: [
      { type: 'function_call', call_id: 'c1', name: 'renew', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1' },
    ],
  },
};

it.each(Object.entries(UNANSWERED))(
  'a call without a result has not failed: %s',
  async (_, row) => {
    const { rows } = await scoreText(JSON.stringify(row));
    const calls = rows.flatMap((cells) => cells['predicted_trajectory'] as JsonObject[]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toHaveProperty('tool_error');
  },
);

it.each(['NULL', 'Null', 'NONE', 'nil', 'N/A', 'n/a'])('%s is no tool', async (word) => {
  const csv = `id,predicted_trajectory,expected_tool\na,${word},f\nb,f,${word}\nc,f,f`;
  const { score } = await scoreText(csv);
  expect(score('trajectory_exact_match')).toEqual(['prediction_missing', 'reference_missing', 1]);
});

it('declarations beside what is expected are not what an agent called', async () => {
  const parameters = { title: { description: 'Whose.', type: 'str' } };
  const tools = [{ name: 'renew', description: 'Renews a ticket.', parameters }];
  const answers = [{ name: 'renew', arguments: { title: 'Emma' } }];
  const rows = [JSON.stringify(tools), tools].map((declared) =>
    JSON.stringify({
      id: 1,
      query: 'Renew Emma',
      tools: declared,
      answers: JSON.stringify(answers),
    }),
  );
  const chosen = { chosenRoles: { reference_trajectory: 'answers' } };
  for (const row of rows) {
    const read = await scoreText(row, '', chosen);
    expect(read.score('trajectory_exact_match')).toEqual(['prediction_missing']);
    expect(read.roles.tool_declarations).toBe('tools');
  }
  const taken = { predicted_trajectory: 'tools', reference_trajectory: 'answers' };
  const forced = await scoreText(rows.join('\n'), '', { chosenRoles: taken });
  expect(forced.score('trajectory_exact_match')).toEqual(rows.map(() => 'prediction_unreadable'));
});

const ASKED = { role: 'user', content: 'Renew Emma' };
const CALL = { name: 'renew', arguments: { title: 'Emma' } };
/** What an agent did, in words that no reader knows. */
const UNREAD: Readonly<Record<string, string>> = {
  'a part of an unknown type': JSON.stringify({
    messages: [ASKED, { role: 'assistant', content: [{ type: 'tool', tool: 'renew', state: {} }] }],
  }),
  'an unknown part beside words': JSON.stringify({
    messages: [
      ASKED,
      {
        role: 'assistant',
        content: [
          { type: 'widget', of: 1 },
          { type: 'text', text: 'Done.' },
        ],
      },
    ],
  }),
  'a part without a type': JSON.stringify({
    messages: [ASKED, { role: 'assistant', content: [{ remoteCall: { to: 'renew' } }] }],
  }),
  'a call beside the message in what wraps it': JSON.stringify([
    { message: { role: 'assistant', content: 'Done.' }, memory: { told: [{ done: [CALL] }] } },
  ]),
  'a call as JSON in what was said': JSON.stringify({
    messages: [ASKED, { role: 'assistant', content: JSON.stringify({ made: { first: CALL } }) }],
  }),
  'a call in a stream, under a key of its pieces': JSON.stringify([
    { object: 'chat.completion.chunk', id: 'a', choices: [{ delta: { content: 'Done.' } }] },
    { object: 'chat.completion.chunk', id: 'a', choices: [{ delta: { made: [CALL] } }] },
  ]),
  'what an agent did, and no word of what it is': JSON.stringify([
    { source: 'user', role: 'user', content: 'Renew Emma' },
    { source: 'agent', did: 'renew', given: { title: 'Emma' } },
    { source: 'agent', role: 'assistant', content: 'Done.' },
  ]),
  'a result without its call': JSON.stringify({
    messages: [
      ASKED,
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      { role: 'assistant', content: 'Done.' },
    ],
  }),
  'a message without content': JSON.stringify({
    messages: [ASKED, { role: 'assistant', actions_taken: [{ renew: 'Emma' }] }],
  }),
  'events among messages': [
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolLabel: 'renew' },
    { type: 'TOOL_CALL_RESULT', toolCallId: 'c1', content: 'ok', role: 'tool' },
    { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
  ]
    .map((event) => JSON.stringify(event))
    .join('\n'),
  'parts in a stream': JSON.stringify([
    { type: 'step-start' },
    { type: 'tool', tool: 'renew', state: { input: {} } },
    { type: 'step-finish' },
  ]),
  'a cell': JSON.stringify({
    predicted_trajectory: [
      ASKED,
      { role: 'assistant', content: [{ type: 'tool', tool: 'renew' }] },
    ],
    reference_trajectory: [],
  }),
};

it.each(Object.entries(UNREAD))(
  'who was not understood has not called nothing: %s',
  async (_, text) => {
    const { score, rows, notes } = await scoreText(text);
    expect(score('trajectory_exact_match')).toEqual(rows.map(() => 'prediction_missing'));
    const isCell = rows.some((row) => row['reference_trajectory'] !== undefined);
    if (!isCell)
      expect(notes).toContainEqual(expect.objectContaining({ kind: 'calls_unrecorded' }));
  },
);

it('who only thought and answered has called nothing', async () => {
  const parts = [
    { type: 'thinking', thinking: 'No tool is needed.' },
    { type: 'image', source: { type: 'url', url: 'a.png' } },
    { type: 'text', text: 'Hello.' },
  ];
  const { rows } = await scoreText(
    JSON.stringify({ messages: [ASKED, { role: 'assistant', content: parts }] }),
  );
  expect(rows).toMatchObject([{ predicted_trajectory: [] }]);
});

it.each([
  ['two lists of which one is golden', { golden: CALLS, model: CALLS }],
  [
    'sides of an instance',
    { 'instance/predicted_trajectory': CALLS, 'instance/reference_trajectory': CALLS },
  ],
  ['outputs that are calls', { input: 'q', actual_output: CALLS, expected_output: CALLS }],
  [
    'outputs that are the text of calls',
    { input: 'q', actual_output: JSON.stringify(CALLS), expected_output: CALLS },
  ],
])('one row has both sides: %s', async (_, row) => expect(await exactOf(row)).toBe(1));

it('an argument called input stays one, where no text hides it', async () => {
  const observation = (input: unknown): object[] => [
    {
      id: 'x',
      traceId: 't',
      type: 'TOOL',
      name: 'f',
      input,
      output: 'ok',
      startTime: '2026-01-01T00:00:00Z',
    },
  ];
  for (const input of [
    { input: { a: 1 } },
    { input: [1] },
    { input: 'words' },
    { input: 3, b: 1 },
  ]) {
    const { rows } = await scoreText(JSON.stringify(observation(input)));
    expect(rows).toMatchObject([{ predicted_trajectory: [{ tool_name: 'f', tool_input: input }] }]);
  }
});
