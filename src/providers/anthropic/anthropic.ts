import { printJson } from '#core/base/json/parse-json.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import {
  MAX_VERDICT_TOKENS,
  overChat,
  usageOf,
  VERDICT_TOOL,
  verdictSchema,
} from '#providers/chat.ts';
import type { Chat, ChatApi, ChatProvider } from '#providers/provider.ts';

/** The most tokens a step of an agent may take: every model allows as many. */
const MAX_STEP_TOKENS = 4096;
/** Reasons to stop of an answer that is whole. */
const ENDS: readonly string[] = ['end_turn', 'tool_use', 'stop_sequence', ''];

const chat: ChatApi = {
  headers: (key) => ({
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  }),
  path: () => 'v1/messages',
  open: (prompt) => ({ role: 'user', content: prompt }),
  body(asked) {
    const { model, system, messages, tools } = asked;
    const declared = tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    }));
    return {
      model,
      max_tokens: MAX_STEP_TOKENS,
      ...(system.trim() === '' ? {} : { system }),
      messages,
      ...(declared.length > 0 ? { tools: declared } : {}),
      ...verdictParts(asked),
    };
  },
  read(answer) {
    const content = pickList(answer, 'content');
    const stop = pickText(answer, 'stop_reason') ?? '';
    if (stop === 'refusal') throw new CallError('blocked', stop);
    if (!content) throw new CallError('server', 'The provider’s answer has no content.');
    const ofType = (type: string) => content.filter((part) => pickText(part, 'type') === type);
    return {
      text: ofType('text')
        .map((part) => pickText(part, 'text') ?? '')
        .join(''),
      calls: ofType('tool_use').map((part) => ({
        id: pickText(part, 'id') ?? '',
        name: pickText(part, 'name') ?? '',
        input: pick(part, 'input') ?? {},
      })),
      message: { role: 'assistant', content },
      usage: usageOf(pickObject(answer, 'usage'), 'input_tokens', 'output_tokens'),
      cut: ENDS.includes(stop) ? '' : stop,
    };
  },
  results: (results) => [
    {
      role: 'user',
      content: results.map(([{ id }, result]) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: typeof result === 'string' ? result : printJson(result),
      })),
    },
  ],
};

/** The model has to call a tool of the verdict's shape. */
function verdictParts({ verdict }: Chat): JsonObject {
  if (!verdict) return {};
  const input_schema = verdictSchema(verdict.form);
  return {
    temperature: verdict.temperature,
    max_tokens: MAX_VERDICT_TOKENS,
    tools: [{ name: VERDICT_TOOL, description: 'Gives the verdict.', input_schema }],
    tool_choice: { type: 'tool', name: VERDICT_TOOL },
  };
}

/** Anthropic’s messages. */
export const anthropic: ChatProvider = {
  id: 'anthropic',
  title: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  places: [{ title: 'Anthropic', baseUrl: 'https://api.anthropic.com' }],
  key: 'needed',
  model: 'claude-haiku-4-5',
  help: 'Use a key with a spending limit: it is sent from this page straight to Anthropic.',
  ...overChat(chat),
};
