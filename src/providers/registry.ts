import { CallError } from '#core/judge/call-error.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { gemini } from './gemini/gemini.ts';
import { openai } from './openai/openai.ts';
import type { ChatProvider, Provider } from './provider.ts';

/** A model in a chat window, or a person: prompts are copied and verdicts pasted. */
export const byHand: Provider = {
  id: 'by-hand',
  title: 'By hand: copy and paste',
  baseUrl: '',
  places: [],
  key: 'none',
  isManual: true,
  model: 'chat window',
  help: 'Nothing leaves this page except what you copy. Name the model, so that the verdicts are attributed to it.',
  ask: () =>
    Promise.reject(new CallError('rejected', 'Copy the prompts and paste the verdicts instead.')),
};

/** Providers that are asked over the network, in display order. */
export const CHAT_PROVIDERS: readonly ChatProvider[] = [gemini, openai, anthropic];

/** All providers, in display order. */
export const PROVIDERS: readonly Provider[] = [...CHAT_PROVIDERS, byHand];

/**
 * Finds a provider.
 * @returns undefined for an id that is unknown or no longer offered
 */
export function providerById(id: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.id === id);
}
