import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import {
  clientTo,
  errorOf,
  replayOf,
  SECRET,
  taskOf,
} from '../../../../tests/support/agent-client.ts';
import {
  startFrameworks,
  type FrameworkServer,
} from '../../../../tests/support/framework-server.ts';
import type { AgentClient, AgentPreset } from './agent.ts';
import { http } from './http.ts';
import { CONNECTORS, connectorById } from './registry.ts';

const CALLS = [
  { tool_name: 'find_lamp', tool_input: { room: 'porch' } },
  { tool_name: 'switch', tool_input: { lamp: 3, on: false } },
];

/** What is filled in for a server. */
const filledIn = (title: string): AgentPreset['values'] =>
  http.presets?.find((preset) => preset.title === title)?.values ?? {};

let server: FrameworkServer;
beforeAll(async () => {
  server = await startFrameworks((prompt) => (prompt === 'hello' ? [] : CALLS));
});
afterAll(() => server.stop());

interface Setting {
  readonly way: string;
  readonly path: string;
  readonly values?: Readonly<Record<string, string>>;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  ADK: { way: 'adk', path: '/adk', values: { app: 'home' } },
  'HTTP, filled in for LangGraph': {
    way: 'http',
    path: '/graph/runs/wait',
    values: { body: filledIn('LangGraph')['body'] ?? '' },
  },
  'HTTP, filled in for ADK on Agent Engine': {
    way: 'http',
    path: '/engine/reasoningEngines/1:streamQuery?alt=sse',
    values: { body: filledIn('Agent Engine (ADK)')['body'] ?? '' },
  },
  'HTTP, filled in for LangChain on Agent Engine': {
    way: 'http',
    path: '/engine/reasoningEngines/1:query',
    values: { body: filledIn('Agent Engine (LangChain)')['body'] ?? '' },
  },
  'model, OpenAI': { way: 'model', path: '/v1', values: { provider: 'openai' } },
  'model, Anthropic': { way: 'model', path: '', values: { provider: 'anthropic' } },
  'model, Gemini': { way: 'model', path: '', values: { provider: 'gemini' } },
};

function configOf({ way, path, values }: Setting): AgentConfig {
  return { way, values: { url: server.url + path, ...values }, headers: [] };
}

/** Calls the agent of a setting about a prompt. */
function call(config: AgentConfig, prompt: string, client: AgentClient = clientTo(config)) {
  return connectorById(config.way).call(taskOf(config, prompt), client);
}

const wordsOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work)).words;

describe.each(Object.entries(SETTINGS))('%s', (_name, setting) => {
  it('gives the response and the calls, and the same when it is read again', async () => {
    const config = configOf(setting);
    expect(connectorById(setting.way).faultsOf(config, ['prompt'])).toEqual([]);
    const client = clientTo(config);
    const answer = await call(config, 'Lamp “off”\n!', client);
    expect(answer.response).toBe('Done: Lamp “off”\n!');
    expect(answer.calls).toMatchObject(CALLS);
    expect(answer.calls).toHaveLength(2);
    expect(JSON.stringify(client.legs)).not.toContain(SECRET);
    expect(await call(config, 'Lamp “off”\n!', replayOf(client))).toEqual(answer);
  });

  it.each(['lamp', 'k', 'EMPTY', 'find_lamp', 'porch'])(
    'the key %j rewrites nothing of what it said',
    async (secret) => {
      const headers = [{ name: 'x-agent-key', value: '', isSecret: true }];
      const config = { ...configOf(setting), headers };
      const answer = await call(config, 'EMPTY the lamp, k?', clientTo(config, { secret }));
      expect(answer.response).toBe('Done: EMPTY the lamp, k?');
      expect(answer.calls).toMatchObject(CALLS);
    },
  );

  it('may have called nothing', async () => {
    const answer = await call(configOf(setting), 'hello');
    expect(answer).toMatchObject({ response: 'Done: hello', calls: [] });
  });
});

it('says what a graph says of its failure', async () => {
  const config = configOf(SETTINGS['HTTP, filled in for LangGraph']!);
  expect(await wordsOf(call(config, 'break'))).toContain('it broke');
});

it('sends the turns of a conversation in one ADK session', async () => {
  const answer = await call(configOf(SETTINGS['ADK']!), '["one", "two"]');
  expect(answer.response).toBe('Done: two');
  expect(answer.calls).toHaveLength(4);
});

/** A model that is given these values besides. */
const modelWith = (values: Readonly<Record<string, string>>): AgentConfig =>
  configOf({ way: 'model', path: '/v1', values: { provider: 'openai', ...values } });

it('gives a model its canned results, and stops it after its steps', async () => {
  const results = JSON.stringify([
    { tool: 'find_lamp', result: 'any lamp' },
    { tool: 'find_lamp', arguments: { room: 'porch' }, result: { lamp: 3 } },
  ]);
  const answer = await call(modelWith({ results }), 'go');
  expect(answer.calls).toMatchObject([
    { tool_output: { lamp: 3 } },
    { tool_output: { status: 'ok' } },
  ]);
  expect(answer.usage).toEqual({ input: 30, output: 12 });
  const strict = modelWith({ results, otherwise: 'fail' });
  expect(await wordsOf(call(strict, 'go'))).toContain('switch');
  expect(await wordsOf(call(modelWith({ results, steps: '1' }), 'go'))).toContain('Steps: 1');
});

it.each([
  ['length', 'The answer was cut off before the model had finished. Finish reason: length.'],
  ['content_filter', 'The provider withheld the answer. content_filter'],
])(
  'an answer that a model ends by %s is a failure, also when it is read again',
  async (end, why) => {
    const config = modelWith({ tools: '[]' });
    const client = clientTo(config);
    expect(await wordsOf(call(config, `finish:${end}`, client))).toBe(why);
    expect(await wordsOf(call(config, `finish:${end}`, replayOf(client)))).toBe(why);
  },
);

it('gives a call the canned result, else what is set, and reads both again', async () => {
  const results = JSON.stringify([{ tool: 'find_lamp', result: { lamp: 3 } }]);
  const config = modelWith({ results });
  const client = clientTo(config);
  const answer = await call(config, 'go', client);
  expect(answer.calls).toMatchObject([
    { tool_output: { lamp: 3 } },
    { tool_output: { status: 'ok' } },
  ]);
  // the model was told both
  const { body } = server.requests.at(-1)!;
  const told = (body['messages'] as readonly { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
  expect(told).toEqual(['{"lamp":3}', '{"status":"ok"}']);
  expect(await call(config, 'go', replayOf(client))).toEqual(answer);
});

it.each(CONNECTORS)('$id: finds fault with what cannot be called', (connector) => {
  const values = { url: 'http://agent.example/?api_key=x' };
  expect(connector.faultsOf({ way: connector.id, values, headers: [] }, ['prompt'])).not.toEqual(
    [],
  );
});
