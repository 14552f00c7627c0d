import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentError } from '#core/agents/agent-error.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { CodeCall, RunCode } from '#core/agents/code-call.ts';
import {
  startFrameworks,
  type FrameworkServer,
} from '../../../../tests/support/framework-server.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { KEY, type AgentClient } from './agent.ts';
import { LiveClient, ReplayClient } from './client.ts';
import { http } from './http/http.ts';
import { CONNECTORS, connectorById } from './registry.ts';

const CALLS = [
  { tool_name: 'find_lamp', tool_input: { room: 'porch' } },
  { tool_name: 'switch', tool_input: { lamp: 3, on: false } },
];
const SECRET = 'canary-91c3f0aa';

/** The body that is filled in for LangGraph. */
const LANGGRAPH = http.presets?.[0]?.values['body'] ?? '';

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
  'ADK /run': { way: 'adk', path: '/adk', values: { app: 'home' } },
  'ADK /run_sse': { way: 'adk', path: '/adk/', values: { app: 'home', endpoint: 'run_sse' } },
  'HTTP, filled in for LangGraph': {
    way: 'http',
    path: '/graph/runs/wait',
    values: { body: LANGGRAPH },
  },
  'A2A message/stream': { way: 'a2a', path: '/a2a', values: { method: 'message/stream' } },
  'model, OpenAI': { way: 'model', path: '/v1', values: { provider: 'openai' } },
  'model, Anthropic': { way: 'model', path: '', values: { provider: 'anthropic' } },
  'model, Gemini': { way: 'model', path: '', values: { provider: 'gemini' } },
};

function configOf({ way, path, values }: Setting): AgentConfig {
  return { way, values: { url: server.url + path, ...values }, headers: [] };
}

const noCode: RunCode = () => Promise.reject(new Error('no code is run here'));

function clientTo(config: AgentConfig, runCode = noCode): LiveClient {
  const secrets = new Map([[KEY, SECRET]]);
  return new LiveClient({
    config,
    secrets,
    withinMs: 20_000,
    runCode,
    signal: new AbortController().signal,
  });
}

const taskOf = (config: AgentConfig, prompt: string) => ({
  config,
  cells: (name: string) => (name === 'prompt' ? prompt : undefined),
  row: () => ({ prompt }),
  trial: 0,
  id: 'row-1',
});

async function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof AgentError ? error.words : String(error)),
  );
}

describe.each(Object.entries(SETTINGS))('%s', (_name, setting) => {
  it('gives the response and the calls, and the same when it is read again', async () => {
    const config = configOf(setting);
    const connector = connectorById(setting.way);
    expect(connector.faultsOf(config, ['prompt'])).toEqual([]);
    const client = clientTo(config);
    const task = taskOf(config, 'Lamp “off”\n!');
    const answer = await connector.call(task, client);
    expect(answer.response).toBe('Done: Lamp “off”\n!');
    expect(answer.calls).toMatchObject(CALLS);
    expect(answer.calls).toHaveLength(2);
    expect(JSON.stringify(client.legs)).not.toContain(SECRET);
    const replay = new ReplayClient(client.legs, new AbortController().signal);
    expect(await connector.call(task, replay)).toEqual(answer);
  });
});

it.each(['lamp', 'k', 'EMPTY', 'find_lamp', 'porch'])(
  'the key %j rewrites nothing of what an agent said',
  async (secret) => {
    for (const setting of Object.values(SETTINGS)) {
      const headers = [{ name: 'x-agent-key', value: '', isSecret: true }];
      const config = { ...configOf(setting), headers };
      const client = new LiveClient({
        config,
        secrets: new Map([
          [KEY, secret],
          ['x-agent-key', secret],
        ]),
        withinMs: 20_000,
        runCode: noCode,
        signal: new AbortController().signal,
      });
      const answer = await connectorById(setting.way).call(
        taskOf(config, 'EMPTY the lamp, k?'),
        client,
      );
      expect(answer.response).toBe('Done: EMPTY the lamp, k?');
      expect(answer.calls).toMatchObject(CALLS);
    }
  },
);

it('tells an agent that called nothing from one that says nothing of calls', async () => {
  for (const name of ['ADK /run', 'HTTP, filled in for LangGraph', 'model, OpenAI'] as const) {
    const config = configOf(SETTINGS[name]!);
    const answer = await connectorById(config.way).call(taskOf(config, 'hello'), clientTo(config));
    expect(answer).toMatchObject({ response: 'Done: hello', calls: [] });
  }
  const config = configOf(SETTINGS['A2A message/stream']!);
  const said = await faultOf(connectorById('a2a').call(taskOf(config, 'hello'), clientTo(config)));
  expect(said).toContain('No tool calls');
});

it('says what an agent says of its failure', async () => {
  for (const name of ['HTTP, filled in for LangGraph', 'A2A message/stream'] as const) {
    const config = configOf(SETTINGS[name]!);
    const said = await faultOf(
      connectorById(config.way).call(taskOf(config, 'break'), clientTo(config)),
    );
    expect(said).toContain('it broke');
  }
});

it('asks an A2A task again until it ends', async () => {
  const config = configOf({ way: 'a2a', path: '/a2a' });
  const before = server.requests.length;
  const client = clientTo(config);
  const answer = await connectorById('a2a').call(taskOf(config, 'poll me'), client);
  expect(answer).toMatchObject({
    response: 'Done: poll me',
    calls: CALLS.map(({ tool_name }) => ({ tool_name })),
  });
  const methods = server.requests.slice(before).map(({ body }) => body['method']);
  expect(methods.filter((method) => method === 'tasks/get')).toHaveLength(2);
});

it('sends the turns of a conversation in one ADK session', async () => {
  const config = configOf(SETTINGS['ADK /run']!);
  const answer = await connectorById('adk').call(
    taskOf(config, '["one", "two"]'),
    clientTo(config),
  );
  expect(answer.response).toBe('Done: two');
  expect(answer.calls).toHaveLength(4);
});

it('gives a model its canned results, and stops it after its steps', async () => {
  const results = JSON.stringify([
    { tool: 'find_lamp', result: 'any lamp' },
    { tool: 'find_lamp', arguments: { room: 'porch' }, result: { lamp: 3 } },
  ]);
  const config = configOf({ way: 'model', path: '/v1', values: { provider: 'openai', results } });
  const { way } = config;
  const answer = await connectorById(way).call(taskOf(config, 'go'), clientTo(config));
  expect(answer.calls).toMatchObject([
    { tool_output: { lamp: 3 } },
    { tool_output: { status: 'ok' } },
  ]);
  expect(answer.usage).toEqual({ input: 30, output: 12 });
  const withValues = (values: Readonly<Record<string, string>>): AgentConfig => ({
    ...config,
    values: { ...config.values, ...values },
  });
  const strict = withValues({ otherwise: 'fail' });
  expect(await faultOf(connectorById(way).call(taskOf(strict, 'go'), clientTo(strict)))).toContain(
    'switch',
  );
  const short = withValues({ steps: '1' });
  expect(await faultOf(connectorById(way).call(taskOf(short, 'go'), clientTo(short)))).toContain(
    'Steps: 1',
  );
});

it.each([
  ['openai', { finish_reason: 'length' }, 'The answer was cut off'],
  ['openai', { finish_reason: 'content_filter' }, 'The provider withheld the answer.'],
  ['anthropic', { stop_reason: 'max_tokens' }, 'The answer was cut off'],
  ['anthropic', { stop_reason: 'refusal' }, 'The provider withheld the answer.'],
  ['gemini', { finishReason: 'MAX_TOKENS' }, 'The answer was cut off'],
  ['gemini', { finishReason: 'SAFETY' }, 'The provider withheld the answer.'],
])('%s: an answer with %j is a failure, no prediction', async (provider, end, reason) => {
  const [finish = ''] = Object.values(end);
  const message = { role: 'assistant', content: 'I would swi' };
  const content = [{ type: 'text', text: 'I would swi' }];
  const answers: Readonly<Record<string, JsonValue>> = {
    openai: { choices: [{ message, ...end }] },
    anthropic: { content, ...end },
    gemini: { candidates: [{ content: { parts: content }, ...end }] },
  };
  const config = configOf({ way: 'model', path: '', values: { provider } });
  const client: AgentClient = {
    ...{ signal: new AbortController().signal, wait: () => Promise.resolve() },
    run: () => Promise.reject(new Error('no code is run here')),
    send: () => Promise.resolve({ values: [answers[provider] ?? null], isStream: false }),
  };
  const failed = await faultOf(connectorById('model').call(taskOf(config, 'go'), client));
  expect(failed).toContain(reason);
  expect(failed).toContain(finish);
});

it('asks a function for results that the list does not have, and reads them again', async () => {
  const results = JSON.stringify([{ tool: 'find_lamp', result: { lamp: 3 } }]);
  const values = { provider: 'openai', results, resultsCode: 'code' };
  const config = configOf({ way: 'model', path: '/v1', values });
  const asked: CodeCall[] = [];
  const given = (json: string): RunCode => {
    return (call) => {
      asked.push(call);
      return Promise.resolve({ kind: 'given', json, ms: 1 });
    };
  };
  const task = taskOf(config, 'go');
  const client = clientTo(config, given('"switched"'));
  const answer = await connectorById('model').call(task, client);
  expect(answer.calls).toMatchObject([{ tool_output: { lamp: 3 } }, { tool_output: 'switched' }]);
  const args = ['switch', { lamp: 3, on: false }, { prompt: 'go' }];
  expect(asked).toEqual([{ code: 'code', args }]);
  expect(client.legs[2]).toMatchObject({ method: 'RUN', body: '["switch",{"lamp":3,"on":false}]' });
  const replay = new ReplayClient(client.legs, new AbortController().signal);
  expect(await connectorById('model').call(task, replay)).toEqual(answer);
  // a function that gives nothing leaves the call to what is set
  const silent = await connectorById('model').call(task, clientTo(config, given('')));
  expect(silent.calls[1]).toMatchObject({ tool_output: { status: 'ok' } });
});

it('takes what a person’s function gives, and its time alone', async () => {
  const config: AgentConfig = { way: 'function', values: { code: 'code' }, headers: [] };
  const task = taskOf(config, 'go');
  const json = JSON.stringify({ response: 'Done.', predicted_trajectory: CALLS });
  const client = clientTo(config, async ({ args }) => {
    expect(args).toEqual([{ prompt: 'go' }, 0]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { kind: 'given', json, ms: 1 };
  });
  const answer = await connectorById('function').call(task, client);
  expect(answer).toMatchObject({ response: 'Done.', calls: CALLS });
  expect(client.latencyMs).toBeLessThan(100);
  const replay = new ReplayClient(client.legs, new AbortController().signal);
  expect(await connectorById('function').call(task, replay)).toEqual(answer);

  const failing = clientTo(config, () =>
    Promise.resolve({ kind: 'error', message: 'TypeError: no', line: 2 }),
  );
  const said = await faultOf(connectorById('function').call(task, failing));
  expect(said).toBe('The function failed. Line 2: TypeError: no');
  expect(failing.legs).toMatchObject([{ fault: 'code_failed', text: '' }]);
});

it('finds fault with what cannot be called', () => {
  for (const connector of CONNECTORS) {
    const bad = {
      way: connector.id,
      values: { url: 'http://agent.example/?api_key=x', code: '' },
      headers: [],
    };
    expect(connector.faultsOf(bad, ['prompt']), connector.id).not.toEqual([]);
  }
});
