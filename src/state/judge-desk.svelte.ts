import { judgePrompts } from '#bridge/judge-rows.ts';
import { checkJudgeMetric } from '#core/judging/check-judge-metric.ts';
import {
  addPreflights,
  measurePrompts,
  preflight,
  type Preflight,
} from '#core/judging/estimate.ts';
import { isJudgeColumn, judgeColumn } from '#core/judging/judged-metric.ts';
import { withJudge } from '#core/judging/with-judge.ts';
import type { Baseline, JudgeMetric } from '#core/judging/judge-metric.ts';
import type { RowPrompt } from '#core/judging/render-prompt.ts';
import { missingVariables } from '#core/judging/variables.ts';
import { findMetric, listColumns } from '#core/metrics/registry.ts';
import { ratedScores } from '#core/ratings/ratings.ts';
import type { ScoreValues } from '#core/scoring/scored-columns.ts';
import { keepDigest } from '#core/summary/digest.ts';
import { takeTabLock } from '#storage/tab-lock.ts';
import { putScores } from '#storage/run-scores.ts';
import { VerdictStore } from '#storage/verdicts.ts';
import type { AppState } from './app.svelte.ts';
import { BaselineRuns, type OtherRun } from './baseline-run.ts';
import { ChosenJudge } from './chosen-judge.svelte.ts';
import { JudgeRun, type JudgeProgress } from './judge-run.ts';
import { loadJudgeMetric, metricOfTemplate, saveJudgeMetric } from './judge-settings.ts';
import { newRunKey, type OpenRun } from './open-run.ts';
import { perApp } from './per-app.svelte.ts';
import { VerdictSource } from './verdict-source.ts';

const SHOW_EVERY_MS = 2000;
const PROGRESS_EVERY_MS = 250;
/** Rows whose prompts are measured before a run. */
const MEASURED_ROWS = 200;

/** What is judged: the metric, and the run of judging under way. */
export class JudgeDesk {
  readonly chosen: ChosenJudge;
  readonly #app: AppState;
  /** Stored answers, of judges and of people. */
  readonly verdicts: VerdictStore;
  readonly #baselines: BaselineRuns;
  #metric = $state.raw<JudgeMetric>(loadJudgeMetric());
  #progress = $state.raw<JudgeProgress | undefined>();
  #isPaused = $state(false);
  #outcome = $state('');
  #source: VerdictSource | undefined;

  constructor(app: AppState) {
    this.#app = app;
    this.chosen = new ChosenJudge(app.network);
    this.verdicts = new VerdictStore(app.store);
    this.#baselines = new BaselineRuns(app);
  }

  get metric(): JudgeMetric {
    return this.#metric;
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

  /** Why the open run cannot be judged, by whatever metric; an empty text when it can. */
  readonly #runObstacle: string = $derived.by(() => {
    const { run, progress } = this.#app.workspace;
    if (progress) return 'Rows are being scored.';
    if (!run || run.columns.rowCount === 0) return 'There are no rows to judge.';
    return run.record.state === 'complete'
      ? ''
      : 'This run is not stored yet, so verdicts could not be kept.';
  });

  /** Why no row can be judged, whoever judges, in words; an empty text when they can. */
  readonly dataObstacle: string = $derived.by(() => {
    const { workspace, library } = this.#app;
    const { baseline } = this.#metric;
    if (this.#runObstacle !== '' || !workspace.run) return this.#runObstacle;
    const [fault] = this.faults;
    if (fault !== undefined) return fault;
    if (this.missing.length > 0) return 'A variable of the prompt has no column.';
    if (baseline?.kind === 'column' && !this.columns.includes(baseline.column))
      return `The data has no column “${baseline.column}” to compare with.`;
    if (baseline?.kind === 'run' && !library.find(baseline.id))
      return `The run “${baseline.name}” to compare with is not stored any more.`;
    if (baseline?.kind === 'run' && baseline.id === workspace.run.record.id)
      return 'A run cannot be compared with itself: choose another baseline.';
    return '';
  });

  /** Why judging cannot begin, in words; an empty text when it can. */
  readonly obstacle: string = $derived.by(() => this.dataObstacle || this.chosen.obstacle);

  setMetric(metric: JudgeMetric): void {
    this.#metric = metric;
    saveJudgeMetric(metric);
  }

  /** Takes a baseline; a metric that scores one response turns into the one that compares two. */
  compareWith(baseline: Baseline): void {
    if (!this.#metric.baseline) this.useTemplate(`pairwise_${this.#metric.id}`);
    this.setMetric({ ...this.#metric, baseline });
  }

  useTemplate(id: string): void {
    const made = metricOfTemplate(id);
    const { baseline } = this.#metric;
    this.setMetric(made.baseline && baseline ? { ...made, baseline } : made);
  }

  /** What the judge would be sent about a row. */
  async promptOf(run: OpenRun, row: number): Promise<RowPrompt | undefined> {
    const [prompt] = await this.#promptsOf(run, [row]);
    return prompt;
  }

  /** Reckons what judging all rows would take, from the prompts of the first rows. */
  estimate(run: OpenRun): Promise<Preflight> {
    return this.#reckon(run, this.#metric);
  }

  /** Reckons what judging so many answers by several metrics would take, whatever rows lack now. */
  async estimateAnswers(
    run: OpenRun,
    metrics: readonly JudgeMetric[],
    answers: number,
  ): Promise<Preflight> {
    return addPreflights(
      await Promise.all(metrics.map((metric) => this.#reckon(run, metric, answers))),
    );
  }

  async #reckon(run: OpenRun, metric: JudgeMetric, answers?: number): Promise<Preflight> {
    const { rowCount } = run.columns;
    const first = Array.from({ length: Math.min(rowCount, MEASURED_ROWS) }, (_, row) => row);
    const { samples, baseline } = metric;
    const { promptTokens, share } = measurePrompts(await this.#promptsOf(run, first, metric));
    const { settings, price, callMs } = this.chosen;
    const { concurrency, perMinute } = settings;
    return preflight({
      rows: answers ?? Math.round(rowCount * share),
      samples,
      orders: baseline ? 2 : 1,
      known: 0,
      promptTokens,
      price,
      concurrency,
      perMinute,
      callMs,
    });
  }

  async #promptsOf(
    run: OpenRun,
    rows: readonly number[],
    metric = this.#metric,
  ): Promise<RowPrompt[]> {
    const other = await this.otherOf(run, metric);
    return judgePrompts(this.#app.reader, run, rows, metric, other);
  }

  /** Judges some rows of the open run, or all of them. */
  async start(rows?: readonly number[]): Promise<void> {
    const run = this.#app.workspace.run;
    if (!run || this.obstacle !== '' || this.#progress) return;
    await this.#begin(run, rows ?? allRows(run), this.newSource(), [this.#metric]);
  }

  /** Judges all rows of the open run by each of its judged metrics, all under the same limits. */
  async startAll(): Promise<void> {
    const run = this.#app.workspace.run;
    if (!run || this.#progress) return;
    const obstacle = this.#runObstacle || this.chosen.obstacle;
    if (obstacle !== '') this.#outcome = `Not judged: ${obstacle}`;
    else await this.#begin(run, allRows(run), this.newSource(), run.record.settings.judges ?? []);
  }

  /** Where verdicts come from: the store, or the chosen judge. */
  newSource(): VerdictSource {
    const { respondent, means } = this.chosen;
    return new VerdictSource(this.verdicts, respondent, means);
  }

  /** The run that the metric compares with, with its rows paired; undefined without one. */
  otherOf(run: OpenRun, metric = this.#metric): Promise<OtherRun | undefined> {
    return this.#baselines.find(run, metric);
  }

  /** Scores all rows of the open run by the answers that are stored; nothing is asked. */
  async replay(): Promise<void> {
    const run = this.#app.workspace.run;
    if (!run || this.dataObstacle !== '' || this.#progress) return;
    const source = new VerdictSource(this.verdicts, this.chosen.respondent, undefined);
    await this.#begin(run, allRows(run), source, [this.#metric]);
  }

  async #begin(
    run: OpenRun,
    rows: readonly number[],
    source: VerdictSource,
    metrics: readonly JudgeMetric[],
  ): Promise<void> {
    this.#outcome = '';
    const release = await takeTabLock('judge');
    if (!release) {
      this.#outcome =
        'Another tab of this page is judging; one at a time, so that nothing is paid twice.';
      return;
    }
    this.#isPaused = false;
    try {
      this.#source = source;
      const said: string[] = [];
      let judged = run;
      for (const metric of metrics) {
        if (source.isOver()) break;
        const { run: next, words } = await this.#judge(judged, rows, source, metric);
        judged = next;
        said.push(metrics.length > 1 ? `${metric.title}: ${words}` : words);
      }
      this.#outcome = said.join(' ');
    } catch (error) {
      this.#outcome = source.clean(error instanceof Error ? error.message : String(error));
    } finally {
      release();
      this.#source = undefined;
      this.#progress = undefined;
    }
  }

  pause(): void {
    this.#isPaused = true;
    this.#source?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#source?.resume();
  }

  /** Ends judging; verdicts so far stay. */
  cancel(): void {
    this.#source?.cancel();
  }

  /** Judges rows by one metric; gives the run with its column, and how it ended. */
  async #judge(
    run: OpenRun,
    rows: readonly number[],
    source: VerdictSource,
    metric: JudgeMetric,
  ): Promise<{ readonly run: OpenRun; readonly words: string }> {
    const other = await this.otherOf(run, metric);
    const callsBefore = source.used.calls;
    let shownAtMs = performance.now();
    let toldAtMs = 0;
    let showing: Promise<unknown> = Promise.resolve();
    const onProgress = (): void => {
      const now = performance.now();
      if (now - toldAtMs >= PROGRESS_EVERY_MS) {
        toldAtMs = now;
        this.#progress = judging.progress;
      }
      if (now - shownAtMs < SHOW_EVERY_MS) return;
      shownAtMs = now;
      showing = showing.then(() => this.#show(run, judging.column(), metric, true));
    };
    const job = { run, metric, other, rows };
    const judging = new JudgeRun(this.#app.reader, source, job, onProgress);
    this.#progress = judging.progress;
    const startedAtMs = performance.now();
    const stopped = await judging.start();
    const { rowsDone, rowsTotal, errors, known } = judging.progress;
    const calls = judging.progress.calls - callsBefore;
    if (calls > 0) {
      const { concurrency } = this.chosen.settings;
      const tookMs = performance.now() - startedAtMs;
      this.chosen.noteCallMs((tookMs * Math.min(concurrency, calls)) / calls);
    }
    await showing;
    const judged = await this.#show(run, judging.column(), metric, false);
    try {
      await putScores(this.#app.store, judged.record, judged.columns.scores);
      await this.#app.library.refresh();
    } catch {
      // the store has told why
    }
    const done = `${String(rowsDone)} of ${String(rowsTotal)} rows judged with ${String(calls)} ${calls === 1 ? 'call' : 'calls'}`;
    const from = known > 0 ? `, ${String(known)} known from before` : '';
    const failed = errors > 0 ? `, ${String(errors)} ${errors === 1 ? 'error' : 'errors'}` : '';
    const words = `${stopped === '' ? '' : `Stopped. ${stopped} `}${done}${from}${failed}.`;
    return { run: judged, words };
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
    const kept = keepDigest(digest, run.columns.rowCount);
    const judged: OpenRun = {
      ...readable,
      ...digest,
      record: { ...run.record, settings, ...kept },
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
