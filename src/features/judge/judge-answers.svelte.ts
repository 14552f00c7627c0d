import { inBatches } from '#features/sessions/call-session.svelte.ts';
import { readToJudge } from './judge-rows.ts';
import { messageOf } from '#core/base/text/sentence.ts';
import { formOf } from '#core/score/metric/judge-metric.ts';
import {
  printAnswers,
  printQuestions,
  questionsAsText,
  readVerdictFile,
  type KnownAnswer,
  type OpenQuestion,
} from '#core/judge/verdict-file.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { judgeOf, type JudgeSession } from './judge-session.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { judgeAnswers as texts } from './texts.ts';

const ROWS_PER_BATCH = 200;
/** More would hardly fit into a chat window. */
export const TASKS_PER_TEXT = 20;

/** Judging without a request: prompts go out and verdicts come in as files or texts. */
export class JudgeAnswers {
  readonly #app: AppState;
  readonly #session: JudgeSession;
  #status = $state('');
  #problems = $state.raw<readonly string[]>([]);
  #isBusy = $state(false);

  constructor(app: AppState) {
    this.#app = app;
    this.#session = judgeOf(app);
  }

  /** What was done last, a sentence. */
  get status(): string {
    return this.#status;
  }

  /** Lines that could not be taken, one sentence each. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Downloads every prompt that has no stored answer. */
  async downloadPrompts(): Promise<void> {
    await this.#do(async (run) => {
      const { open } = await this.#questions(run);
      if (open.length === 0) return texts.allAnswered;
      const text = printQuestions(open, formOf(this.#session.metric));
      downloadsOf(this.#app).json(text, run.record.name, '-prompts.jsonl');
      return texts.promptsDownloaded(open.length);
    });
  }

  /** The next prompts without an answer as one text, empty when all are answered. */
  async promptsAsText(): Promise<string> {
    let text = '';
    await this.#do(async (run) => {
      const { open } = await this.#questions(run, TASKS_PER_TEXT);
      if (open.length === 0) return texts.allAnswered;
      text = questionsAsText(open, formOf(this.#session.metric));
      return texts.promptsCopied(open.length);
    });
    return text;
  }

  /** Downloads the stored answers of the open run. */
  async downloadAnswers(): Promise<void> {
    await this.#do(async (run) => {
      const { known } = await this.#questions(run);
      if (known.length === 0) return texts.noAnswers;
      const { metric, chosen } = this.#session;
      const { provider, baseUrl, model, temperature } = chosen.settings;
      const head = { metric, provider, baseUrl, model: model.trim(), temperature };
      const text = printAnswers(head, known);
      downloadsOf(this.#app).json(text, run.record.name, '-verdicts.jsonl');
      return texts.answersDownloaded(known.length);
    });
  }

  /** Takes verdicts from a text and scores the rows by all that is stored. */
  async take(text: string): Promise<void> {
    await this.#do(async (run) => {
      const { metric } = this.#session;
      const { open } = await this.#questions(run);
      const keys = open.map(({ key }) => key);
      const { head, answers, problems } = readVerdictFile(text, formOf(metric), keys, formOf);
      this.#problems = problems;
      if (head) {
        const { provider, baseUrl, model, temperature } = head;
        this.#session.chosen.set({ provider, baseUrl, model, temperature });
        this.#session.setMetric(head.metric);
      }
      const { provider, model } = this.#session.chosen.settings;
      const none = { inputTokens: 0, outputTokens: 0 };
      const common = { ...none, provider, model, atMs: Date.now() };
      const verdicts = answers.map((answer) => ({ ...answer, ...common }));
      await this.#session.verdicts.put(...verdicts);
      if (answers.length > 0) await this.#session.replay();
      const imported = texts.imported(answers.length, problems.length);
      const chosen = head ? texts.chosen(head.metric.title) : '';
      return [imported, chosen, this.#session.outcome].filter((part) => part !== '').join(' ');
    });
  }

  /** Scores the rows by the answers that are stored. */
  async replay(): Promise<void> {
    await this.#do(async () => {
      await this.#session.replay();
      return this.#session.outcome;
    });
  }

  async #do(work: (run: OpenRun) => Promise<string>): Promise<void> {
    const { run } = this.#app.workspace;
    if (!run || this.#isBusy) return;
    this.#isBusy = true;
    this.#status = '';
    this.#problems = [];
    try {
      this.#status = await work(run);
    } catch (error) {
      this.#status = messageOf(error);
    } finally {
      this.#isBusy = false;
    }
  }

  /** The questions of all rows, with the answers that are stored; at most so many open ones. */
  async #questions(
    run: OpenRun,
    most = Infinity,
  ): Promise<{ readonly open: readonly OpenQuestion[]; readonly known: readonly KnownAnswer[] }> {
    const { metric } = this.#session;
    const source = this.#session.newSource();
    const other = await this.#session.otherOf(run);
    const open = new Map<string, OpenQuestion>();
    const known = new Map<string, KnownAnswer>();
    const rows = Array.from({ length: run.columns.rowCount }, (_, row) => row);
    const questions = inBatches(rows, ROWS_PER_BATCH, async (batch) => {
      const prompts = await readToJudge(
        this.#app.reader,
        'judgePrompts',
        run,
        batch,
        metric,
        other,
      );
      const asked = await source.questionsOf(prompts, metric);
      return asked.flatMap((all, index) => all.map((one) => ({ ...one, row: batch[index] ?? 0 })));
    });
    for await (const { key, row, prompt, known: record } of questions) {
      if (open.size >= most) break;
      if (record) known.set(key, { key, text: record.text });
      else open.set(key, { key, row, system: prompt.system, user: prompt.user });
    }
    return { open: [...open.values()], known: [...known.values()] };
  }
}

/** The app’s judging without requests. */
export const judgeAnswersOf = perApp((app) => new JudgeAnswers(app));
