import { AgentError } from '#core/agents/agent-error.ts';
import { faultsOfBody, fillJson } from '#core/agents/fill-template.ts';
import { ANYWHERE, readAnswer } from '#core/agents/read-answer.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickText } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { valueOf, type AgentConnector } from '#features/agents/connectors/agent.ts';
import { addressField, faultsOfAddress } from '#features/agents/connectors/fields.ts';
import { join } from '#providers/request.ts';

/** A graph behind a LangGraph server, or a chain or agent behind LangServe. */
export const langgraph: AgentConnector = {
  id: 'langgraph',
  title: 'LangGraph or LangServe',
  help:
    'Messages with tool calls and “intermediate_steps” are read. A LangGraph server is asked at ' +
    '/runs/wait, without a thread; LangServe at /invoke of the route you enter. “langgraph dev” lets ' +
    'every page call it.',
  fields: [
    addressField('as in http://localhost:2024, or the route of LangServe'),
    {
      key: 'endpoint',
      label: 'Endpoint',
      kind: 'choice',
      usual: 'runs/wait',
      options: [
        { value: 'runs/wait', label: 'LangGraph /runs/wait' },
        { value: 'invoke', label: 'LangServe /invoke' },
      ],
    },
    {
      key: 'assistant',
      label: 'Graph or assistant id',
      kind: 'line',
      usual: 'agent',
      hint: 'not for LangServe',
    },
    {
      key: 'input',
      label: 'Input',
      kind: 'json',
      usual: '{"messages": [{"role": "user", "content": "{prompt}"}]}',
      hint: 'What the graph takes, as JSON: {"input": "{prompt}"} for an agent executor.',
    },
  ],
  faultsOf(config, names) {
    const input = valueOf(langgraph, config, 'input');
    return [...faultsOfAddress(valueOf(langgraph, config, 'url')), ...faultsOfBody(input, names)];
  },
  async call({ config, cells }, client) {
    const endpoint = valueOf(langgraph, config, 'endpoint');
    const assistant = JSON.stringify(valueOf(langgraph, config, 'assistant').trim());
    const input = fillJson(valueOf(langgraph, config, 'input'), cells);
    const isServe = endpoint === 'invoke';
    const body = isServe ? `{"input":${input}}` : `{"assistant_id":${assistant},"input":${input}}`;
    const url = join(valueOf(langgraph, config, 'url'), endpoint);
    const { values } = await client.send({ method: 'POST', url, body });
    const state = stateOf(values[0] ?? null, isServe);
    return readAnswer({ values: [state], isStream: false }, ANYWHERE);
  },
};

/** The graph’s last state; LangServe wraps it. */
function stateOf(answer: JsonValue, isServe: boolean): JsonValue {
  const problem = pick(answer, '__error__');
  if (problem !== undefined)
    throw new AgentError(
      'agent_failed',
      pickText(problem, 'message') ?? printJson(problem ?? null),
    );
  return (
    (isServe && hasKey(answer, 'output') && hasKey(answer, 'metadata')
      ? pick(answer, 'output')
      : answer) ?? null
  );
}
