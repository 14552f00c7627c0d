import type { ErrorAnalysis } from '#core/score/error-codes/error-analysis.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { newRunKey, type OpenRun } from '#kernel/run/open-run.ts';
import { USUAL_KINDS } from '#core/share/redaction/kinds.ts';
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
  kinds = $state.raw(USUAL_KINDS);
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

  /** What came of the last look; undefined while there is none that holds. */
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

/** What is shared of a run beside its rows and scores, as texts: each under itself. */
function textsAbout({ record }: OpenRun): AboutRun {
  const { name, datasetName, agent, ratings = [], errorAnalysis } = record;
  const all = [
    name,
    datasetName,
    agent?.title ?? '',
    ...ratings.map(({ note }) => note),
    ...Object.values(agent?.values ?? {}),
    ...(agent?.headers ?? []).map(({ value }) => value),
    ...(errorAnalysis?.marks ?? []).flatMap(({ id, tool, code, note }) => [id, tool, code, note]),
    ...(errorAnalysis?.codes ?? []).flatMap(({ name, description, into = '' }) => {
      return [name, description, into];
    }),
  ];
  return Object.fromEntries(all.map((text) => [text, text]));
}

function redactErrors(
  { marks, codes }: ErrorAnalysis,
  redacted: (text: string) => string,
): ErrorAnalysis {
  return {
    marks: marks.map(({ id, tool, code, note, ...mark }) => {
      return {
        ...mark,
        id: redacted(id),
        tool: redacted(tool),
        code: redacted(code),
        note: redacted(note),
      };
    }),
    codes: codes.map(({ name, description, into, ...code }) => {
      const of = { name: redacted(name), description: redacted(description) };
      return { ...code, ...of, ...(into !== undefined && { into: redacted(into) }) };
    }),
  };
}

/**
 * The copy that leaves. What is not needed to look at the rows and to score them again stays here:
 * the file that was opened, skipped records, references as they were before they were edited, and
 * what was said to an agent.
 */
function withoutFound(run: OpenRun, copy: RedactedRun, redaction: RedactionNote): OpenRun {
  const { about, rows, columns, roles, settings, digest, fingerprint } = copy;
  const { record } = run;
  const { agent, ratings, errorAnalysis } = record;
  const redacted = (text: string): string => about[text] ?? '';
  const name = redacted(record.name);
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
      id: crypto.randomUUID(),
      sourceId: crypto.randomUUID(),
      name: name.endsWith(texts.mark) ? name : name + texts.mark,
      datasetName: redacted(record.datasetName),
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
      ratings: ratings?.map((rating) => {
        return { ...rating, note: redacted(rating.note) };
      }),
      errorAnalysis: errorAnalysis && redactErrors(errorAnalysis, redacted),
      agent: agent && {
        ...agent,
        runId: '',
        asked: undefined,
        title: redacted(agent.title),
        values: Object.fromEntries(
          Object.entries(agent.values).map(([key, value]) => [key, redacted(value)]),
        ),
        headers: agent.headers.map((header) => {
          return { ...header, value: redacted(header.value) };
        }),
      },
    },
  };
}
