import { hasKey, pickList, pickText } from '#core/json/pick.ts';
import { messageAdapter } from '../message-adapter.ts';

/** Messages of the Vercel AI SDK: what a model gets, and what a user interface shows. */
export const vercelAi = messageAdapter({
  id: 'vercel-ai',
  title: 'Vercel AI SDK messages',
  isOwn: (message) =>
    hasKey(message, 'toolInvocations') ||
    (pickList(message, 'parts', 'content')?.some(
      (part) =>
        hasKey(part, 'toolCallId', 'toolInvocation') &&
        /^(tool-|dynamic-tool$)/.test(pickText(part, 'type') ?? ''),
    ) ??
      false),
});
