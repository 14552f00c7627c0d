import { pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { MAX_VERDICT_TOKENS, overChat, usageOf, verdictSchema } from '#providers/chat.ts';
import type { AskedOfModel, ChatApi, ChatProvider } from '#providers/provider.ts';

/** Stop reasons of various servers for a cut answer. */
const CUT = /length|max|limit|exceed|context|abort|cancel|error/i;

const chat: ChatApi = {
  headers: (key): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` }),
  path: () => 'chat/completions',
  body(asked) {
    const { model, system, user } = asked;
    const instruction = system.trim() === '' ? [] : [{ role: 'system', content: system }];
    return {
      model,
      messages: [...instruction, { role: 'user', content: user }],
      ...verdictParts(asked),
    };
  },
  optional: ['response_format', 'temperature', 'max_tokens', 'max_completion_tokens'],
  read(answer) {
    const [choice] = pickList(answer, 'choices') ?? [];
    if (choice === undefined)
      throw new CallError('server', 'The provider’s answer has no choices.');
    const message = pickObject(choice, 'message');
    const finish = pickText(choice, 'finish_reason') ?? '';
    const refusal = pickText(message, 'refusal');
    if (refusal !== undefined) throw new CallError('blocked', refusal);
    if (finish === 'content_filter') throw new CallError('blocked', finish);
    return {
      text: pickText(message, 'content') ?? '',
      usage: usageOf(pickObject(answer, 'usage'), 'prompt_tokens', 'completion_tokens'),
      isCut: CUT.test(finish),
    };
  },
};

function verdictParts({ baseUrl, form, temperature }: AskedOfModel): JsonObject {
  const limit = baseUrl.includes('api.openai.com') ? 'max_completion_tokens' : 'max_tokens';
  const schema = verdictSchema(form);
  return {
    temperature,
    [limit]: MAX_VERDICT_TOKENS,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema },
    },
  };
}

/** Any server with OpenAI's chat API, in the cloud or on this device. */
export const openai: ChatProvider = {
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
    'A server on this device must allow this page: start Ollama with OLLAMA_ORIGINS set to the ' +
    'page’s address, switch on “Enable CORS” in LM Studio, start vLLM with --allowed-origins. ' +
    'Chrome may ask whether the page may reach devices on the local network: allow it.',
  ...overChat(chat),
};
