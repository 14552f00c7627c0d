import { faultsOfBody, fillAddress, fillJson, placeholdersOf } from '#core/agents/fill-template.ts';
import { readAnswer } from '#core/agents/read-answer.ts';
import { valueOf, type AgentConnector } from '#features/agents/connectors/agent.ts';
import {
  addressField,
  hinted,
  ANSWER_FIELDS,
  faultsOfAddress,
  faultsOfPaths,
  placesOf,
} from '#features/agents/connectors/connector-fields.ts';
import { http as texts } from '#features/agents/texts.ts';

/** The body of a run of a LangGraph server that keeps no thread. */
export function langGraphBody(assistant: string, input: string): string {
  return `{"assistant_id": ${JSON.stringify(assistant)}, "input": ${input}}`;
}

/** What the graph of an agent that chats takes. */
export const LANGGRAPH_INPUT = '{"messages": [{"role": "user", "content": "{prompt}"}]}';

/** What a model that is asked for its first calls is sent, with the form of a tool. */
const CHAT_BODY = `{"model": "qwen3", "messages": [{"role": "user", "content": "{prompt}"}],
 "tools": [{"type": "function", "function": {"name": "search", "parameters":
  {"type": "object", "properties": {"query": {"type": "string"}}}}}]}`;

/** Where an agent on Agent Engine is called, before a person has put in which. */
const AGENT_ENGINE =
  'https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION/reasoningEngines/ENGINE';

/** Any agent that answers a request with JSON or a stream of events. */
export const http: AgentConnector = {
  id: 'http',
  title: texts.title,
  help: texts.help,
  fields: [
    {
      key: 'method',
      label: texts.method,
      kind: 'choice',
      usual: 'POST',
      options: ['POST', 'PUT', 'GET'].map((value) => ({ value, label: value })),
    },
    addressField(texts.addressHint),
    hinted('body', 'json', texts.body, '{"input": "{prompt}"}'),
    ...ANSWER_FIELDS,
  ],
  presets: [
    {
      title: texts.langGraph,
      values: {
        url: 'http://localhost:2024/runs/wait',
        body: langGraphBody('agent', LANGGRAPH_INPUT),
      },
    },
    {
      title: texts.agentEngineAdk,
      values: {
        url: `${AGENT_ENGINE}:streamQuery?alt=sse`,
        body: '{"class_method": "async_stream_query", "input": {"user_id": "user", "message": "{prompt}"}}',
      },
      secretHeader: 'Authorization',
    },
    {
      title: texts.agentEngineLangChain,
      values: { url: `${AGENT_ENGINE}:query`, body: '{"input": {"input": "{prompt}"}}' },
      secretHeader: 'Authorization',
    },
    {
      title: texts.chatModel,
      values: { url: 'http://localhost:11434/v1/chat/completions', body: CHAT_BODY },
      secretHeader: 'Authorization',
    },
  ],
  faultsOf(config, names) {
    const address = valueOf(http, config, 'url');
    const unknown = placeholdersOf(address).filter((name) => !names.includes(name));
    return [
      ...faultsOfAddress(address),
      ...(isUnnamed(address) ? [texts.putIn] : []),
      ...unknown.map((name) => texts.unknownColumn(name)),
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

/** Whether words of what is filled in for Agent Engine are left. */
function isUnnamed(address: string): boolean {
  return /\b(?:LOCATION|PROJECT|ENGINE)\b/.test(address) && address.includes('.googleapis.com/');
}
