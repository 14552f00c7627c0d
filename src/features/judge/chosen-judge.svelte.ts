import type { Price } from '#core/judge/cost.ts';
import { holdsKey as hasKey } from '#core/judge/redact.ts';
import { faultOfAddress, withoutSecrets } from '#providers/address.ts';
import type { Provider } from '#providers/provider.ts';
import { providerById } from '#providers/registry.ts';
import type { Network } from '#kernel/network.svelte.ts';
import {
  loadJudgeSettings,
  loadKey,
  saveJudgeSettings,
  saveKey,
  type JudgeSettings,
} from './judge-settings.ts';
import type { Means, Respondent } from './verdict-source.ts';
import { chosenJudge as texts, judgeConnection as labels } from './texts.ts';
import { addressFaults, holdsKey, session as shared } from '#features/sessions/texts.ts';

/** Who judges: provider, address, model and key, and the pace and limits it is asked at. */
export class ChosenJudge {
  readonly #network: Network;
  #settings = $state.raw<JudgeSettings>(loadJudgeSettings());
  #key = $state('');
  #isKeyKept = $state(false);

  constructor(network: Network) {
    this.#network = network;
    this.#key = loadKey(this.#settings.baseUrl);
    this.#isKeyKept = this.#key !== '';
  }

  get settings(): JudgeSettings {
    return this.#settings;
  }

  /** Undefined where the one that was chosen is no longer offered. */
  get judge(): Provider | undefined {
    return providerById(this.#settings.provider);
  }

  /** The key, in memory only unless a person has it kept until the tab closes. */
  get key(): string {
    return this.#key;
  }

  get isKeyKept(): boolean {
    return this.#isKeyKept;
  }

  /** What is wrong with the address; an empty text where nothing is. */
  get addressFault(): string {
    const { baseUrl } = this.#settings;
    if (!this.judge || this.judge.isManual) return '';
    if (this.#holdsKey(baseUrl)) return holdsKey(labels.address);
    const fault = faultOfAddress(baseUrl);
    return fault ? addressFaults[fault] : '';
  }

  /** What is wrong with the model; an empty text where nothing is. */
  get modelFault(): string {
    return this.#holdsKey(this.#settings.model) ? holdsKey(labels.model) : '';
  }

  #holdsKey(text: string): boolean {
    return hasKey(text, [this.#key]);
  }

  /** A key that was entered into another field is kept nowhere. */
  #save(): void {
    const { model, baseUrl } = this.#settings;
    saveJudgeSettings({
      ...this.#settings,
      model: '',
      baseUrl: this.judge?.baseUrl ?? '',
      ...withoutSecrets({ model, baseUrl }, [this.#key]),
    });
  }

  /** Why nothing can be asked, in words; an empty text when it can. */
  readonly obstacle: string = $derived.by(() => {
    const { judge } = this;
    if (!judge) return texts.isGone;
    if (judge.isManual) return texts.isManual;
    if (!this.#network.isOn) return shared.isOffline;
    if (this.addressFault !== '') return this.addressFault;
    if (judge.key === 'needed' && this.#key === '') return texts.needsKey;
    if (this.modelFault !== '') return this.modelFault;
    if (this.#settings.model.trim() === '') return texts.needsModel;
    return '';
  });

  /** Changes how the judge is asked. A key stays with the address it was given for. */
  set(part: Partial<JudgeSettings>): void {
    const before = this.#settings;
    let next = { ...before, ...part };
    if (part.provider !== undefined && part.provider !== before.provider) {
      const provider = providerById(part.provider);
      const defaults = { baseUrl: provider?.baseUrl ?? '', model: provider?.model ?? '' };
      next = { ...next, ...defaults, ...part };
    }
    this.#settings = next;
    if (next.baseUrl !== before.baseUrl) {
      this.#key = loadKey(next.baseUrl);
      this.#isKeyKept = this.#key !== '';
    }
    this.#save();
  }

  /** Takes a key; it is kept where `isKept` says so, until the tab closes. */
  setKey(key: string, isKept: boolean): void {
    this.#key = key.trim();
    this.#isKeyKept = isKept;
    this.#save();
    saveKey(
      isKept && this.#key !== '' ? { baseUrl: this.#settings.baseUrl, key: this.#key } : null,
    );
  }

  /** Who answers, as a run needs it. */
  get respondent(): Respondent {
    const { provider, baseUrl, model, temperature, answerWithin } = this.#settings;
    return {
      provider,
      judge: this.judge,
      connection: { baseUrl, model: model.trim(), key: this.#key },
      temperature,
      withinMs: answerWithin * 1000,
    };
  }

  get price(): Price | undefined {
    const { inputPrice, outputPrice } = this.#settings;
    return inputPrice === null || outputPrice === null
      ? undefined
      : { input: inputPrice, output: outputPrice };
  }

  /** How fast calls may follow each other, and what they may use at most. */
  get means(): Means {
    const { concurrency, perMinute, maxCalls, maxTokens, maxCost } = this.#settings;
    return {
      pace: { concurrency, perMinute },
      limits: { calls: maxCalls, tokens: maxTokens ?? undefined, cost: maxCost ?? undefined },
      price: this.price,
    };
  }
}
