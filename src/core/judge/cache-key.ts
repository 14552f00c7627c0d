import type { Prompt } from './render-prompt.ts';
import { sha256 } from '#core/base/text/sha256.ts';
import type { VerdictForm } from './verdict-form.ts';

/** Changes when the same call would be read otherwise. */
const SCHEMA_VERSION = 1;

/** Everything that decides what a judge answers. */
export interface JudgeCall {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly temperature: number;
  readonly prompt: Pick<Prompt, 'system' | 'user'>;
  readonly allowed: VerdictForm['allowed'];
  /** Which of the row's samples it is, from 0. */
  readonly sample: number;
}

/** The key of a stored verdict, 64 hexadecimal digits; no API key is part of it. */
export function cacheKeyOf(call: JudgeCall): string {
  const { provider, baseUrl, model, temperature, prompt, allowed, sample } = call;
  const { system, user } = prompt;
  return sha256(
    JSON.stringify([
      SCHEMA_VERSION,
      provider,
      baseUrl,
      model,
      temperature,
      system,
      user,
      allowed,
      sample,
    ]),
  );
}
