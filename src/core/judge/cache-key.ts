import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Prompt } from './render-prompt.ts';
import type { VerdictForm } from '../score/metric/judge-metric.ts';

/** Raised when answers would be read differently. */
const SCHEMA_VERSION = 1;

/** Everything that determines a judge's answer. */
export interface JudgeCall {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly temperature: number;
  readonly prompt: Pick<Prompt, 'system' | 'user'>;
  readonly allowed: VerdictForm['allowed'];
  /** The index of the sample, from 0. */
  readonly sample: number;
}

/** The key of a stored verdict, 64 hexadecimal digits; API keys are no part of it. */
export function cacheKeyOf(call: JudgeCall): string {
  const { provider, baseUrl, model, temperature, prompt, allowed, sample } = call;
  const { system, user } = prompt;
  const parts = [
    SCHEMA_VERSION,
    provider,
    baseUrl,
    model,
    temperature,
    system,
    user,
    allowed,
    sample,
  ];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))));
}
