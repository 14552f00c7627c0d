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

it('asks a model for its first call, filled in for the API of OpenAI', async () => {
  const url = `${server.url}/v1/chat/completions`;
  const config = {
    way: 'http',
    values: { ...filledIn('a model (OpenAI’s API)'), url },
    headers: [],
  };
  expect(http.faultsOf(config, ['prompt'])).toEqual([]);
  const answer = await call(config, 'Lamp “off”\n!');
  expect(answer.calls).toMatchObject(CALLS.slice(0, 1));
  expect(answer.usage).toEqual({ input: 10, output: 4 });
  expect(server.requests.at(-1)?.body).toMatchObject({
    messages: [{ content: 'Lamp “off”\n!' }],
    tools: [{ type: 'function' }],
  });
});

it.each(CONNECTORS)('$id: finds fault with what cannot be called', (connector) => {
  const values = { url: 'http://agent.example/?api_key=x' };
  expect(connector.faultsOf({ way: connector.id, values, headers: [] }, ['prompt'])).not.toEqual(
    [],
  );
});
