import { NotStrict } from './not-strict.ts';

/**
 * Stands for the reader of conversations.
 * @throws NotStrict always
 */
export function callsOfConversation(): never {
  throw new NotStrict();
}
