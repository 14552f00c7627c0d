import { describe, expect, it } from 'vitest';
import { openApp, openRows } from '../../../tests/support/open-app.ts';
import { sessionOf, HEADER, rowsToAsk, SECRET } from '../../../tests/support/agent-session.ts';
import { dump } from '../../../tests/e2e/stored.ts';
import {
  calledNow,
  identityOf,
  isOffered,
  loadAgent,
  loadPace,
  newAgent,
  saveAgent,
} from './agent-settings.ts';
import type { AgentSetup } from './agent-setup.svelte.ts';

const SECRET_HEADER = { name: HEADER, value: '', isSecret: true };

async function openSetup(): Promise<AgentSetup> {
  const app = await openApp();
  await openRows(app, rowsToAsk(['one']));
  const { setup } = sessionOf(app);
  setup.setValue('url', 'http://127.0.0.1:9/chat');
  return setup;
}

it.each([
  ['url', `https://example.com/${SECRET}`],
  ['url', 'https://example.com/?api_key=abcdefgh1234'],
  ['body', '{"key": "sk-proj-abcdefghijkl"}'],
])('a key in a field that is not for it is refused in %s and kept nowhere', async (field, text) => {
  const setup = await openSetup();
  setup.setHeaders([SECRET_HEADER]);
  setup.setValue(field, text);
  setup.setSecret(HEADER, SECRET);
  expect(setup.faults).not.toEqual([]);
  expect(await dump()).not.toContain(text.slice(-12));
});

describe('the settings of an agent', () => {
  it('are found again on this device', async () => {
    const setup = await openSetup();
    setup.setHeaders([SECRET_HEADER]);
    setup.setPace({ trials: 3, concurrency: 2 });
    expect(loadAgent()).toEqual(setup.config);
    expect(loadPace()).toEqual(setup.pace);
    expect(loadPace()).toMatchObject({ trials: 3, concurrency: 2, perMinute: 300 });
  });

  it('are the usual ones where what is kept is none', async () => {
    await openSetup();
    for (const text of [
      '{',
      '3',
      'null',
      '{"way":"http"}',
      '{"way":"x","values":{},"headers":[]}',
    ]) {
      localStorage.setItem('trajectory-playground:agent', text);
      localStorage.setItem('trajectory-playground:agent-pace', text);
      expect(loadAgent()).toEqual(newAgent(''));
      expect(loadPace().trials).toBe(1);
    }
    localStorage.setItem('trajectory-playground:agent-pace', '{"trials":"2"}');
    expect(loadPace().trials).toBe(1);
  });

  it('say which answers may stand for each other: how they are read does not count', () => {
    const one = { way: 'http', values: { url: 'http://a' }, headers: [] };
    const reading = { ...one, values: { ...one.values, callsPath: 'other' } };
    expect(identityOf(reading)).toBe(identityOf(one));
    expect(identityOf({ ...one, values: { url: ' http://a ' } })).toBe(identityOf(one));
    for (const other of [
      { ...one, values: { url: 'http://b' } },
      { ...one, values: { ...one.values, body: '{}' } },
      { ...one, headers: [SECRET_HEADER] },
      { ...one, way: 'adk' },
    ]) {
      expect(identityOf(other)).not.toBe(identityOf(one));
    }
  });
});

it('Agent Engine is filled in with a header for its token, and called once it is named', async () => {
  const setup = await openSetup();
  setup.setHeaders([SECRET_HEADER]);
  const [preset] = setup.connector.presets?.filter(({ secretHeader }) => secretHeader) ?? [];
  setup.usePreset(preset!);
  setup.usePreset(preset!);
  const token = { name: 'Authorization', value: '', isSecret: true };
  expect(setup.config.headers).toEqual([SECRET_HEADER, token]);
  expect(setup.faults).toEqual(['Address: replace LOCATION, PROJECT and ENGINE with your own.']);
  const named = preset!.values['url']!.replaceAll('LOCATION', 'europe-west1');
  setup.setValue('url', named.replace('PROJECT', 'p-1').replace('ENGINE', '42'));
  setup.setSecret('Authorization', SECRET);
  expect(setup.faults).toEqual([]);
  expect(await dump()).not.toContain(SECRET);
});

describe('an agent that had a connector of its own', () => {
  const entered = { url: 'http://localhost:2024/', input: '{"task": "{prompt}"}' };
  const headers = [SECRET_HEADER];

  it('behind LangGraph is called by HTTP, with the same answers', async () => {
    const setup = await openSetup();
    const config = { way: 'langgraph', values: { ...entered, assistant: ' planner ' }, headers };
    saveAgent(config);
    const body = '{"assistant_id": "planner", "input": {"task": "{prompt}"}}';
    const values = { url: 'http://localhost:2024/runs/wait', body };
    expect(loadAgent()).toEqual({ way: 'http', values, headers });
    setup.take(config);
    expect(setup.config).toEqual(loadAgent());
    expect(setup.faults).toEqual([]);
    expect(identityOf(config)).toBe(identityOf(setup.config));
    // as it was entered at least, it is what is filled in
    const [preset] = setup.connector.presets ?? [];
    const usual = calledNow({ way: 'langgraph', values: { url: entered.url }, headers: [] });
    setup.usePreset(preset!);
    expect(setup.config).toEqual({ ...usual, headers });
  });

  it('behind LangServe is called by HTTP at its route', () => {
    const values = { ...entered, endpoint: 'invoke' };
    expect(calledNow({ way: 'langgraph', values, headers })).toEqual({
      way: 'http',
      values: { url: 'http://localhost:2024/invoke', body: '{"input": {"task": "{prompt}"}}' },
      headers,
    });
    const empty = calledNow({ way: 'langgraph', values: {}, headers });
    expect(empty.values['url']).toBe('');
  });
});

describe('a secret', () => {
  it('is kept in memory alone', async () => {
    const setup = await openSetup();
    setup.setHeaders([SECRET_HEADER]);
    setup.setSecret(HEADER, ` ${SECRET} `);
    expect(setup.secretOf(HEADER)).toBe(SECRET);
    expect(setup.secretsInUse.get(HEADER)).toBe(SECRET);
    expect(await dump()).toContain(HEADER);
    expect(await dump()).not.toContain(SECRET);
    setup.setHeaders([{ ...SECRET_HEADER, name: 'other' }]);
    expect([...setup.secretsInUse.values()].join('')).toBe('');
  });

  it('stays with the host that it was entered for', async () => {
    const setup = await openSetup();
    setup.setHeaders([SECRET_HEADER]);
    setup.setSecret(HEADER, SECRET);
    setup.setValue('url', 'http://127.0.0.1:9/other');
    expect(setup.secretOf(HEADER)).toBe(SECRET);
    setup.setValue('url', 'http://127.0.0.1:10/chat');
    expect(setup.secretOf(HEADER)).toBe('');
  });
});

it('says what keeps an agent from being called', async () => {
  const setup = await openSetup();
  expect(setup.faults).toEqual([]);
  expect(setup.names).toEqual(['id', 'prompt', 'reference_trajectory']);
  setup.setHeaders([
    { name: 'X-A', value: '1', isSecret: false },
    { name: 'x-a', value: '2', isSecret: false },
    { name: 'no name', value: '3', isSecret: false },
  ]);
  expect(setup.faults).toEqual([
    'Headers: x-a is listed twice.',
    'Headers: “no name” is not a header name.',
  ]);
  setup.setHeaders([]);
  setup.setValue('body', '{"input": "{nothing}"}');
  expect(setup.faults).toHaveLength(1);
  expect(setup.faults[0]).toContain('{nothing}');
  setup.setValue('body', '{"input": "{prompt}"}');
  setup.setValue('url', 'http://elsewhere.example/');
  expect(setup.faults).toHaveLength(1);
});

it('keeps headers when the way changes, and nothing else', async () => {
  const setup = await openSetup();
  setup.setHeaders([SECRET_HEADER]);
  setup.setConnector('http');
  expect(setup.config.values['url']).toBe('http://127.0.0.1:9/chat');
  setup.setConnector('adk');
  expect(setup.config).toEqual({ way: 'adk', values: {}, headers: [SECRET_HEADER] });
  setup.take({ way: 'unknown', values: {}, headers: [] });
  expect(setup.connector.id).toBe('http');
  // a run by a function or by a model with tools is not gone on with
  const ways = ['http', 'langgraph', 'function', 'model'];
  expect(ways.map((way) => isOffered({ way, values: {}, headers: [] }))).toEqual([
    ...[true, true, false, false],
  ]);
});
