import { CallError, describeFailure } from '#core/judge/call-error.ts';
import type { Price } from '#core/judge/estimate.ts';
import { readVerdict } from '#core/judge/read-verdict.ts';
import { holdsKey as hasKey, redact, redactAnswer } from '#core/judge/redact.ts';
import { scoreForm } from '#core/judge/verdict-form.ts';
import { faultOfAddress } from '#providers/address.ts';
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

/** The question that only tests the connection. */
const TEST_PROMPT = {
  system: 'Answer with one JSON object: {"explanation": "a few words", "score": 1}.',
  user: 'This is a test of the connection.',
} as const;

/** What a request that only tests the connection found. */
export interface TestResult {
  readonly isGood: boolean;
  readonly text: string;
}

/** Who judges: provider, address, model and key, and the pace and limits it is asked at. */
export class ChosenJudge {
  readonly #network: Network;
  #settings = $state.raw<JudgeSettings>(loadJudgeSettings());
  #key = $state('');
  #isKeyKept = $state(false);
  /** What the last test of the connection found. */
  test = $state.raw<TestResult | undefined>();
  isTesting = $state(false);
  /** Milliseconds that calls have taken; undefined before the first. */
  callMs = $state<number | undefined>();

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
    return fault ? addressFaults[fault.problem] : '';
  }

  /** What is wrong with the model; an empty text where nothing is. */
  get modelFault(): string {
    return this.#holdsKey(this.#settings.model) ? holdsKey(labels.model) : '';
  }

  #holdsKey(text: string): boolean {
    return hasKey(text, this.#key === '' ? [] : [this.#key]);
  }

  /** A key that was entered into another field is kept nowhere. */
  #save(): void {
    const { model, baseUrl } = this.#settings;
    const isSecret = this.#holdsKey(baseUrl) || faultOfAddress(baseUrl)?.problem === 'has secret';
    saveJudgeSettings({
      ...this.#settings,
      model: this.#holdsKey(model) ? '' : model,
      baseUrl: isSecret ? (this.judge?.baseUrl ?? '') : baseUrl,
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
      const usual = { baseUrl: provider?.baseUrl ?? '', model: provider?.model ?? '' };
      next = { ...next, ...usual, ...part };
    }
    this.#settings = next;
    if (next.baseUrl !== before.baseUrl) {
      this.#key = loadKey(next.baseUrl);
      this.#isKeyKept = this.#key !== '';
    }
    this.#save();
    this.test = undefined;
  }

  /** Takes a key; it is kept where `isKept` says so, until the tab closes. */
  setKey(key: string, isKept: boolean): void {
    this.#key = key.trim();
    this.#isKeyKept = isKept;
    this.test = undefined;
    this.#save();
    saveKey(
      isKept && this.#key !== '' ? { baseUrl: this.#settings.baseUrl, key: this.#key } : null,
    );
  }

  /** Sends one tiny request and says what came of it. */
  async tryConnection(): Promise<void> {
    const { judge, connection, temperature, withinMs } = this.respondent;
    if (!judge || this.addressFault !== '' || this.modelFault !== '') return;
    this.isTesting = true;
    this.test = undefined;
    const startedAtMs = performance.now();
    const form = scoreForm([0, 1]);
    const request = { ...connection, ...TEST_PROMPT, form, temperature, withinMs };
    try {
      const { text, isCut } = await judge.ask(request, AbortSignal.timeout(30_000));
      this.callMs = performance.now() - startedAtMs;
      const answer = redactAnswer(text, [this.#key]).slice(0, 120);
      const isGood = !isCut && readVerdict(text, form).ok;
      const saw = isCut ? texts.isCut(answer) : texts.isUnread(answer);
      this.test = { isGood, text: isGood ? texts.works(this.callMs / 1000, answer) : saw };
    } catch (error) {
      const isKnown = error instanceof CallError;
      const what = isKnown ? describeFailure(error.failure) : texts.tooLate;
      const detail = redact(isKnown ? error.message : '', [this.#key]);
      this.test = { isGood: false, text: `${what} ${detail}`.trim() };
    } finally {
      this.isTesting = false;
    }
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
