import { CallError, failureInWords } from '#core/judging/call-error.ts';
import { checkJudgeMetric } from '#core/judging/check-judge-metric.ts';
import { measurePrompts, preflight, type Preflight, type Price } from '#core/judging/estimate.ts';
import { isJudgeColumn, judgeColumn } from '#core/judging/judged-metric.ts';
import { withJudge } from '#core/judging/with-judge.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import { redact } from '#core/judging/redact.ts';
import type { RowPrompt } from '#core/judging/render-prompt.ts';
import { missingVariables } from '#core/judging/variables.ts';
import { findMetric, listColumns } from '#core/metrics/registry.ts';
import { ratedScores } from '#core/ratings/ratings.ts';
import type { ScoreValues } from '#core/scoring/scored-columns.ts';
import { TEST_PROMPT, type Connection, type Judge } from '#judges/judge.ts';
import { judgeById } from '#judges/registry.ts';
import { putScores } from '#storage/run-scores.ts';
import { takeTabLock } from '#storage/tab-lock.ts';
import { VerdictStore } from '#storage/verdicts.ts';
import type { AppState } from './app.svelte.ts';
import { JudgeRun, type JudgeProgress } from './judge-run.ts';
import {
  loadJudgeMetric,
  loadJudgeSettings,
  loadKey,
  metricOfTemplate,
  saveJudgeMetric,
  saveJudgeSettings,
  saveKey,
  type JudgeSettings,
} from './judge-settings.ts';
import { newRunKey, type OpenRun } from './open-run.ts';
import { perApp } from './per-app.ts';

/** What a request that only tests the connection found. */
export interface TestResult {
  readonly isGood: boolean;
  readonly text: string;
}

const SHOW_EVERY_MS = 2000;
const PROGRESS_EVERY_MS = 100;
/** Rows whose prompts are measured before a run. */
const MEASURED_ROWS = 200;

/** The judge: who it is, what it is asked, and the run of judging under way. */
export class JudgeDesk {
  readonly #app: AppState;
  readonly #verdicts: VerdictStore;
  #settings = $state.raw<JudgeSettings>(loadJudgeSettings());
  #metric = $state.raw<JudgeMetric>(loadJudgeMetric());
  #key = $state('');
  #isKeyKept = $state(false);
  #models = $state.raw<readonly string[]>([]);
  #test = $state.raw<TestResult | undefined>();
  #isTesting = $state(false);
  #progress = $state.raw<JudgeProgress | undefined>();
  #isPaused = $state(false);
  #outcome = $state('');
  #callMs = $state<number | undefined>();
  #run: JudgeRun | undefined;

  constructor(app: AppState) {
    this.#app = app;
    this.#verdicts = new VerdictStore(app.store);
    this.#key = loadKey(this.#settings.baseUrl);
    this.#isKeyKept = this.#key !== '';
  }

  get settings(): JudgeSettings {
    return this.#settings;
  }

  get judge(): Judge {
    return judgeById(this.#settings.provider);
  }

  get metric(): JudgeMetric {
    return this.#metric;
  }

  /** The key, in memory only unless a person has it kept until the tab closes. */
  get key(): string {
    return this.#key;
  }

  get isKeyKept(): boolean {
    return this.#isKeyKept;
  }

  get models(): readonly string[] {
    return this.#models;
  }

  get test(): TestResult | undefined {
    return this.#test;
  }

  get isTesting(): boolean {
    return this.#isTesting;
  }

  /** How far the run under way is; undefined without one. */
  get progress(): JudgeProgress | undefined {
    return this.#progress;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** How the last run ended. */
  get outcome(): string {
    return this.#outcome;
  }

  /** A page inside another page could be dressed up to catch a key. */
  readonly isFramed = window.top !== window.self;

  /** What is wrong with the metric, one sentence each. */
  readonly faults: readonly string[] = $derived.by(() => {
    const faults = checkJudgeMetric(this.#metric);
    return findMetric(this.#metric.id)
      ? [...faults, 'Name: a computed metric has this name.']
      : faults;
  });

  /** Variables of the prompt that the open run has no column for. */
  readonly missing: readonly string[] = $derived.by(() => {
    const run = this.#app.workspace.run;
    return run ? missingVariables(this.#metric, run.roles, this.columns) : [];
  });

  /** Names of the data's columns. */
  get columns(): readonly string[] {
    return this.#app.workspace.run?.columns.columns.map(({ name }) => name) ?? [];
  }

  /** Why judging cannot begin, in words; an empty text when it can. */
  readonly obstacle: string = $derived.by(() => {
    const { workspace, network } = this.#app;
    const state = workspace.run?.record.state;
    if (workspace.progress) return 'Rows are being scored.';
    if (!workspace.run || workspace.run.columns.rowCount === 0)
      return 'There are no rows to judge.';
    if (state !== 'complete') return 'This run is not stored yet, so verdicts could not be kept.';
    if (this.faults.length > 0) return 'The metric has to be mended first.';
    if (this.missing.length > 0) return 'A variable of the prompt has no column.';
    if (this.judge.key !== 'none' && !network.isOn) return 'The network is off.';
    if (this.judge.key === 'needed' && this.#key === '') return 'A key is needed.';
    if (this.#settings.model.trim() === '') return 'A model is needed.';
    return '';
  });

  /** Changes how the judge is asked. A key stays with the address it was given for. */
  set(part: Partial<JudgeSettings>): void {
    const before = this.#settings;
    let next = { ...before, ...part };
    if (part.provider !== undefined && part.provider !== before.provider) {
      const { baseUrl, model } = judgeById(part.provider);
      next = { ...next, baseUrl, model };
    }
    this.#settings = next;
    saveJudgeSettings(next);
    if (next.baseUrl !== before.baseUrl) {
      this.#key = loadKey(next.baseUrl);
      this.#isKeyKept = this.#key !== '';
      this.#models = [];
    }
    this.#test = undefined;
  }

  /** Takes a key; it is kept where `isKept` says so, until the tab closes. */
  setKey(key: string, isKept: boolean): void {
    this.#key = key.trim();
    this.#isKeyKept = isKept;
    this.#test = undefined;
    saveKey(
      isKept && this.#key !== '' ? { baseUrl: this.#settings.baseUrl, key: this.#key } : null,
    );
  }

  setMetric(metric: JudgeMetric): void {
    this.#metric = metric;
    saveJudgeMetric(metric);
  }

  useTemplate(id: string): void {
    this.setMetric(metricOfTemplate(id));
  }

  /** Sends one tiny request and says what came of it. */
  async tryConnection(): Promise<void> {
    await this.#ask(async (signal) => {
      const { temperature, answerWithin } = this.#settings;
      const startedAtMs = performance.now();
      const withinMs = answerWithin * 1000;
      const scores = [0, 1];
      const request = { ...this.#connection, ...TEST_PROMPT, scores, temperature, withinMs };
      const { text } = await this.judge.ask(request, signal);
      this.#callMs = performance.now() - startedAtMs;
      const took = `${(this.#callMs / 1000).toFixed(1)} s`;
      const said = redact(text, [this.#key]).slice(0, 120);
      this.#test = { isGood: true, text: `It works: answered in ${took}. ${said}` };
    });
  }

  /** Asks which models the key may use. */
  async listModels(): Promise<void> {
    await this.#ask(async (signal) => {
      this.#models = await this.judge.listModels(this.#connection, signal);
      const count = this.#models.length;
      this.#test = { isGood: count > 0, text: `${String(count)} models can be chosen.` };
    });
  }

  async #ask(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#isTesting = true;
    this.#test = undefined;
    try {
      await work(AbortSignal.timeout(30_000));
    } catch (error) {
      const isKnown = error instanceof CallError;
      const what = isKnown ? failureInWords(error.failure) : 'The judge did not answer in time.';
      const detail = redact(isKnown ? error.message : '', [this.#key]);
      this.#test = { isGood: false, text: `${what} ${detail}`.trim() };
    } finally {
      this.#isTesting = false;
    }
  }

  get #connection(): Connection {
    const { baseUrl, model } = this.#settings;
    return { baseUrl, model: model.trim(), key: this.#key };
  }

  get #price(): Price | undefined {
    const { inputPrice, outputPrice } = this.#settings;
    return inputPrice === null || outputPrice === null
      ? undefined
      : { input: inputPrice, output: outputPrice };
  }

  /** What the judge would be sent about a row. */
  async promptOf(run: OpenRun, row: number): Promise<RowPrompt | undefined> {
    const [prompt] = await this.#app.reader.judgePrompts(run, [row], this.#metric);
    return prompt;
  }

  /** Reckons what judging all rows would take, from the prompts of the first rows. */
  async estimate(run: OpenRun): Promise<Preflight> {
    const { rowCount } = run.columns;
    const rows = Array.from({ length: Math.min(rowCount, MEASURED_ROWS) }, (_, row) => row);
    const prompts = await this.#app.reader.judgePrompts(run, rows, this.#metric);
    const { promptTokens, share } = measurePrompts(prompts);
    const { concurrency, perMinute } = this.#settings;
    return preflight({
      rows: Math.round(rowCount * share),
      samples: this.#metric.samples,
      known: 0,
      promptTokens,
      price: this.#price,
      concurrency,
      perMinute,
      callMs: this.#callMs,
    });
  }

  /** Judges some rows of the open run, or all of them. */
  async start(rows?: readonly number[]): Promise<void> {
    const run = this.#app.workspace.run;
    if (!run || this.obstacle !== '' || this.#progress) return;
    const release = await takeTabLock('judge');
    if (!release) {
      this.#outcome =
        'Another tab of this page is judging; one at a time, so that nothing is paid twice.';
      return;
    }
    this.#outcome = '';
    this.#isPaused = false;
    try {
      this.#outcome = await this.#judge(run, rows ?? allRows(run));
    } catch (error) {
      this.#outcome = redact(error instanceof Error ? error.message : String(error), [this.#key]);
    } finally {
      release();
      this.#run = undefined;
      this.#progress = undefined;
    }
  }

  pause(): void {
    this.#isPaused = true;
    this.#run?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#run?.resume();
  }

  /** Ends judging; verdicts so far stay. */
  cancel(): void {
    this.#run?.cancel();
  }

  async #judge(run: OpenRun, rows: readonly number[]): Promise<string> {
    const { concurrency, perMinute, maxCalls, maxTokens, maxCost, temperature } = this.#settings;
    const metric = this.#metric;
    let shownAtMs = performance.now();
    let toldAtMs = 0;
    let showing: Promise<unknown> = Promise.resolve();
    const judging = new JudgeRun(
      this.#app.reader,
      this.#verdicts,
      {
        run,
        metric,
        rows,
        judge: this.judge,
        connection: this.#connection,
        temperature,
        withinMs: this.#settings.answerWithin * 1000,
        pace: { concurrency, perMinute },
        limits: { calls: maxCalls, tokens: maxTokens ?? undefined, cost: maxCost ?? undefined },
        price: this.#price,
      },
      () => {
        const now = performance.now();
        if (now - toldAtMs >= PROGRESS_EVERY_MS) this.#progress = judging.progress;
        if (now - toldAtMs >= PROGRESS_EVERY_MS) toldAtMs = now;
        if (now - shownAtMs < SHOW_EVERY_MS) return;
        shownAtMs = now;
        showing = showing.then(() => this.#show(run, judging.column(), metric, true));
      },
    );
    this.#run = judging;
    this.#progress = judging.progress;
    const startedAtMs = performance.now();
    const stopped = await judging.start();
    const { rowsDone, rowsTotal, errors, calls, known } = judging.progress;
    if (calls > 0) {
      this.#callMs = ((performance.now() - startedAtMs) * Math.min(concurrency, calls)) / calls;
    }
    await showing;
    const judged = await this.#show(run, judging.column(), metric, false);
    try {
      await putScores(this.#app.store, judged.record, judged.columns.scores);
      await this.#app.library.refresh();
    } catch {
      // the store has told why
    }
    const done = `${String(rowsDone)} of ${String(rowsTotal)} rows judged with ${String(calls)} calls`;
    const from = known > 0 ? `, ${String(known)} known from before` : '';
    const failed = errors > 0 ? `, ${String(errors)} errors` : '';
    return `${stopped === '' ? '' : `Stopped. ${stopped} `}${done}${from}${failed}.`;
  }

  async #show(
    run: OpenRun,
    column: ScoreValues,
    metric: JudgeMetric,
    isPartial: boolean,
  ): Promise<OpenRun> {
    const settings = withJudge(run.record.settings, metric);
    const byId = new Map(run.columns.scores.map((scores) => [scores.id, scores]));
    byId.set(column.id, column);
    const computed = listColumns(settings).flatMap(({ id }) => byId.get(id) ?? []);
    const scores = [...computed, ...ratedScores(run.columns)];
    const readable = { ...run, key: newRunKey(), columns: { ...run.columns, scores } };
    const digest = await this.#app.reader.digest(readable, isPartial);
    const { summary } = digest;
    const judged: OpenRun = {
      ...readable,
      ...digest,
      record: { ...run.record, settings, summary },
    };
    await this.#app.workspace.showJudged(judged);
    return judged;
  }

  /** Ids of the judged columns of the open run. */
  get judgedIds(): readonly string[] {
    return this.#app.workspace.run?.columns.scores.filter(isJudgeColumn).map(({ id }) => id) ?? [];
  }

  /** Takes a judged column out of the open run; its answers stay stored. */
  async remove(columnId: string): Promise<void> {
    const { workspace } = this.#app;
    const judges = (workspace.settings.judges ?? []).filter(
      (metric) => judgeColumn(metric).id !== columnId,
    );
    await workspace.setSettings({ ...workspace.settings, judges });
  }
}

function allRows(run: OpenRun): number[] {
  return Array.from({ length: run.columns.rowCount }, (_, row) => row);
}

/** The app's judge. */
export const judgeOf = perApp((app) => new JudgeDesk(app));
