import { CallError } from '#core/judging/call-error.ts';
import {
  MOST_ANSWER_TOKENS,
  verdictSchema,
  type Connection,
  type Judge,
  type JudgeRequest,
} from '../judge.ts';
import { idsOf, join, pick, requestJson, usageOf } from '../request-json.ts';

/** Parts of a request that some servers and models do not know. */
const OPTIONAL = ['response_format', 'temperature', 'max_tokens', 'max_completion_tokens'] as const;

/** In a reason to stop, whatever a server calls it: the model had more to say. */
const CUT = /length|max|limit|exceed|context|abort|cancel|error/i;

/** What a model has refused, so that it is not sent again. */
const refused = new Map<string, Set<string>>();

/** Every server that speaks the chat format of OpenAI, in the cloud or on this device. */
export const openai: Judge = {
  id: 'openai',
  title: 'OpenAI and compatible',
  baseUrl: 'https://api.openai.com/v1',
  places: [
    { title: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
    { title: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
    { title: 'Mistral', baseUrl: 'https://api.mistral.ai/v1' },
    { title: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' },
    { title: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
    { title: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
    { title: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
    { title: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
  ],
  key: 'optional',
  model: 'gpt-4.1-mini',
  help:
    'A server on this device has to allow this page: start Ollama with OLLAMA_ORIGINS set to the ' +
    'page’s address, switch on “Enable CORS” in LM Studio, start vLLM with --allowed-origins. ' +
    'Chrome may ask whether the page may reach devices on the local network: allow it.',
  async ask(request, signal) {
    const known = refused.get(placeOf(request)) ?? new Set<string>();
    for (;;) {
      try {
        return answerOf(await send(request, known, signal));
      } catch (error) {
        const part = error instanceof CallError ? refusedPart(error, known) : undefined;
        if (part === undefined) throw error;
        known.add(part);
        refused.set(placeOf(request), known);
      }
    }
  },
  async listModels(connection, signal) {
    const url = join(connection.baseUrl, 'models');
    return idsOf(pick(await requestJson({ url, headers: headersOf(connection) }, signal), 'data'));
  },
};

function placeOf({ baseUrl, model }: Connection): string {
  return `${baseUrl} ${model}`;
}

function headersOf({ key }: Connection): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}

function send(
  request: JudgeRequest,
  without: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<unknown> {
  const { system, user, form, temperature, model } = request;
  const limit = request.baseUrl.includes('api.openai.com') ? 'max_completion_tokens' : 'max_tokens';
  const schema = verdictSchema(form);
  const options: Record<string, unknown> = {
    temperature,
    [limit]: MOST_ANSWER_TOKENS,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema },
    },
  };
  const sent = Object.entries(options).filter(([name]) => !without.has(name));
  const body = {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...Object.fromEntries(sent),
  };
  const url = join(request.baseUrl, 'chat/completions');
  return requestJson({ url, headers: headersOf(request), body }, signal, request.withinMs);
}

/** Names the part of the request that the server complains about. */
function refusedPart(
  { failure, message }: CallError,
  known: ReadonlySet<string>,
): string | undefined {
  if (failure !== 'rejected') return undefined;
  const text = message.replaceAll('json_schema', 'response_format');
  return OPTIONAL.find((name) => text.includes(name) && !known.has(name));
}

function answerOf(answer: unknown) {
  const choice = pick(answer, 'choices', 0);
  const text = pick(choice, 'message', 'content');
  const refusal = pick(choice, 'message', 'refusal');
  const finish = pick(choice, 'finish_reason');
  if (typeof refusal === 'string' && refusal !== '') throw new CallError('blocked', refusal);
  if (finish === 'content_filter') throw new CallError('blocked');
  if (choice === undefined) throw new CallError('server', 'The provider’s answer has no choices.');
  return {
    text: typeof text === 'string' ? text : '',
    usage: usageOf(
      pick(answer, 'usage', 'prompt_tokens'),
      pick(answer, 'usage', 'completion_tokens'),
    ),
    isCut: typeof finish === 'string' && CUT.test(finish),
  };
}
