import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTORS } from '#features/agents/connectors/registry.ts';
import { scoreForm } from '#core/score/metric/judge-metric.ts';
import { PROVIDERS } from '#providers/registry.ts';
import { clientTo, SECRET, taskOf } from './support/agent-client.ts';
import { startFrameworks, type FrameworkServer } from './support/framework-server.ts';

interface Host {
  readonly url: string;
  stop(): void;
}

async function serve(listener: RequestListener): Promise<Host> {
  const server = createServer(listener);
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let frameworks: FrameworkServer;
/** Where calls are sent on to: another origin, which takes them from anywhere. */
let elsewhere: Host;
const strayed: { path: string; headers: IncomingHttpHeaders }[] = [];
/** What is sent on by the address that is called. */
let sendsOn: (method: string) => boolean = () => true;
let host: Host;
let calls = 0;

beforeAll(async () => {
  frameworks = await startFrameworks(() => []);
  elsewhere = await serve((request, response) => {
    strayed.push({ path: request.url ?? '', headers: request.headers });
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
  });
  host = await serve((request, response) => {
    const { method = '', url = '' } = request;
    if (sendsOn(method)) {
      calls++;
      response.writeHead(307, { location: elsewhere.url + url }).end();
      return;
    }
    void fetch(frameworks.url + url)
      .then((answer) => answer.text())
      .then((text) => response.end(text.replaceAll(frameworks.url, host.url)));
  });
});
afterAll(() => {
  for (const server of [frameworks, elsewhere, host]) server.stop();
});
beforeEach(() => {
  strayed.length = 0;
  calls = 0;
});

const { signal } = new AbortController();

/** Does something that is sent on, and is a failure because of it. */
async function expectToStay(work: () => Promise<unknown>): Promise<void> {
  await expect(work()).rejects.toThrow();
  expect(calls).toBeGreaterThan(0);
  expect(strayed).toEqual([]);
}

describe.each([
  ['every call', () => true],
  ['every POST', (method: string) => method === 'POST'],
])('where %s is sent on to another host', (_what, isSentOn) => {
  beforeEach(() => (sendsOn = isSentOn));

  describe.each(PROVIDERS.filter(({ key }) => key !== 'none'))('the judge $id', (judge) => {
    it('asks nobody there', async () => {
      const connection = { baseUrl: host.url, model: 'm', key: SECRET };
      const question = { system: 's', user: 'u', form: scoreForm([0, 1]) };
      await expectToStay(() =>
        judge.ask({ ...connection, ...question, temperature: 0, withinMs: 20_000 }, signal),
      );
    });
  });

  it.each(CONNECTORS)('the agent $id calls nobody there', async (connector) => {
    const { id } = connector;
    const path = id === 'a2a' ? '/a2a' : '';
    const values = { url: host.url + path, app: 'home' };
    const headers = [{ name: 'x-agent-key', value: '', isSecret: true }];
    const config = { way: id, values, headers };
    await expectToStay(() => connector.call(taskOf(config, 'hello'), clientTo(config)));
  });
});
