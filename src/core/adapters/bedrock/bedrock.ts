import { hasKey, pickList } from '#core/json/pick.ts';
import { messageAdapter } from '../message-adapter.ts';

/** Messages of Amazon Bedrock's Converse API. */
export const bedrock = messageAdapter({
  id: 'bedrock',
  title: 'Bedrock Converse messages',
  isOwn: (message) =>
    pickList(message, 'content')?.some((part) => hasKey(part, 'toolUse', 'toolResult')) ?? false,
});
