import { CallError } from '#core/judging/call-error.ts';
import { MOST_ANSWER_TOKENS, verdictSchema, type Connection, type Judge } from '../judge.ts';
import { idsOf, join, pick, requestJson, usageOf } from '../request-json.ts';

const TOOL = 'give_verdict';
/** Reasons to stop of an answer that is whole. */
const ENDS: readonly unknown[] = ['end_turn', 'tool_use', 'stop_sequence', undefined, null];

/** Anthropic’s messages, with a tool that the model has to call so that its answer has a shape. */
export const anthropic: Judge = {
  id: 'anthropic',
  title: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  places: [{ title: 'Anthropic', baseUrl: 'https://api.anthropic.com' }],
  key: 'needed',
  model: 'claude-haiku-4-5',
  help: 'Use a key with a spending limit: it is sent from this page straight to Anthropic.',
  async ask(request, signal) {
    const { model, system, user, form, temperature, withinMs } = request;
    const body = {
      model,
      system,
      temperature,
      max_tokens: MOST_ANSWER_TOKENS,
      messages: [{ role: 'user', content: user }],
      tools: [{ name: TOOL, description: 'Gives the verdict.', input_schema: verdictSchema(form) }],
      tool_choice: { type: 'tool', name: TOOL },
    };
    const url = join(request.baseUrl, 'v1/messages');
    const headers = headersOf(request);
    return answerOf(await requestJson({ url, headers, body }, signal, withinMs));
  },
  async listModels(connection, signal) {
    const url = join(connection.baseUrl, 'v1/models');
    return idsOf(pick(await requestJson({ url, headers: headersOf(connection) }, signal), 'data'));
  },
};

function headersOf({ key }: Connection): Record<string, string> {
  return {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  };
}

function answerOf(answer: unknown) {
  const content = pick(answer, 'content');
  const stop = pick(answer, 'stop_reason');
  if (stop === 'refusal') throw new CallError('blocked');
  if (!Array.isArray(content)) {
    throw new CallError('server', 'The provider’s answer has no content.');
  }
  const parts = content as readonly unknown[];
  const calls = parts.filter((part) => pick(part, 'type') === 'tool_use');
  const said = parts.filter((part) => pick(part, 'type') === 'text');
  const text =
    calls.length > 0
      ? calls.map((call) => JSON.stringify(pick(call, 'input'))).join('\n')
      : said.map((part) => pick(part, 'text')).join('');
  return {
    text,
    usage: usageOf(pick(answer, 'usage', 'input_tokens'), pick(answer, 'usage', 'output_tokens')),
    isCut: !ENDS.includes(stop),
  };
}
