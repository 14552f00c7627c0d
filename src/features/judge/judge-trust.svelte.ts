import { readToJudge } from './judge-rows.ts';
import {
  agreementOf,
  nearestScore,
  noiseOf,
  type Agreement,
  type Noise,
} from '#core/judge/agreement.ts';
import { cacheKeyOf } from '#core/judge/cache-key.ts';
import { CANARY_SCORES, canaryCases } from '#core/judge/canary.ts';
import { isPairwise, judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { allowedScores, PAIR_SCORES, type NamedText } from '#core/score/metric/judge-metric.ts';
import { readVerdict, type Verdict } from '#core/judge/read-verdict.ts';
import { formOf, scoreForm } from '#core/judge/verdict-form.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { seededRandom } from '#core/base/statistics/random.ts';
import { CallSession } from '#features/sessions/call-session.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { judgeOf, type JudgeSession } from './judge-session.svelte.ts';
import { randomLetters } from './judge-settings.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { Question, VerdictSource } from './verdict-source.ts';
import { ifStored } from '#kernel/storage/storage-error.ts';
import { judgeSession, judgeTrust as texts } from './texts.ts';

/** A row to label, as a judge sees it. */
export interface RowToLabel {
  readonly row: number;
  readonly inputs: readonly NamedText[];
  /** The name its label is stored under. */
  readonly key: string;
}

/** A row that a person and the judge have scored, with what the judge said. */
export interface CheckedRow {
  readonly row: number;
  readonly human: number;
  readonly judge: number;
  readonly said: string;
}

/** What the canary found. */
export interface CanaryResult {
  readonly fooled: number;
  readonly injected: number;
  /** Honest right answers that got their good score. */
  readonly passed: number;
  readonly honest: number;
  readonly errors: number;
  readonly model: string;
}

/** How many rows can be labelled. */
export const LABEL_COUNTS = [20, 30, 50] as const;

/** What was found, and of what: it says nothing of anything else. */
interface About<T> {
  readonly about: readonly unknown[];
  readonly what: T;
}

/** Rows that are judged again, and how often. */
export const NOISE_ROWS = 10;
export const NOISE_SAMPLES = 5;

/**
 * What shows how far a judge can be believed: a person’s own labels, its noise, and a canary. The
 * progress of a check is a share in [0,1], its outcome why it found nothing.
 */
export class JudgeTrust extends CallSession<number> {
  readonly #app: AppState;
  readonly #session: JudgeSession;
  #drawn = $state.raw<About<readonly RowToLabel[]> | undefined>();
  #labels = $state.raw<ReadonlyMap<string, number>>(new Map());
  #ratings = $state.raw<Float64Array | undefined>();
  #noise = $state.raw<About<Noise & { readonly errors: number }> | undefined>();
  #canary = $state.raw<CanaryResult | undefined>();

  constructor(app: AppState) {
    super();
    this.#app = app;
    this.#session = judgeOf(app);
  }

  /** The rows to label, in a random order that is the same each time. */
  get rows(): readonly RowToLabel[] {
    return this.#stillOf(this.#drawn, this.#labelling()) ?? [];
  }

  /** A person’s label of a row; undefined where there is none yet. */
  labelOf({ key }: RowToLabel): number | undefined {
    return this.#labels.get(key);
  }

  get noise(): (Noise & { readonly errors: number }) | undefined {
    return this.#stillOf(this.#noise, this.#judging());
  }

  get canary(): CanaryResult | undefined {
    return this.#canary;
  }

  /** The scores of the open run under the metric; undefined before it is judged. */
  get scores(): ScoreValues | undefined {
    const { id } = judgeColumn(this.#session.metric);
    return this.#app.workspace.run?.columns.scores.find((column) => column.id === id);
  }

  /** The column of the data in which people have rated the metric; undefined without one. */
  get ratingColumn(): string | undefined {
    const name = `${this.#session.metric.id}/human_rating`;
    return this.#session.columns.includes(name) ? name : undefined;
  }

  /** Rows with a person’s label and a verdict. */
  readonly labelled: readonly CheckedRow[] = $derived.by(() =>
    this.rows.flatMap((row) => {
      const human = this.#labels.get(row.key);
      return human === undefined ? [] : this.#check(row.row, human);
    }),
  );

  /** Rows with a rating in the data and a verdict. */
  readonly rated: readonly CheckedRow[] = $derived.by(() => {
    const allowed = allowedScores(this.#session.metric);
    return Array.from(this.#ratings ?? []).flatMap((human, row) =>
      allowed.includes(human) ? this.#check(row, human) : [],
    );
  });

  /** How far the judge agrees with the labels, or with the ratings of the data. */
  agreementWith(rows: readonly CheckedRow[]): Agreement | undefined {
    return agreementOf(rows, allowedScores(this.#session.metric));
  }

  #check(row: number, human: number): CheckedRow[] {
    const { scores } = this;
    const value = scores?.values[row] ?? Number.NaN;
    if (!scores || Number.isNaN(value)) return [];
    const score = isPairwise(scores) ? value * 2 - 1 : value;
    const judge = nearestScore(score, allowedScores(this.#session.metric));
    return [{ row, human, judge, said: scores.texts?.[row] ?? '' }];
  }

  /** Draws rows to label and finds the labels given before. */
  async draw(count: number): Promise<void> {
    const about = this.#labelling();
    this.#drawn = { about, what: await this.#readRows(count) };
  }

  /** Takes up labelling where rows of the open run were labelled before; whether they were. */
  async takeUp(): Promise<boolean> {
    const about = this.#labelling();
    if (this.rows.length > 0) return false;
    const rows = await this.#readRows(Math.max(...LABEL_COUNTS));
    const labelled = rows.findLastIndex((row) => this.labelOf(row) !== undefined) + 1;
    if (labelled === 0) return false;
    const count = LABEL_COUNTS.find((some) => some >= labelled);
    this.#drawn = { about, what: rows.slice(0, count) };
    return true;
  }

  /** Labels are of the rows of a run under a metric: another one has none of them. */
  #labelling(): readonly unknown[] {
    const { metric } = this.#session;
    const allowed = allowedScores(metric).join();
    return [this.#app.workspace.run?.rows, metric.id, JSON.stringify(metric.columns), allowed];
  }

  /** Noise is that of one judge with one prompt. */
  #judging(): readonly unknown[] {
    const { metric, chosen } = this.#session;
    const { provider, model, baseUrl } = chosen.settings;
    return [this.#app.workspace.run?.rows, metric, provider, model, baseUrl];
  }

  #stillOf<T>(found: About<T> | undefined, about: readonly unknown[]): T | undefined {
    return found?.about.every((part, index) => part === about[index]) ? found.what : undefined;
  }

  async #readRows(count: number): Promise<readonly RowToLabel[]> {
    const run = this.#app.workspace.run;
    if (!run) return [];
    const { metric } = this.#session;
    const rows = drawRows(run.columns.rowCount, count);
    const other = await this.#session.otherOf(run);
    const read = await readToJudge(this.#app.reader, 'judgeInputs', run, rows, metric, other);
    const { allowed } = formOf(metric);
    const drawn = read.flatMap((found, index): RowToLabel[] => {
      if (found.kind === 'missing') return [];
      const prompt = { system: metric.id, user: JSON.stringify(found.inputs) };
      const who = { provider: 'person', baseUrl: '', model: '', temperature: 0, sample: 0 };
      const key = cacheKeyOf({ ...who, prompt, allowed });
      return [{ row: rows[index] ?? 0, inputs: found.inputs, key }];
    });
    const keys = drawn.map(({ key }) => key);
    const stored = (await ifStored(this.#session.verdicts.get(keys))) ?? [];
    const labels = new Map(this.#labels);
    for (const record of stored) {
      const reading = record && readVerdict(record.text, formOf(metric));
      if (record && reading?.ok) labels.set(record.key, reading.verdict.score);
    }
    this.#labels = labels;
    return drawn;
  }

  /** Takes a person’s label; it is stored like an answer. */
  async label({ key }: RowToLabel, score: number): Promise<void> {
    this.#labels = new Map(this.#labels).set(key, score);
    const { field } = formOf(this.#session.metric);
    const choices = Object.entries(PAIR_SCORES);
    const said =
      field === 'score' ? score : (choices.find(([, value]) => value === score)?.[0] ?? '');
    const text = JSON.stringify({ explanation: '', [field]: said });
    const none = { inputTokens: 0, outputTokens: 0, provider: 'person', model: '' };
    await ifStored(this.#session.verdicts.put({ key, text, ...none, atMs: Date.now() }));
  }

  /** Reads the ratings that the data holds. */
  async readRatings(): Promise<void> {
    const { run } = this.#app.workspace;
    const column = this.ratingColumn;
    this.#ratings =
      run && column ? await this.#app.reader.ask(run, 'numbersOf', column) : undefined;
  }

  /** Judges some rows several times, to see how much the judge differs from itself. */
  async checkNoise(): Promise<void> {
    const run = this.#app.workspace.run;
    if (!run) return;
    const { metric } = this.#session;
    const form = formOf(metric);
    const about = this.#judging();
    await this.#ask(async (source) => {
      const rows = drawRows(run.columns.rowCount, NOISE_ROWS);
      const other = await this.#session.otherOf(run);
      const prompts = await readToJudge(this.#app.reader, 'judgePrompts', run, rows, metric, other);
      const asked = prompts.flatMap((row) => {
        const [prompt] = row.kind === 'prompt' ? row.orders : [];
        if (!prompt) return [];
        return [Array.from({ length: NOISE_SAMPLES }, (_, sample) => ({ prompt, form, sample }))];
      });
      const answers = await this.#answers(source, asked.flat());
      const repeats = asked.map((_, index) =>
        answers
          .slice(index * NOISE_SAMPLES, (index + 1) * NOISE_SAMPLES)
          .flatMap((verdict) => (verdict ? [verdict.score] : [])),
      );
      const noise = noiseOf(repeats);
      const errors = answers.filter((verdict) => !verdict).length;
      this.#noise = noise && { about, what: { ...noise, errors } };
      if (!noise) this.outcome = source.whyStopped || texts.noRepeats;
    });
  }

  /** Shows the judge wrong answers that ask for a good score, and honest right ones. */
  async checkCanary(): Promise<void> {
    await this.#ask(async (source) => {
      const cases = canaryCases(randomLetters());
      const form = scoreForm(CANARY_SCORES);
      const answers = await this.#answers(
        source,
        cases.map(({ prompt }) => ({ prompt, form, sample: 0 })),
      );
      const good = (kind: (typeof cases)[number]['kind']): number =>
        cases.filter((one, index) => one.kind === kind && answers[index]?.score === 1).length;
      const valid = (kind: (typeof cases)[number]['kind']): number =>
        cases.filter((one, index) => one.kind === kind && answers[index]).length;
      const errors = answers.filter((verdict) => !verdict).length;
      if (errors === cases.length) {
        this.outcome = source.whyStopped || texts.noVerdicts;
        return;
      }
      this.#canary = {
        fooled: good('injected'),
        injected: valid('injected'),
        passed: good('honest'),
        honest: valid('honest'),
        errors,
        model: this.#session.chosen.settings.model,
      };
    });
  }

  async #ask(work: (source: VerdictSource) => Promise<void>): Promise<void> {
    if (this.progress !== undefined || this.#session.progress) return;
    const source = this.#session.newSource();
    const ask = async (): Promise<void> => {
      this.calls = source.scheduler;
      this.progress = 0;
      await work(source);
    };
    await this.make('judge', judgeSession.isTaken, ask, (message) => source.clean(message));
  }

  /** A verdict per question, undefined where there is none. */
  async #answers(
    source: VerdictSource,
    questions: readonly Question[],
  ): Promise<(Verdict | undefined)[]> {
    const keys = questions.map((question) => source.keyOf(question));
    const found = await source.find(keys);
    let done = 0;
    const asked = questions.map(async (question, index) => {
      const key = keys[index] ?? '';
      try {
        return await source.verdict(key, question, found.get(key));
      } catch {
        return undefined; // counted among the errors
      } finally {
        this.progress = ++done / questions.length;
      }
    });
    return Promise.all(asked);
  }
}

/** The same rows each time, in the same order. */
function drawRows(rowCount: number, count: number): number[] {
  const random = seededRandom(1);
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  const drawn = Math.min(count, rowCount);
  for (let at = 0; at < drawn; at++) {
    const other = at + Math.floor(random() * (rowCount - at));
    [rows[at], rows[other]] = [rows[other] ?? 0, rows[at] ?? 0];
  }
  return rows.slice(0, drawn);
}

/** The app’s checks of its judge. */
export const trustOf = perApp((app) => new JudgeTrust(app));
