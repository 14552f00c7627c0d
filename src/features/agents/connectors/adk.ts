import { AgentError } from '#core/agents/agent-error.ts';
import { ANYWHERE, readAnswer } from '#core/agents/read-answer.ts';
import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { pickText } from '#core/base/json/pick.ts';
import { valueOf, type AgentConnector } from '#features/agents/connectors/agent.ts';
import {
  addressField,
  hinted,
  faultsOfAddress,
  turnsOf,
} from '#features/agents/connectors/connector-fields.ts';
import { join } from '#providers/request.ts';
import { adk as texts } from '#features/agents/texts.ts';

/** An agent behind the `adk api_server` of Google’s Agent Development Kit. */
export const adk: AgentConnector = {
  id: 'adk',
  title: texts.title,
  help: texts.help,
  fields: [
    addressField(texts.addressHint),
    hinted('app', 'line', texts.app),
    { key: 'user', label: texts.user, kind: 'line', usual: 'user' },
  ],
  faultsOf(config) {
    const isNamed = valueOf(adk, config, 'app').trim() !== '';
    return [...faultsOfAddress(valueOf(adk, config, 'url')), ...(isNamed ? [] : [texts.needsApp])];
  },
  async call(task, client) {
    const { config } = task;
    const [base, app, user] = ['url', 'app', 'user'].map((key) =>
      valueOf(adk, config, key).trim(),
    ) as [string, string, string];
    const turns = turnsOf(task);
    const sessions = `apps/${encodeURIComponent(app)}/users/${encodeURIComponent(user)}/sessions`;
    const begun = await client.send({
      method: 'POST',
      url: join(base, sessions),
      body: '{}',
      isSetup: true,
    });
    const sessionId = pickText(begun.values[0], 'id');
    if (sessionId === undefined) throw new AgentError('no_answer', texts.noSession);
    const events: JsonValue[] = [];
    for (const text of turns) {
      const newMessage = { role: 'user', parts: [{ text }] };
      const body = JSON.stringify({ appName: app, userId: user, sessionId, newMessage });
      const { values } = await client.send({ method: 'POST', url: join(base, 'run'), body });
      events.push(...values.flatMap((value) => (isJsonList(value) ? value : [value])));
    }
    if (events.length === 0) throw new AgentError('no_answer', texts.noEvents);
    return readAnswer({ values: [events], isStream: false }, { ...ANYWHERE, mayLackCalls: true });
  },
};
