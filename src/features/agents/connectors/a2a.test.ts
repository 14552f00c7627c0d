import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentError } from '#core/agents/agent-error.ts';
import { clientTo, errorOf, replayOf, taskOf } from '../../../../tests/support/agent-client.ts';
import { startA2a, type A2aServer } from '../../../../tests/support/a2a-server.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { AgentClient } from '#features/agents/connectors/agent.ts';
import { a2a, endpointOf, PROTOCOL_0, PROTOCOL_1 } from './a2a.ts';

const CALLS = [
  { tool_name: 'find_lamp', tool_input: { room: 'porch' } },
  { tool_name: 'switch', tool_input: { lamp: 3, on: false } },
];

let server: A2aServer;
beforeAll(async () => {
  server = await startA2a(() => CALLS);
});
afterAll(() => server.stop());

const configOf = (path: string) => ({
  ...{ way: 'a2a', values: { url: server.url + path }, headers: [] },
});

describe.each([
  ['/v1', 'SendMessage', '1.0'],
  ['/v0', 'message/send', undefined],
])('the official server at %s', (path, method, version) => {
  it('gives the response and the calls, and the same when it is read again', async () => {
    const task = taskOf(configOf(path), 'Lamp “off”\n!');
    const client = clientTo(task.config);
    const before = server.asked.length;
    const answer = await a2a.call(task, client);
    expect(answer.response).toBe('Done: Lamp “off”\n!');
    expect(answer.calls).toMatchObject(
      CALLS.map((call, done) => ({ ...call, tool_output: { done } })),
    );
    expect(server.asked.slice(before)).toEqual([{ method, version }]);
    expect(await a2a.call(task, replayOf(client))).toEqual(answer);
  });

  it('says that the agent failed, and why', async () => {
    const task = taskOf(configOf(path), 'break');
    const { message } = await errorOf(a2a.call(task, clientTo(task.config)));
    expect(message).toBe('Its task is “failed”. it broke');
  });
});

it('asks again until a task has ended', async () => {
  const states = ['submitted', 'working', 'completed'];
  const asked: string[] = [];
  const line: AgentClient = {
    signal: new AbortController().signal,
    send: ({ method, body = '{}' }) => {
      if (method === 'GET') return Promise.resolve({ values: [{}], isStream: false });
      asked.push((JSON.parse(body) as { method: string }).method);
      const status = { state: states.shift() ?? '' };
      const artifacts = [{ artifactId: 'a', parts: [{ kind: 'text', text: 'Hi!' }] }];
      const result = { kind: 'task', id: '1', status, artifacts };
      return Promise.resolve({ values: [{ result }], isStream: false });
    },
    wait: () => Promise.resolve(),
  };
  const values = { url: 'http://127.0.0.1:9' };
  const answer = await a2a.call(taskOf({ way: 'a2a', values, headers: [] }, 'one'), line);
  expect(answer.response).toBe('Hi!');
  expect(asked).toEqual(['message/send', 'tasks/get', 'tasks/get']);
});

it('an address without an agent card is said to be the wrong one', async () => {
  const task = taskOf(configOf('/v1/rpc'), 'one');
  const { fault, words } = await errorOf(a2a.call(task, clientTo(task.config)));
  expect(fault).toBe('no_card');
  expect(words).toMatch(/agent-card\.json/);
});

describe('an answer without tool calls', () => {
  const config = { way: 'a2a', values: { url: 'http://127.0.0.1:9' }, headers: [] };
  const task = taskOf(config, 'Hello');
  const result = (metadata?: JsonObject): JsonObject => ({
    ...{ kind: 'task', id: '1', status: { state: 'completed' } },
    artifacts: [{ artifactId: 'a', parts: [{ kind: 'text', text: 'Hi!' }] }],
    ...(metadata && { metadata }),
  });
  /** An agent that gives its card and then one result. */
  const lineOf = (card: JsonObject, given: JsonObject): AgentClient => ({
    signal: new AbortController().signal,
    send: ({ method }) =>
      Promise.resolve({ values: [method === 'GET' ? card : { result: given }], isStream: false }),
    wait: () => Promise.resolve(),
  });
  const skill = (name: string, ...tags: readonly string[]): JsonObject => ({
    skills: [{ id: 'x', name, tags: [...tags] }],
  });

  it.each([
    ['a card of ADK', skill('model', 'llm'), result()],
    ['a card of ADK with sub-agents', skill('home: model', 'sub_agent:home', 'llm'), result()],
    ['metadata of ADK', {}, result({ adk_session_id: '1' })],
    ['metadata of kagent', {}, result({ kagent_app_name: 'home' })],
  ])('made none where all are attached: %s', async (_what, card, given) => {
    const answer = await a2a.call(task, lineOf(card, given));
    expect(answer).toMatchObject({ response: 'Hi!', calls: [] });
  });

  it.each([
    ['no word of the framework', {}, result({ author: 'me' })],
    ['skills of another kind', skill('model railway', 'llm'), result()],
    ['a model that is no LLM’s', skill('model', 'cars'), result()],
  ])('leaves open which were made where they may be elsewhere: %s', async (_what, card, given) => {
    const answer = await a2a.call(task, lineOf(card, given));
    expect(answer).toMatchObject({ response: 'Hi!', calls: undefined });
  });
});

describe('an agent card', () => {
  const BASE = 'http://127.0.0.1:9/home';
  const here = (path: string) => `http://127.0.0.1:9/${path}`;

  it.each([
    ['nothing', {}, BASE, PROTOCOL_0],
    ['an address alone', { url: here('rpc') }, here('rpc'), PROTOCOL_0],
    [
      'another binding first',
      {
        ...{ url: here('grpc'), preferredTransport: 'GRPC' },
        additionalInterfaces: [{ url: here('rpc'), transport: 'JSONRPC' }],
      },
      here('rpc'),
      PROTOCOL_0,
    ],
    [
      'several versions',
      {
        supportedInterfaces: [
          { url: here('old'), protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
          { url: here('rest'), protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
          { url: here('new'), protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        ],
      },
      here('new'),
      PROTOCOL_1,
    ],
  ])('with %s says where to ask', (_what, card, url, protocol) => {
    expect(endpointOf(card, BASE)).toEqual({ url, protocol, attachesCalls: false });
  });

  it.each([
    [{ url: 'https://elsewhere.example/rpc' }, 'redirected'],
    [{ url: 'http://' }, 'redirected'],
    [{ url: here('grpc'), preferredTransport: 'GRPC' }, 'rejected'],
  ])('%j is refused', (card, fault) => {
    expect(() => endpointOf(card, BASE)).toThrow(AgentError);
    expect(() => endpointOf(card, BASE)).toThrow(expect.objectContaining({ fault }));
  });
});
