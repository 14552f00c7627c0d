import { faultsOfBody, fillAddress, fillJson, placeholdersOf } from '#core/agents/fill-template.ts';
import { readAnswer } from '#core/agents/read-answer.ts';
import { valueOf, type AgentConnector } from '#features/agents/connectors/agent.ts';
import {
  ANSWER_FIELDS,
  faultsOfAddress,
  faultsOfPaths,
  placesOf,
} from '#features/agents/connectors/fields.ts';

/** Any agent that answers a request with JSON or a stream of events. */
export const http: AgentConnector = {
  id: 'http',
  title: 'HTTP',
  help:
    'Any server that takes JSON and answers with JSON, JSON lines or server-sent events. It has to ' +
    'allow this page (CORS). OpenAI, Gemini, Anthropic, LangChain, ADK and other shapes are recognised.',
  fields: [
    {
      key: 'method',
      label: 'Method',
      kind: 'choice',
      usual: 'POST',
      options: ['POST', 'PUT', 'GET'].map((value) => ({ value, label: value })),
    },
    {
      key: 'url',
      label: 'Address',
      kind: 'url',
      usual: '',
      hint: 'https, or this device. {column} stands for the row’s value.',
    },
    {
      key: 'body',
      label: 'Body',
      kind: 'json',
      usual: '{"input": "{prompt}"}',
      hint: 'JSON. {prompt} or {column} stands for the row’s value, escaped within quotes, as JSON outside them.',
    },
    ...ANSWER_FIELDS,
  ],
  faultsOf(config, names) {
    const address = valueOf(http, config, 'url');
    const unknown = placeholdersOf(address).filter((name) => !names.includes(name));
    return [
      ...faultsOfAddress(address),
      ...unknown.map((name) => `Address: no column is named {${name}}.`),
      ...(hasBody(valueOf(http, config, 'method'))
        ? faultsOfBody(valueOf(http, config, 'body'), names)
        : []),
      ...faultsOfPaths(config),
    ];
  },
  async call({ config, cells }, client) {
    const method = valueOf(http, config, 'method');
    const body = fillJson(valueOf(http, config, 'body'), cells);
    const reply = await client.send({
      method,
      url: fillAddress(valueOf(http, config, 'url'), cells),
      ...(hasBody(method) && body.trim() !== '' ? { body } : {}),
    });
    return readAnswer(reply, placesOf(config));
  },
};

function hasBody(method: string): boolean {
  return method !== 'GET';
}
