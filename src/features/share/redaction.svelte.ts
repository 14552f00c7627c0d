import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { newRunKey, randomId, type OpenRun } from '#kernel/run/open-run.ts';
import { DEFAULT_KINDS } from '#core/share/redaction/kinds.ts';
import {
  joinRedactions,
  type ColumnTreatment,
  type FoundValue,
  type RedactionChoices,
  type RedactionNote,
} from '#core/share/redaction/redaction.ts';
import { findWordProblem, type WordProblem } from '#core/share/redaction/redactor.ts';
import type { AboutRun, RedactedRun } from '#workers/redact-runs.ts';
import { redaction as texts } from './texts.ts';

/** What was found in runs that are to be shared, and the runs without it. */
interface Redacted {
  readonly runs: readonly OpenRun[];
  readonly note: RedactionNote;
  readonly found: readonly FoundValue[];
  readonly foundCount: number;
}

/** What is taken out before sharing: chosen once, used for whatever is shared next. */
class Redaction {
  readonly #app: AppState;
  kinds = $state.raw(DEFAULT_KINDS);
  columns = $state.raw<ReadonlyMap<string, ColumnTreatment>>(new Map());
  /** One to a line. */
  words = $state('');
  /** Keys of found values that stay. */
  kept = $state.raw<readonly string[]>([]);
  #result = $state.raw<Redacted | undefined>();
  /** The share of the work that is done; undefined while nothing is being done. */
  #progress = $state<number | undefined>();
  #failure = $state('');
  #stop: AbortController | undefined;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The findings of the last search; undefined while there is no valid one. */
  get result(): Redacted | undefined {
    return this.#result;
  }

  get progress(): number | undefined {
    return this.#progress;
  }

  /** Why there is no copy; an empty text where nothing went wrong. */
  get failure(): string {
    return this.#failure;
  }

  /** What is wrong with the words. */
  get wordProblem(): WordProblem | undefined {
    return findWordProblem(this.#wordList());
  }

  /** What runs are redacted by; columns that none of them has are left out. */
  choicesFor(runs: readonly OpenRun[]): RedactionChoices {
    const names = new Set(runs.flatMap(({ columns }) => columns.columns.map(({ name }) => name)));
    const columns = [...this.columns]
      .filter(([name]) => names.has(name))
      .map(([name, treatment]) => ({ name, treatment }));
    return { kinds: this.kinds, words: this.#wordList(), columns, kept: this.kept };
  }

  #wordList(): readonly string[] {
    return this.words
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }

  /** Makes redacted copies; what is being made by other choices is given up. */
  async redact(runs: readonly OpenRun[], choices: RedactionChoices): Promise<void> {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    const { signal } = stop;
    this.#result = undefined;
    this.#failure = '';
    this.#progress = 0;
    try {
      const input = { choices, about: runs.map(textsAbout) };
      const onProgress = (share: number): void => void (this.#progress = share);
      const answer = await this.#app.reader.ask(runs, 'redactRuns', input, { signal, onProgress });
      if (signal.aborted) return;
      const { note, found, foundCount } = answer;
      const copies = runs.map((run, index) => {
        return withoutFound(run, answer.runs[index] as RedactedRun, note);
      });
      this.#result = { runs: copies, note, found, foundCount };
    } catch (error) {
      if (!signal.aborted) this.#failure = texts.failed(String(error));
    } finally {
      if (this.#stop === stop) this.#progress = undefined;
    }
  }

  /** Gives up what is being made. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#progress = undefined;
  }
}

/** What is taken out of what an app shares. */
export const redactionOf = perApp((app) => new Redaction(app));

/** What is shared of a run beside its rows and scores; verdicts are no texts. */
function aboutRun({ name, datasetName, agent, ratings, errorAnalysis }: RunRecord) {
  const called = agent && { title: agent.title, values: agent.values, headers: agent.headers };
  const marks = errorAnalysis?.marks.map(({ verdict: _, ...review }) => review);
  const reviews = errorAnalysis && marks && { ...errorAnalysis, marks };
  return { name, datasetName, ratings, reviews, agent: called };
}

/** Changes every text of a value, however deep. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  const map = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner);
    if (Array.isArray(inner)) return inner.map(map);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, part]) => [key, map(part)]));
  };
  return map(value) as T;
}

/** The texts about a run, each under itself. */
function textsAbout({ record }: OpenRun): AboutRun {
  const found = new Set<string>();
  mapTexts(aboutRun(record), (text) => {
    found.add(text);
    return text;
  });
  return Object.fromEntries([...found].map((text) => [text, text]));
}

/**
 * The copy that leaves. What is not needed to look at the rows and to score them again stays here:
 * the file that was opened, skipped records, references as they were before they were edited, and
 * the messages exchanged with an agent.
 */
function withoutFound(run: OpenRun, copy: RedactedRun, redaction: RedactionNote): OpenRun {
  const { about, rows, columns, roles, settings, digest, fingerprint } = copy;
  const { record } = run;
  const { name, agent, reviews, ...redacted } = mapTexts(
    aboutRun(record),
    (text) => about[text] ?? '',
  );
  const marks = record.errorAnalysis?.marks.map((review, at) => {
    return { ...review, ...reviews?.marks[at] };
  });
  return {
    ...run,
    ...digest,
    key: newRunKey(),
    rows,
    columns,
    roles,
    settings,
    table: undefined,
    original: null,
    parts: [],
    skipped: new Blob(),
    said: undefined,
    record: {
      ...record,
      id: randomId(),
      sourceId: randomId(),
      ...redacted,
      ...(reviews && marks && { errorAnalysis: { ...reviews, marks } }),
      name: name.endsWith(texts.mark) ? name : name + texts.mark,
      settings,
      roles,
      redaction: joinRedactions(record.redaction, redaction),
      fingerprint,
      sourceBytes: rows.size,
      sampleId: '',
      formatId: 'jsonl',
      reading: undefined,
      header: undefined,
      taskSet: undefined,
      references: undefined,
      agent: record.agent && { ...record.agent, ...agent, runId: '', asked: undefined },
    },
  };
}
