import type { CustomMetric } from '#core/score/metric/settings.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

const KEY = 'trusted-code';
const MAX_KEPT = 100;

/**
 * Code of custom metrics that the person at this device wrote, or has read and agreed to. All other
 * code has arrived from outside, by any route (a run, a set of metrics, a draft or a link from
 * elsewhere), and does not run. It is the text itself that is kept: nothing else can pass for it.
 */
export class TrustedCode {
  #codes = $state.raw<readonly string[]>(readCodes());

  /** Whether code may run. */
  has(code: string): boolean {
    return this.#codes.includes(code);
  }

  /** Names of the metrics in use whose code may not run. */
  listUnread(metrics: readonly CustomMetric[] = []): readonly string[] {
    return metrics.filter(({ isOn, code }) => isOn && !this.has(code)).map(({ name }) => name);
  }

  /**
   * Lets code run from now on: call it only when a person wrote it here or has agreed to it.
   * @param before what it replaces, where it is typed on
   */
  add(code: string, before?: string): void {
    const others = this.#codes.filter((other) => other !== code && other !== before);
    this.#codes = [...others, code].slice(-MAX_KEPT);
    saveValue(KEY, this.#codes);
  }
}

function readCodes(): readonly string[] {
  const stored = loadValue(KEY);
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
}
