import { AgentError } from '#core/agents/agent-error.ts';
import { findResult, readResults, readTools, type ModelCall } from '#core/agents/canned-results.ts';
import { findUsage } from '#core/agents/find-usage.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { judgeById } from '#judges/registry.ts';
import { valueOf, type AgentTask, type AgentWay, type Line } from '../agent.ts';
import { faultOfAddress } from '../fault-of-address.ts';
import { turnsOf } from '../turns-of.ts';
import { faultOfCode } from '../fault-of-code.ts';
import { anthropic } from './anthropic.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';

const DIALECTS: Readonly<Record<string, Dialect>> = { gemini, openai, anthropic };

/** A model with tools whose results are canned: it is asked until it makes no more calls. */
export const model: AgentWay = {
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
      options: Object.keys(DIALECTS).map((id) => ({ value: id, label: judgeById(id).title })),
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
      faultOfAddress(baseUrlOf(config)),
      ...read.filter((fault) => typeof fault === 'string'),
      code.trim() === '' ? '' : faultOfCode(code),
      Number.isInteger(steps) && steps > 0 ? '' : 'Steps: a whole number from 1.',
    ].filter((fault) => fault !== '');
  },
  async call(task, line) {
    const { config } = task;
    const provider = valueOf(model, config, 'provider');
    const dialect = DIALECTS[provider] ?? gemini;
    const tools = readTools(valueOf(model, config, 'tools'));
    const results = readResults(valueOf(model, config, 'results'));
    const briefing = {
      baseUrl: baseUrlOf(config),
      model: valueOf(model, config, 'model').trim() || judgeById(provider).model,
      system: valueOf(model, config, 'system'),
      prompt: turnsOf(task).join('\n'),
      tools: typeof tools === 'string' ? [] : tools,
    };
    const canned = typeof results === 'string' ? [] : results;
    const steps = Number(valueOf(model, config, 'steps'));
    const answers: JsonValue[] = [];
    const made: JsonValue[] = [];
    let messages = dialect.open(briefing);
    for (let step = 0; step < steps; step++) {
      const { values } = await line.send(dialect.ask(briefing, messages));
      const [answer = null] = values;
      answers.push(answer);
      const { text, calls, message } = dialect.read(answer);
      if (calls.length === 0) return { response: text, calls: made, usage: findUsage(answers) };
      const given: (readonly [ModelCall, JsonValue])[] = [];
      for (const call of calls) {
        const output = findResult(call, canned) ?? (await resultFor(call, task, line));
        given.push([call, output]);
        made.push({ tool_name: call.name, tool_input: call.input, tool_output: output });
      }
      messages = [...messages, message, ...dialect.giveBack(given)];
    }
    throw new AgentError('too_many_steps', `Steps: ${String(steps)}.`);
  },
};

/** What a call that the list does not fit gets: what the function gives, or what is set. */
async function resultFor(
  { name, input }: ModelCall,
  { config, row }: AgentTask,
  line: Line,
): Promise<JsonValue> {
  const code = valueOf(model, config, 'resultsCode');
  if (code.trim() !== '') {
    const args = [name, input, row()];
    const given = await line.run({ code, args, about: printJson([name, input]) });
    if (given !== undefined) return given;
  }
  if (valueOf(model, config, 'otherwise') === 'fail')
    throw new AgentError('no_result', `Tool: ${name}`);
  return { status: 'ok' };
}

function baseUrlOf(config: AgentConfig): string {
  const entered = valueOf(model, config, 'url').trim();
  return entered === '' ? judgeById(valueOf(model, config, 'provider')).baseUrl : entered;
}
