import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentFault } from '#core/agents/agent-error.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import {
  clientTo,
  errorOf,
  replayOf,
  SECRET,
  taskOf,
} from '../../../../tests/support/agent-client.ts';
import { startAgent, type AgentServer } from '../../../../tests/e2e/agent-server.ts';
import { http } from './http.ts';
import { eventually } from '../../../../tests/support/eventually.ts';

let agent: AgentServer;
beforeEach(async () => {
  agent = await startAgent();
});
afterEach(() => {
  vi.unstubAllGlobals();
  agent.stop();
});

function configOf(path: string, values: Readonly<Record<string, string>> = {}): AgentConfig {
  const headers = [
    { name: 'x-agent-key', value: '', isSecret: true },
    { name: 'x-plain', value: 'seen', isSecret: false },
    { name: ' ', value: 'left out', isSecret: false },
  ];
  return { way: 'http', values: { url: agent.url + path, ...values }, headers };
}

describe('an agent behind HTTP', () => {
  it.each([
    ['messages', '/chat', {}],
    ['a stream of events', '/events', { responsePath: 'text' }],
    ['paths', '/plain', { responsePath: 'a.said', callsPath: 'other' }],
  ])('is read by %s, and the same from what was recorded', async (_how, path, values) => {
    const config = configOf(path, values);
    const task = taskOf(config, 'one');
    const client = clientTo(config);
    const answer = await http.call(task, client);
    expect(answer).toMatchObject({
      response: 'Done.',
      calls: [{ tool_name: 'set_device', tool_input: { about: 'one' } }],
    });
    expect(client.legs).toHaveLength(1);
    expect(client.legs[0]).toMatchObject({ method: 'POST', body: '{"input": "one"}', status: 200 });
    expect(client.latencyMs).toBeGreaterThanOrEqual(client.firstByteMs ?? Infinity);
    expect(await http.call(task, replayOf(client))).toEqual(answer);
  });

  it('is asked by GET with the row in the address', async () => {
    const config = configOf('/plain?about={prompt}', {
      ...{ method: 'GET', responsePath: 'a.said', callsPath: 'other' },
    });
    expect(await http.call(taskOf(config, 'a b&c'), clientTo(config))).toMatchObject({
      response: 'Done.',
    });
    expect(agent.paths).toEqual(['/plain?about=a%20b%26c']);
  });
});

describe('a fault', () => {
  it.each<[string, AgentFault]>([
    ['status-500', 'server'],
    ['status-401', 'refused'],
    ['status-429', 'rate_limited'],
    ['status-422', 'rejected'],
    ['dropped', 'broken_off'],
    ['broken-event', 'broken_off'],
    ['endless-stream', 'timeout'],
    ['huge-answer', 'too_large'],
    ['not-json', 'not_json'],
    ['empty-answer', 'no_answer'],
    ['arguments-text', 'arguments_text'],
    ['silent', 'timeout'],
  ])('“%s” is told as “%s”, also from what was recorded', async (name, fault) => {
    const config = configOf('/chat');
    const task = taskOf(config, `fault:${name}`);
    const client = clientTo(config, { withinMs: fault === 'timeout' ? 100 : 20_000 });
    const error = await errorOf(http.call(task, client));
    expect(error.fault).toBe(fault);
    expect(error.words).not.toContain('canary');
    expect(JSON.stringify(client.legs)).not.toContain('canary');
    const again = await errorOf(http.call(task, replayOf(client)));
    expect([again.fault, again.words]).toEqual([error.fault, error.words]);
  });

  it('is that nobody is there', async () => {
    const config = configOf('', { url: 'http://127.0.0.1:1/' });
    const error = await errorOf(http.call(taskOf(config, 'one'), clientTo(config)));
    expect(error.fault).toBe('off');
    expect(error.words).toContain('Nothing answers at this address');
  });

  it('is that a server is there which lets no page call it; a bare request finds out', async () => {
    const asked: IncomingMessage[] = [];
    // what a page sees of such a server
    const server = createServer((request, response) => {
      asked.push(request);
      if (request.method === 'GET') response.end();
      else request.socket.destroy();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = server.address() as AddressInfo;
    const config = configOf('', { url: `http://127.0.0.1:${String(port)}/chat?x=1` });
    const client = clientTo(config);
    const error = await errorOf(http.call(taskOf(config, 'one'), client));
    server.close();
    expect(error.fault).toBe('blocked');
    expect(error.words).toContain('CORS');
    const [last] = asked.splice(-1);
    expect([last!.method, last!.url]).toEqual(['GET', '/']);
    expect(last!.rawHeaders.join()).not.toContain('canary');
    const again = await errorOf(http.call(taskOf(config, 'one'), replayOf(client)));
    expect(again.fault).toBe('blocked');
  });

  it('may be either where the server is elsewhere: nothing further is sent there', async () => {
    const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetched);
    const config = configOf('', { url: 'https://agent.example/chat' });
    const error = await errorOf(http.call(taskOf(config, 'one'), clientTo(config)));
    expect(error.fault).toBe('unreachable');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is that calls are sent on to another address, where secrets do not go', async () => {
    const fetched = vi.fn(() => Promise.resolve({ type: 'opaqueredirect' }));
    vi.stubGlobal('fetch', fetched);
    const config = configOf('/chat');
    const error = await errorOf(http.call(taskOf(config, 'one'), clientTo(config)));
    expect(error.fault).toBe('redirected');
    expect(error.words).toContain('another address');
    expect(fetched).toHaveBeenCalledWith(
      `${agent.url}/chat`,
      expect.objectContaining({ redirect: 'manual', credentials: 'omit' }),
    );
  });
});

it('sends secrets in their headers and records none of them', async () => {
  const config = configOf('/chat');
  const client = clientTo(config);
  await http.call(taskOf(config, 'one'), client);
  expect(agent.keys).toEqual([SECRET]);
  expect(client.legs[0]?.headers).toEqual({
    'content-type': 'application/json',
    'x-agent-key': '[secret]',
    'x-plain': 'seen',
  });
});

it('takes short keys out of what is said of a failure, and out of requests', async () => {
  const config = configOf('/chat');
  const client = clientTo(config, { secret: 'Bearer test' });
  const error = await errorOf(http.call(taskOf(config, 'test fault:status-401'), client));
  expect(error.words).toContain('bad key [key removed]');
  expect(client.legs[0]?.text).not.toContain('test');
  expect(client.legs[0]?.body).toBe('{"input": "[key removed] fault:status-401"}');
});

it('ends with its signal, as no fault of the agent', async () => {
  const abort = new AbortController();
  const config = configOf('/chat');
  const client = clientTo(config, { signal: abort.signal });
  const calling = http.call(taskOf(config, 'fault:silent'), client);
  await eventually(() => expect(agent.prompts).toHaveLength(1));
  abort.abort();
  await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
  await expect(clientTo(config, { signal: abort.signal }).wait(1)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it('waits no longer than a call may take', async () => {
  const client = clientTo(configOf('/chat'), { withinMs: 20 });
  await expect(client.wait(60_000)).rejects.toMatchObject({ fault: 'timeout' });
  await expect(clientTo(configOf('/chat')).wait(1)).resolves.toBeUndefined();
});

it('does not take a recording of another request for an answer', async () => {
  const config = configOf('/chat');
  const client = clientTo(config);
  await http.call(taskOf(config, 'one'), client);
  const elsewhere = configOf('/events');
  const error = await errorOf(http.call(taskOf(elsewhere, 'one'), replayOf(client)));
  expect(error.fault).toBe('not_recorded');
  expect(agent.prompts).toHaveLength(1);
});
