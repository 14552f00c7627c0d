import { printJson } from '#core/base/json/parse-json.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { MAX_VERDICT_TOKENS, overChat, usageOf, verdictSchema } from '#providers/chat.ts';
import type { AskedOfModel, ChatApi, ChatProvider } from '#providers/provider.ts';

/** The tool that the model calls to give a verdict. */
const VERDICT_TOOL = 'give_verdict';
/** The stop reasons of a complete answer. */
const ENDS: readonly string[] = ['end_turn', 'tool_use', 'stop_sequence', ''];

const chat: ChatApi = {
  headers: (key) => ({
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  }),
  path: () => 'v1/messages',
  body(asked) {
    const { model, system, user } = asked;
    return {
      model,
      max_tokens: MAX_VERDICT_TOKENS,
      ...(system.trim() === '' ? {} : { system }),
      messages: [{ role: 'user', content: user }],
      ...verdictParts(asked),
    };
  },
  read(answer) {
    const content = pickList(answer, 'content');
    const stop = pickText(answer, 'stop_reason') ?? '';
    if (stop === 'refusal') throw new CallError('blocked', stop);
    if (!content) throw new CallError('server', 'The provider’s answer has no content.');
    const ofType = (type: string) => content.filter((part) => pickText(part, 'type') === type);
    const verdicts = ofType('tool_use').filter((part) => pickText(part, 'name') === VERDICT_TOOL);
    return {
      text:
        verdicts.length > 0
          ? verdicts.map((part) => printJson(pick(part, 'input') ?? {})).join('\n')
          : ofType('text')
              .map((part) => pickText(part, 'text') ?? '')
              .join(''),
      usage: usageOf(pickObject(answer, 'usage'), 'input_tokens', 'output_tokens'),
      isCut: !ENDS.includes(stop),
    };
  },
};

/** Forces the model to call a tool with the verdict's schema. */
function verdictParts({ form, temperature }: AskedOfModel): JsonObject {
  const input_schema = verdictSchema(form);
  return {
    temperature,
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
