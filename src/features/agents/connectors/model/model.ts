import { AgentError } from '#core/agents/agent-error.ts';
import { findResult, readResults, readTools, type ModelCall } from '#core/agents/canned-results.ts';
import { findUsage } from '#core/agents/find-usage.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { Chat, ChatAnswer, ChatApi } from '#providers/chat.ts';
import { gemini } from '#providers/gemini/gemini.ts';
import type { ChatProvider } from '#providers/provider.ts';
import { CHAT_PROVIDERS } from '#providers/registry.ts';
import { join } from '#providers/request.ts';
import {
  KEY,
  valueOf,
  type AgentClient,
  type AgentConnector,
  type AgentRequest,
  type AgentTask,
} from '#features/agents/connectors/agent.ts';
import { faultsOfAddress, faultsOfCode } from '#features/agents/connectors/fields.ts';
import { turnsOf } from '#features/agents/connectors/turns-of.ts';

/** A model with tools whose results are canned: it is asked until it makes no more calls. */
export const model: AgentConnector = {
  id: 'model',
  title: 'Model with tools',
  help:
    'The model is told of the tools; when it calls one, the result that fits its arguments is given ' +
    'back, until it answers without a call. Nothing is really done.',
  fields: [
    {
      key: 'provider',
      label: 'Provider',
      kind: 'choice',
      usual: 'gemini',
      options: CHAT_PROVIDERS.map(({ id, title }) => ({ value: id, label: title })),
    },
    { key: 'model', label: 'Model', kind: 'line', usual: '', hint: 'Empty: the provider’s usual.' },
    {
      key: 'url',
      label: 'Address',
      kind: 'url',
      usual: '',
      hint: 'Empty: the provider’s own. For a server of yours as in http://localhost:11434/v1.',
    },
    {
      key: 'key',
      label: 'Key',
      kind: 'secret',
      usual: '',
      hint: 'Sent in a header to the provider and nowhere else, kept in memory only.',
    },
    { key: 'steps', label: 'Steps at most', kind: 'number', usual: '10' },
    { key: 'system', label: 'Instruction', kind: 'text', usual: '' },
    {
      key: 'tools',
      label: 'Tools',
      kind: 'json',
      usual: '',
      hint: 'A JSON list of {"name", "description", "parameters"}.',
    },
    {
      key: 'results',
      label: 'Canned results',
      kind: 'json',
      usual: '',
      hint: 'A JSON list of {"tool", "arguments", "result"}; without arguments it fits any call.',
    },
    {
      key: 'resultsCode',
      label: 'Results by a function',
      kind: 'code',
      usual: '',
      hint: 'JavaScript, (tool_name, tool_input, row) => result, for calls that the list above does not fit. Run in the sandbox; may be empty.',
    },
    {
      key: 'otherwise',
      label: 'A call without a canned result',
      kind: 'choice',
      usual: 'ok',
      options: [
        { value: 'ok', label: 'gets {"status": "ok"}' },
        { value: 'fail', label: 'is a failure of the row' },
      ],
    },
  ],
  faultsOf(config) {
    const read = [
      readTools(valueOf(model, config, 'tools')),
      readResults(valueOf(model, config, 'results')),
    ];
    const steps = Number(valueOf(model, config, 'steps'));
    const code = valueOf(model, config, 'resultsCode');
    return [
      ...faultsOfAddress(baseUrlOf(config)),
      ...read.filter((fault) => typeof fault === 'string'),
      ...(code.trim() === '' ? [] : faultsOfCode(code)),
      ...(Number.isInteger(steps) && steps > 0 ? [] : ['Steps: a whole number from 1.']),
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
        const output = findResult(call, canned) ?? (await resultFor(call, task, client));
        outputs.push([call, output]);
        made.push({ tool_name: call.name, tool_input: call.input, tool_output: output });
      }
      messages = [...messages, message, ...chat.results(outputs)];
    }
    throw new AgentError('too_many_steps', `Steps: ${String(steps)}.`);
  },
};

/** The request of a step; the client fills in the key. */
function requestOf(api: ChatApi, chat: Chat): AgentRequest {
  const { baseUrl, model } = chat;
  return {
    method: 'POST',
    url: join(baseUrl, api.path(model)),
    headers: api.headers(KEY),
    body: printJson(api.body(chat)),
  };
}

/** Reads a step: an answer that is cut off or withheld is none, and neither is one of another shape. */
function readStep(api: ChatApi, answer: JsonValue) {
  const { text, calls, message, cut } = readAnswer(api, answer);
  if (cut !== '') throw new AgentError('cut_off', `Finish reason: ${cut}.`);
  if (message === undefined) throw new AgentError('no_answer', 'It has no message.');
  const readable = calls.map(({ id, name, input }): ModelCall => {
    if (input === undefined) throw new AgentError('arguments_text', `Tool: ${name}`);
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

/** The result of a call that is not in the list: the function's, or the one that is set. */
async function resultFor(
  { name, input }: ModelCall,
  { config, row }: AgentTask,
  client: AgentClient,
): Promise<JsonValue> {
  const code = valueOf(model, config, 'resultsCode');
  if (code.trim() !== '') {
    const args = [name, input, row()];
    const result = await client.run({ code, args, about: printJson([name, input]) });
    if (result !== undefined) return result;
  }
  if (valueOf(model, config, 'otherwise') === 'fail')
    throw new AgentError('no_result', `Tool: ${name}`);
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
