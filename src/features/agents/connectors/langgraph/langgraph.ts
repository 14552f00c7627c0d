import { AgentError } from '#core/agents/agent-error.ts';
import { faultsOfBody, fillJson } from '#core/agents/fill-template.ts';
import { ANYWHERE, readAnswer } from '#core/agents/read-answer.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickText } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { valueOf, type AgentConnector } from '#features/agents/connectors/agent.ts';
import { addressField, faultsOfAddress } from '#features/agents/connectors/fields.ts';
import { join } from '#providers/request.ts';
import { langgraph as texts } from '#features/agents/texts.ts';

/** A graph behind a LangGraph server, or a chain or agent behind LangServe. */
export const langgraph: AgentConnector = {
  id: 'langgraph',
  title: texts.title,
  help: texts.help,
  fields: [
    addressField(texts.addressHint),
    {
      key: 'endpoint',
      label: texts.endpoint,
      kind: 'choice',
      usual: 'runs/wait',
      options: [
        { value: 'runs/wait', label: texts.wait },
        { value: 'invoke', label: texts.invoke },
      ],
    },
    {
      key: 'assistant',
      label: texts.assistant[0],
      kind: 'line',
      usual: 'agent',
      hint: texts.assistant[1],
    },
    {
      key: 'input',
      label: texts.input[0],
      kind: 'json',
      usual: '{"messages": [{"role": "user", "content": "{prompt}"}]}',
      hint: texts.input[1],
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
