import { isBroken, readFirstRows, tryMetric, type TriedRow } from './try-metric.ts';
import { withCode, checkName, CODE_LIMIT } from '#core/score/custom-metrics/custom-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { TrustedCode } from '#kernel/sandbox/trusted-code.svelte.ts';
import { customDraft as texts } from '#features/metrics/texts.ts';

const PAUSE_MS = 400;

/** The results of the code, one for each of the first rows. */
export type Trial =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'given'; readonly results: readonly CustomResult[] };

const NO_TRIAL: Trial = { kind: 'none' };

interface Source {
  /** The run whose first rows the code is tried on. */
  readonly run: () => OpenRun | undefined;
  readonly pool: Pick<WorkerPool, 'ask'>;
  readonly trusted: TrustedCode;
  /** Names of the other metrics a person has. */
  readonly others: readonly string[];
  /** Whether the code is the page's own sample or the person's, and not from elsewhere. */
  readonly isOwn: boolean;
}

/** A custom metric while it is written: tried on the first rows after each pause in typing. */
export class CustomDraft {
  readonly #source: Source;
  #metric = $state.raw<CustomMetric>({
    name: '',
    code: '',
    scale: 'number',
    better: 'none',
    isOn: true,
  });
  #trial = $state.raw(NO_TRIAL);
  #rows = $state.raw<readonly TriedRow[]>([]);
  /** The key of the run that they are of; empty for none. */
  #rowsOf = '';
  /** Whether the person knows what would run. */
  #isAgreed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #trying = Promise.resolve();
  #abort: AbortController | undefined;

  constructor(metric: CustomMetric, source: Source) {
    this.#source = source;
    this.#metric = metric;
    this.#isAgreed = source.isOwn || source.trusted.has(metric.code);
    if (this.#isAgreed) this.#begin();
  }

  get metric(): CustomMetric {
    return this.#metric;
  }

  get trial(): Trial {
    return this.#trial;
  }

  /** The rows it is tried on; none before they are read. */
  get rows(): readonly TriedRow[] {
    return this.#rows;
  }

  get isAgreed(): boolean {
    return this.#isAgreed;
  }

  /** What keeps it from being saved; an empty text when nothing does. */
  get problem(): string {
    const { name, code } = this.#metric;
    switch (checkName(name, this.#source.others)) {
      case 'empty':
        return texts.needsName;
      case 'not_a_name':
        return texts.badName;
      case 'too_long':
        return texts.nameTooLong;
      case 'taken':
        return texts.nameTaken(name);
      case '':
        break;
    }
    if (code.trim() === '') return texts.needsCode;
    return code.length > CODE_LIMIT ? texts.codeTooLong(CODE_LIMIT) : '';
  }

  /** Changes the metric; it is tried again after a pause. */
  change(part: Partial<CustomMetric>): void {
    const changed = { ...this.#metric, ...part };
    this.#metric = part.code === undefined ? changed : withCode(changed, part.code);
    if (!this.#isAgreed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), PAUSE_MS);
  }

  /** The person has read code that came from elsewhere and wants it to run. */
  agree(): void {
    this.#isAgreed = true;
    this.#source.trusted.add(this.#metric.code);
    this.#begin();
  }

  /**
   * Whether the code can be run: what does not parse, or has no function, is not to be saved. What
   * was typed last is tried at once.
   */
  async canRun(): Promise<boolean> {
    if (this.#timer !== undefined) this.#begin();
    await this.#trying;
    return this.#trial.kind !== 'given' || !this.#trial.results.some(isBroken);
  }

  /** Whether it runs and fails on each of the rows it was tried on. */
  get isFailing(): boolean {
    if (this.#trial.kind !== 'given') return false;
    const { results } = this.#trial;
    return results.length > 0 && results.every(({ kind }) => kind === 'error');
  }

  /** Ends the writing. Code that a person has written or agreed to may run from now on. */
  save(): CustomMetric {
    this.close();
    if (this.#isAgreed) this.#source.trusted.add(this.#metric.code);
    return this.#metric;
  }

  /** Stops what is being tried. */
  close(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#trying = this.#try();
  }

  /** Reads the rows to try it on, unless they are those it was tried on before. */
  async #readRows(run: OpenRun | undefined): Promise<void> {
    const key = run?.key ?? '';
    if (key === this.#rowsOf) return;
    this.#rows = run ? await readFirstRows(run, this.#source.pool) : [];
    this.#rowsOf = key;
  }

  async #try(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const run = this.#source.run();
    if (this.#metric.code.trim() === '') {
      this.#trial = NO_TRIAL;
      return;
    }
    this.#trial = { kind: 'running' };
    try {
      await this.#readRows(run);
      const results = await tryMetric(this.#metric, this.#rows, abort.signal);
      if (!abort.signal.aborted)
        this.#trial = results.length > 0 ? { kind: 'given', results } : NO_TRIAL;
    } catch (error) {
      if (abort.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#trial = { kind: 'given', results: [{ kind: 'error', message }] };
    }
  }
}

/** Counts the calls; a row without a prediction has no score. */
export const BLANK_METRIC: Omit<CustomMetric, 'isOn'> = {
  name: 'my_metric',
  scale: 'number',
  better: 'none',
  code: `function my_metric(instance) {
  return instance.predicted_trajectory?.length ?? null;
}
`,
};

/** The result for a row, in one line. */
export function describeResult(result: CustomResult): string {
  switch (result.kind) {
    case 'none':
      return texts.notScored;
    case 'error':
      return result.message;
    case 'score': {
      const more = result.more.map(([key, text]) => `${key}: ${text}`);
      return [texts.score(String(result.value)), ...more].join(' · ');
    }
  }
}
