import { anthropic } from './anthropic/anthropic.ts';
import { byHand } from './by-hand/by-hand.ts';
import { gemini } from './gemini/gemini.ts';
import { openai } from './openai/openai.ts';
import type { ChatProvider, Provider } from './provider.ts';

/** Providers whose models may also be agents, in the order they are offered. */
export const CHAT_PROVIDERS: readonly ChatProvider[] = [gemini, openai, anthropic];

/** Every provider, in the order they are offered. */
export const PROVIDERS: readonly Provider[] = [...CHAT_PROVIDERS, byHand];

/**
 * Finds a provider.
 * @param id its id
 * @returns the provider; undefined for an id that is not known, or was offered before
 */
export function providerById(id: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.id === id);
}
