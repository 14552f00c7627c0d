import { hasKey, pickList } from '#core/json/pick.ts';
import { messageAdapter } from '../message-adapter.ts';

/** Messages of Pydantic-AI: requests and responses made of parts. */
export const pydanticAi = messageAdapter({
  id: 'pydantic-ai',
  title: 'Pydantic-AI messages',
  isOwn: (message) =>
    pickList(message, 'parts')?.some((part) => hasKey(part, 'part_kind')) ?? false,
});
