import { AgentError } from '#core/agents/agent-error.ts';
import { findResult, readResults, readTools, type ModelCall } from '#core/agents/canned-results.ts';
import { findUsage } from '#core/agents/read-answer.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { CallError } from '#core/judge/call-error.ts';

import { gemini } from '#providers/gemini/gemini.ts';
import type { Chat, ChatAnswer, ChatApi, ChatProvider } from '#providers/provider.ts';
import { CHAT_PROVIDERS } from '#providers/registry.ts';
import { placeOf } from '#providers/chat.ts';
import {
  KEY,
  valueOf,
  type AgentConnector,
  type AgentRequest,
} from '#features/agents/connectors/agent.ts';
import {
  addressField,
  hinted,
  faultsOfAddress,
  turnsOf,
} from '#features/agents/connectors/connector-fields.ts';
import { model as texts } from '#features/agents/texts.ts';

/** A model with tools whose results are canned: it is asked until it makes no more calls. */
export const model: AgentConnector = {
  id: 'model',
  title: texts.title,
  help: texts.help,
  fields: [
    {
      key: 'provider',
      label: texts.provider,
      kind: 'choice',
      usual: 'gemini',
      options: CHAT_PROVIDERS.map(({ id, title }) => ({ value: id, label: title })),
    },
    hinted('model', 'line', texts.model),
    addressField(texts.addressHint),
    hinted('key', 'secret', texts.key),
    { key: 'steps', label: texts.steps, kind: 'number', usual: '10' },
    { key: 'system', label: texts.system, kind: 'text', usual: '' },
    hinted('tools', 'json', texts.tools),
    hinted('results', 'json', texts.results),
    {
      key: 'otherwise',
      label: texts.noResult,
      kind: 'choice',
      usual: 'ok',
      options: [
        { value: 'ok', label: texts.ok },
        { value: 'fail', label: texts.fail },
      ],
    },
  ],
  faultsOf(config) {
    const read = [
      readTools(valueOf(model, config, 'tools')),
      readResults(valueOf(model, config, 'results')),
    ];
    const steps = Number(valueOf(model, config, 'steps'));
    return [
      ...faultsOfAddress(baseUrlOf(config)),
      ...read.filter((fault) => typeof fault === 'string'),
      ...(Number.isInteger(steps) && steps > 0 ? [] : [texts.badSteps]),
    ];
  },
  async call(task, client) {
    const { config } = task;
    const { chat, model: usualModel } = providerOf(config);
    const tools = readTools(valueOf(model, config, 'tools'));
    const results = readResults(valueOf(model, config, 'results'));
    const asked = {
      baseUrl: baseUrlOf(config),
      model: valueOf(model, config, 'model').trim() || usualModel,
      system: valueOf(model, config, 'system'),
      tools: typeof tools === 'string' ? [] : tools,
    };
    const canned = typeof results === 'string' ? [] : results;
    const steps = Number(valueOf(model, config, 'steps'));
    const answers: JsonValue[] = [];
    const made: JsonValue[] = [];
    let messages = [chat.open(turnsOf(task).join('\n'))];
    for (let step = 0; step < steps; step++) {
      const { values } = await client.send(requestOf(chat, { ...asked, messages }));
      const [answer = null] = values;
      answers.push(answer);
      const { text, calls, message } = readStep(chat, answer);
      if (calls.length === 0) return { response: text, calls: made, usage: findUsage(answers) };
      const outputs: (readonly [ModelCall, JsonValue])[] = [];
      for (const call of calls) {
        const output = findResult(call, canned) ?? resultFor(call, config);
        outputs.push([call, output]);
        made.push({ tool_name: call.name, tool_input: call.input, tool_output: output });
      }
      messages = [...messages, message, ...chat.results(outputs)];
    }
    throw new AgentError('too_many_steps', texts.stepsUsed(steps));
  },
};

/** The request of a step; the client fills in the key. */
function requestOf(api: ChatApi, chat: Chat): AgentRequest {
  const place = placeOf(api, chat.baseUrl, chat.model, KEY);
  return { method: 'POST', ...place, body: printJson(api.body(chat)) };
}

/** Reads a step; answers that are cut off, withheld or of another shape are errors. */
function readStep(api: ChatApi, answer: JsonValue) {
  const { text, calls, message, cut } = readAnswer(api, answer);
  if (cut !== '') throw new AgentError('cut_off', texts.finishReason(cut));
  if (message === undefined) throw new AgentError('no_answer', texts.noMessage);
  const readable = calls.map(({ id, name, input }): ModelCall => {
    if (input === undefined) throw new AgentError('arguments_text', texts.tool(name));
    return { id, name, input };
  });
  return { text, calls: readable, message };
}

function readAnswer(api: ChatApi, answer: JsonValue): ChatAnswer {
  try {
    return api.read(answer);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new AgentError(error.failure === 'blocked' ? 'withheld' : 'no_answer', error.message);
  }
}

/** The result of a call that is not in the list. */
function resultFor({ name }: ModelCall, config: AgentConfig): JsonValue {
  if (valueOf(model, config, 'otherwise') === 'fail')
    throw new AgentError('no_result', texts.tool(name));
  return { status: 'ok' };
}

function baseUrlOf(config: AgentConfig): string {
  const entered = valueOf(model, config, 'url').trim();
  return entered === '' ? providerOf(config).baseUrl : entered;
}

function providerOf(config: AgentConfig): ChatProvider {
  const wanted = valueOf(model, config, 'provider');
  return CHAT_PROVIDERS.find(({ id }) => id === wanted) ?? gemini;
}
