import { describe, expect, it } from 'vitest';
import { AgentError } from '#core/agents/agent-error.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { anthropic } from './anthropic.ts';
import type { Briefing, Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';

const BRIEFING: Briefing = {
  ...{ baseUrl: 'http://host/', model: 'm', system: 'Be brief.', prompt: 'Lamp off' },
  tools: [
    {
      name: 'switch',
      description: 'Switches.',
      parameters: { type: 'object', properties: { on: { type: 'boolean' } } },
    },
    { name: 'wait', description: '', parameters: { type: 'object', properties: {} } },
  ],
};
const CALL = { id: 'c1', name: 'switch', input: { on: false } };

/** The same step of a model in each provider's words. */
const STEPS: Readonly<Record<string, readonly [Dialect, answer: JsonValue, empty: JsonValue]>> = {
  openai: [
    openai,
    {
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'Well.',
            tool_calls: [{ id: 'c1', function: { name: 'switch', arguments: '{"on":false}' } }],
          },
        },
      ],
    },
    { choices: [{ message: { role: 'assistant', content: 'Done.' } }] },
  ],
  anthropic: [
    anthropic,
    {
      content: [
        { type: 'text', text: 'Well.' },
        { type: 'tool_use', id: 'c1', name: 'switch', input: { on: false } },
      ],
    },
    { content: [{ type: 'text', text: 'Done.' }] },
  ],
  gemini: [
    gemini,
    {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Hmm.', thought: true },
              { text: 'Well.' },
              { functionCall: { id: 'c1', name: 'switch', args: { on: false } } },
            ],
          },
        },
      ],
    },
    { candidates: [{ content: { parts: [{ text: 'Done.' }] } }] },
  ],
};

const bodyOf = (dialect: Dialect, briefing = BRIEFING): Record<string, unknown> =>
  JSON.parse(dialect.ask(briefing, dialect.open(briefing)).body ?? '') as Record<string, unknown>;

describe.each(Object.entries(STEPS))('%s', (_name, [dialect, answer, end]) => {
  it('reads what a model says and the calls it wants', () => {
    expect(dialect.read(answer)).toMatchObject({ text: 'Well.', calls: [CALL] });
    expect(dialect.read(end)).toMatchObject({ text: 'Done.', calls: [] });
  });

  it('finds no step in an answer of another shape', () => {
    for (const nothing of [null, {}, [], 'text', { error: { message: 'no' } }]) {
      expect(() => dialect.read(nothing)).toThrow(AgentError);
    }
  });

  it('stands a placeholder for the key, and nothing else', () => {
    const request = dialect.ask(BRIEFING, dialect.open(BRIEFING));
    expect(JSON.stringify(request.headers)).toContain('{secret}');
    expect(request.url.startsWith('http://host/')).toBe(true);
    expect(request.url).not.toContain('//v1');
    expect(request.method).toBe('POST');
  });

  it('says nothing of tools and of an instruction where there are none', () => {
    const body = bodyOf(dialect, { ...BRIEFING, system: ' ', tools: [] });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('system');
    expect(body).not.toHaveProperty('systemInstruction');
    expect(JSON.stringify(body)).not.toContain('"role":"system"');
  });
});

it('asks OpenAI and gives results back under the ids of their calls', () => {
  expect(bodyOf(openai)).toMatchObject({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Lamp off' },
    ],
    tools: [
      { type: 'function', function: { name: 'switch', description: 'Switches.' } },
      { type: 'function', function: { name: 'wait' } },
    ],
  });
  expect(
    openai.giveBack([
      [CALL, { ok: true }],
      [CALL, 'done'],
    ]),
  ).toEqual([
    { role: 'tool', tool_call_id: 'c1', content: '{"ok":true}' },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ]);
});

it('takes arguments of OpenAI that are not JSON for a failure of the model', () => {
  const tool_calls = [{ id: 'c', function: { name: 'switch', arguments: '{"on": fals' } }];
  expect(() => openai.read({ choices: [{ message: { tool_calls } }] })).toThrow(
    expect.objectContaining({ fault: 'arguments_text', message: 'Tool: switch' }),
  );
});

it('asks Anthropic and gives all results back in one message', () => {
  expect(bodyOf(anthropic)).toMatchObject({
    model: 'm',
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Lamp off' }],
    tools: [{ name: 'switch', input_schema: { type: 'object' } }, { name: 'wait' }],
  });
  expect(
    anthropic.giveBack([
      [CALL, { ok: true }],
      [CALL, 'done'],
    ]),
  ).toEqual([
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: '{"ok":true}' },
        { type: 'tool_result', tool_use_id: 'c1', content: 'done' },
      ],
    },
  ]);
});

it('asks Gemini, which takes no parameters without properties and only objects for results', () => {
  const body = bodyOf(gemini);
  expect(body).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'Lamp off' }] }],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
  });
  expect(body['tools']).toEqual([
    {
      functionDeclarations: [
        {
          name: 'switch',
          description: 'Switches.',
          parameters: { type: 'object', properties: { on: { type: 'boolean' } } },
        },
        { name: 'wait' },
      ],
    },
  ]);
  expect(
    gemini.giveBack([
      [CALL, { ok: true }],
      [CALL, 'done'],
    ]),
  ).toEqual([
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'switch', response: { ok: true } } },
        { functionResponse: { name: 'switch', response: { result: 'done' } } },
      ],
    },
  ]);
  expect(() => gemini.read({ promptFeedback: { blockReason: 'SAFETY' } })).toThrow(
    expect.objectContaining({ fault: 'no_answer', message: 'SAFETY' }),
  );
});
