import { anthropic } from './anthropic/anthropic.ts';
import { byHand } from './by-hand/by-hand.ts';
import { browserModel } from './browser-model/browser-model.ts';
import { gemini } from './gemini/gemini.ts';
import type { Judge } from './judge.ts';
import { openai } from './openai/openai.ts';

/** Every provider of judges, in the order they are offered. */
export const JUDGES: readonly Judge[] = [gemini, openai, anthropic, browserModel, byHand];

/**
 * Finds a provider.
 * @param id its id
 * @returns the provider; the first one for an id that is not known
 */
export function judgeById(id: string): Judge {
  return JUDGES.find((judge) => judge.id === id) ?? gemini;
}
