import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { measurePrompts, preflight, type Preflight } from '#core/judge/cost.ts';
import { isJudgeColumn, judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { withJudge } from '#core/score/metric/settings.ts';
import { LONGEST_MODEL, type Baseline, type JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { RowPrompt } from '#core/judge/render-prompt.ts';
import { missingVariables } from '#core/score/judged-metrics/variables.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { CallSession } from '#features/sessions/call-session.svelte.ts';
import { VerdictStore } from '#kernel/storage/verdicts.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { BaselineRuns, type OtherRun, readToJudge } from './judge-rows.ts';
import { ChosenJudge } from './chosen-judge.svelte.ts';
import { JudgeRun, type JudgeProgress } from './judge-run.ts';
import { loadJudgeMetric, metricOfTemplate, saveJudgeMetric } from './judge-settings.ts';
import { withColumns } from '#kernel/run/run-changes.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { VerdictSource } from './verdict-source.ts';
import { judgeSession as texts } from './texts.ts';

const SHOW_EVERY_MS = 2000;
/** Rows whose prompts are measured before a run. */
const MEASURED_ROWS = 200;

/** What is judged: the metric, and the judging in progress. */
export class JudgeSession extends CallSession<JudgeProgress> {
  readonly texts = texts;
  readonly chosen: ChosenJudge;
  /** Stored answers, of judges and of people. */
  readonly verdicts: VerdictStore;
  readonly #baselines: BaselineRuns;
  #metric = $state.raw<JudgeMetric>(loadJudgeMetric());

  constructor(app: AppState) {
    super(app, 'judge');
    this.chosen = new ChosenJudge(app.network);
    this.verdicts = new VerdictStore(app.store);
    this.#baselines = new BaselineRuns(app);
  }

  get metric(): JudgeMetric {
    return this.#metric;
  }

  /** What is wrong with the metric, one sentence each. */
  readonly faults: readonly string[] = $derived.by(() => {
    const faults = checkJudgeMetric(this.#metric);
    return findMetric(this.#metric.id) ? [...faults, texts.nameIsTaken] : faults;
  });

  /** Variables of the prompt that the open run has no column for. */
  readonly missing: readonly string[] = $derived.by(() => {
    const run = this.app.workspace.run;
    return run ? missingVariables(this.#metric, run.roles, this.columns) : [];
  });

  /** Names of the data's columns. */
  get columns(): readonly string[] {
    return this.app.workspace.run?.columns.columns.map(({ name }) => name) ?? [];
  }

  /** Why no row can be judged, by any judge, in words; an empty text when they can. */
  readonly dataObstacle: string = $derived.by(() => {
    const { baseline } = this.#metric;
    if (this.rowsObstacle !== '') return this.rowsObstacle;
    const [fault] = this.faults;
    if (fault !== undefined) return fault;
    if (this.missing.length > 0) return texts.noColumn;
    if (baseline?.kind === 'column' && !this.columns.includes(baseline.column))
      return texts.noBaselineColumn(baseline.column);
    if (baseline?.kind === 'run' && !this.app.library.find(baseline.id))
      return texts.noBaselineRun(baseline.name);
    if (baseline?.kind === 'run' && baseline.id === this.app.workspace.run?.record.id)
      return texts.isItsOwnBaseline;
    return '';
  });

  /** Why judging cannot begin, in words; an empty text when it can. */
  readonly obstacle: string = $derived.by(() => this.dataObstacle || this.chosen.obstacle);

  /** Takes a metric; whose verdicts it had is no part of it. */
  setMetric({ model: _, ...metric }: JudgeMetric): void {
    this.#metric = metric;
    saveJudgeMetric(metric);
  }

  /** The metric with the model that is chosen: its scores are the verdicts of that model alone. */
  get judged(): JudgeMetric {
    const model = this.chosen.settings.model.trim().slice(0, LONGEST_MODEL);
    return model === '' ? this.#metric : { ...this.#metric, model };
  }

  change(part: Partial<JudgeMetric>): void {
    this.setMetric({ ...this.#metric, ...part });
  }

  /** Takes a baseline; a metric that scores one response turns into the one that compares two. */
  compareWith(baseline: Baseline): void {
    if (!this.#metric.baseline) this.useTemplate(`pairwise_${this.#metric.id}`);
    this.change({ baseline });
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
  async estimate(run: OpenRun): Promise<Preflight> {
    const { rowCount } = run.columns;
    const first = Array.from({ length: Math.min(rowCount, MEASURED_ROWS) }, (_, row) => row);
    const { samples, baseline } = this.#metric;
    const { promptTokens, share } = measurePrompts(await this.#promptsOf(run, first));
    const { price } = this.chosen;
    const rows = Math.round(rowCount * share);
    return preflight({ rows, samples, orders: baseline ? 2 : 1, promptTokens, price });
  }

  async #promptsOf(run: OpenRun, rows: readonly number[]): Promise<RowPrompt[]> {
    const other = await this.otherOf(run);
    return readToJudge(this.app.reader, 'judgePrompts', run, rows, this.#metric, other);
  }

  /** Judges some rows of the open run, or all of them. */
  async start(rows?: readonly number[]): Promise<void> {
    const run = this.app.workspace.run;
    if (!run || this.obstacle !== '' || this.progress) return;
    await this.#begin(run, rows ?? allRows(run), this.newSource());
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
    const run = this.app.workspace.run;
    if (!run || this.dataObstacle !== '' || this.progress) return;
    const source = new VerdictSource(this.verdicts, this.chosen.respondent, undefined);
    await this.#begin(run, allRows(run), source);
  }

  async #begin(run: OpenRun, rows: readonly number[], source: VerdictSource): Promise<void> {
    const metric = this.judged;
    // verdicts are scores of this run, whatever is opened meanwhile
    const releaseRun = this.app.workspace.runs.hold(run.record.id);
    await this.make(
      () => this.#judge(run, rows, source, metric),
      (message) => source.clean(message),
    );
    releaseRun();
  }

  /** Judges rows of a run by one metric. */
  async #judge(
    run: OpenRun,
    rows: readonly number[],
    source: VerdictSource,
    metric: JudgeMetric,
  ): Promise<void> {
    const { reader, workspace } = this.app;
    this.scheduler = source.scheduler;
    const newest = (): OpenRun => workspace.runs.get(run.record.id) ?? run;
    const other = await this.otherOf(run, metric);
    let shownAtMs = performance.now();
    let isShowing = false;
    const show = (isPartial: boolean): Promise<void> => {
      const column = judging.column();
      return workspace.runs.change(run.record.id, (now) => judged(now, column, metric), isPartial);
    };
    const onProgress = (): void => {
      this.report(judging.progress);
      const now = performance.now();
      if (isShowing || now - shownAtMs < SHOW_EVERY_MS) return;
      shownAtMs = now;
      isShowing = true;
      // where it fails, showing the whole at the end fails as well
      const onShown = (): void => void (isShowing = false);
      show(true).then(onShown, onShown);
    };
    const judging = new JudgeRun(reader, source, { newest, metric, other, rows }, onProgress);
    this.report(judging.progress);
    const stopped = await judging.start();
    await show(false);
    const why = stopped === '' ? '' : `${texts.stopped(stopped)} `;
    this.outcome = why + this.describeEnd(judging.progress);
  }

  /** Ids of the judged columns of the open run. */
  get judgedIds(): readonly string[] {
    return this.app.workspace.run?.columns.scores.filter(isJudgeColumn).map(({ id }) => id) ?? [];
  }

  /** Takes a judged column out of the open run; its answers stay stored. */
  async remove(columnId: string): Promise<void> {
    const { workspace } = this.app;
    const judges = (workspace.settings.judges ?? []).filter(
      (metric) => judgeColumn(metric).id !== columnId,
    );
    await workspace.setSettings({ ...workspace.settings, judges });
  }
}

/** A run with the scores of a judged metric, which take the place of those that no model gave yet. */
function judged(run: OpenRun, column: ScoreValues, metric: JudgeMetric): OpenRun {
  const { settings: before } = run.record;
  const isJudged = (other: JudgeMetric): boolean => {
    const { id } = judgeColumn(other);
    const scores = run.columns.scores.find((one) => one.id === id);
    return scores?.values.some((value) => !Number.isNaN(value)) === true;
  };
  const judges = before.judges?.filter((other) => other.id !== metric.id || isJudged(other));
  const settings = withJudge({ ...before, judges }, metric);
  const columns = withColumns(run.columns, [column], settings);
  return { ...run, columns, record: { ...run.record, settings } };
}

function allRows(run: OpenRun): number[] {
  return Array.from({ length: run.columns.rowCount }, (_, row) => row);
}

/** The app's judge. */
export const judgeOf = perApp((app) => new JudgeSession(app));
