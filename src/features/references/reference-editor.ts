import {
  annotationsOf,
  isUnsaved,
  newRunKey,
  type OpenRun,
  canEdit,
} from '#kernel/run/open-run.ts';
import { keepDigest } from '#core/explain/summary/digest.ts';
import {
  type Acceptance,
  countEdited,
  type EditedReferences,
} from '#core/explain/reference-edits/reference-edit.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { withMatching, type MetricSettings } from '#core/score/metric/settings.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { withChangesSince } from '#kernel/run/run-changes.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { referenceEditor as texts } from './texts.ts';
import { fingerprintOf } from '#core/base/json/equal-json.ts';
import { variablesOf, columnOfVariable } from '#core/score/judged-metrics/variables.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import { NO_ROWS, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { EditChange, EditedRows } from './questions.ts';
import type { IsTrusted } from '#engine/task-runner.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import { scoreDataset } from '#engine/score-dataset.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';

/** Rows that are not read from the file itself are written as lines, whatever it was. */
const AS_LINES = { formatId: 'jsonl', formatTitle: 'JSONL', lineUnit: 'Line' } as const;

/**
 * Accepts what an agent did into the references of the open run. The rows with other references
 * become a run of their own; the run they come from is left as it is.
 */
class ReferenceEditor {
  readonly #app: AppState;
  /** One change after the other: the next builds on the one before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Accepts something; returns how many rows it has changed. */
  async accept(acceptance: Acceptance): Promise<number> {
    const changed = await this.#change({ accept: acceptance });
    const id = this.#edits().at(-1)?.id;
    if (!('rows' in acceptance) || changed === 0 || id === undefined) return changed;
    this.#app.notices.toast(texts.accepted(changed), {
      label: texts.undo,
      run: () => void this.undo(id),
    });
    return changed;
  }

  /**
   * Accepts something that is written as a pattern: all rows are read with patterns from then on.
   */
  async acceptPatterns(acceptance: Acceptance): Promise<number> {
    await this.#readPatterns();
    return this.accept(acceptance);
  }

  /** Undoes an edit; those made after it stay. */
  async undo(id: number): Promise<void> {
    await this.#change({ undo: id });
  }

  /** The rows as they are now, as JSONL. */
  async downloadRows({ rows, table, columns, record }: OpenRun): Promise<void> {
    const { offsets, lengths } = columns;
    const lines =
      record.formatId === 'jsonl'
        ? rows
        : this.#app.pool.ask('writeRows', { rows, table, places: { offsets, lengths } });
    await downloadsOf(this.#app).file('dataset.jsonl', lines);
  }

  async #readPatterns(): Promise<void> {
    const { workspace } = this.#app;
    const rules = workspace.settings.matching ?? EXACT_RULES;
    if (rules.patterns === true) return;
    await workspace.setSettings(withMatching(workspace.settings, { ...rules, patterns: true }));
  }

  #edits() {
    return this.#app.workspace.run?.record.references?.edits ?? [];
  }

  #change(change: RescoreJob['change']): Promise<number> {
    const key = this.#app.workspace.run?.key;
    const changed = this.#last.then(() => this.#changeNow(change, key));
    this.#last = changed.catch(() => undefined); // the caller gets the error
    return changed;
  }

  async #changeNow(change: RescoreJob['change'], key: string | undefined): Promise<number> {
    const { run } = this.#app.workspace;
    // a slot is one of the calls that were shown: of others it would be another
    const isOfShown = 'accept' in change && 'slot' in change.accept;
    if (!run || !canEdit(run) || (isOfShown && run.key !== key)) return 0;
    try {
      return await this.#edit(run, change);
    } catch (error) {
      if (!(error instanceof SourceLost)) throw error;
      this.#app.notices.toast(texts.lost);
      return 0;
    }
  }

  async #edit(run: OpenRun, change: RescoreJob['change']): Promise<number> {
    const { workspace, reader, library, notices, trusted, pool } = this.#app;
    const known = run.record.references;
    const { settings } = run.record;
    const isTrusted = (code: string): boolean => trusted.has(code);
    const edited = await editReferences(pool, reader, run, {
      change,
      known,
      settings,
      isTrusted,
    });
    if (!edited) {
      notices.toast(texts.noDifference);
      return 0;
    }
    const { rows, columns, fingerprint, edits, changedCount } = edited;
    const scored = withChangesSince(run, workspace.runs.get(run.record.id) ?? run, {
      ...run,
      key: newRunKey(),
      rows,
      columns,
      table: undefined,
      original: null,
      parts: [],
    });
    const digest = await reader.ask(scored, 'digest', false);
    const taskSet = await reader.ask(scored, 'taskSet', undefined);
    // what was changed of the run meanwhile goes along; another that is open by now stays
    const now = workspace.run;
    if (now?.record.id !== run.record.id || now.rows !== run.rows) return 0;
    const isStored = !isUnsaved(now.record);
    const base = edits ? undefined : this.#base(now);
    if (!base || !(await workspace.openRun(base, true))) {
      const { record, columns } = withChangesSince(run, now, scored);
      const name = record.name.replace(texts.suffix, '') + (edits ? texts.suffix : '');
      const isRewritten = run.original !== null || run.table !== undefined;
      const references = edits && { ...edits, from: known?.from ?? run.record.id };
      const next = {
        ...scored,
        ...digest,
        columns,
        record: {
          ...record,
          name,
          references,
          ...(isRewritten && AS_LINES),
          fingerprint,
          taskSet,
          createdAtMs: Date.now(),
          ...keepDigest(digest, columns.rowCount),
          sourceBytes: rows.size,
          mentionsPatterns: undefined,
        },
      };
      workspace.runs.isBeingStored = isStored;
      try {
        await workspace.openUnsaved(next, true);
        if (isStored) await workspace.keep();
      } finally {
        workspace.runs.isBeingStored = false;
      }
    }
    // one run at a time holds what is accepted step by step
    const next = workspace.run?.record.id;
    if (isStored && known && next !== undefined && !workspace.isUnsaved)
      await library.forget(run.record.id, next);
    return changedCount;
  }

  /** The run before the last edit; undefined when it is deleted or has changed. */
  #base({ record }: OpenRun): string | undefined {
    const base = this.#app.library.find(record.references?.from ?? '');
    const isSame =
      base?.state === 'complete' &&
      JSON.stringify([base.settings, annotationsOf(base)]) ===
        JSON.stringify([record.settings, annotationsOf(record)]);
    return isSame ? base.id : undefined;
  }
}

/** Says how many references are changed, e.g. `3 references changed`. */
export function describeChanges({ record }: OpenRun): string {
  return texts.changed(countEdited(record.references));
}

/** What accepts into the references of an app's rows. */
export const referenceEditorOf = perApp((app) => new ReferenceEditor(app));

/** A change of references, and how the rows it concerns are scored again. */
interface RescoreJob {
  readonly change: EditChange;
  /** The edits so far; undefined for none. */
  readonly known: EditedReferences | undefined;
  readonly settings: MetricSettings;
  readonly isTrusted: IsTrusted;
}

/** A run with other references. */
interface EditedRun {
  readonly rows: Blob;
  readonly columns: ScoredColumns;
  readonly fingerprint: string;
  readonly edits: EditedReferences | undefined;
  /** How many rows were rewritten. */
  readonly changedCount: number;
}

/**
 * Accepts calls into the references of a run’s rows, or undoes that, and scores these rows again.
 * @param run the run; it is left as it is
 * @returns the run then; undefined where there is nothing to accept or to undo
 * @throws SourceLost; WorkerLost when workers keep failing
 */
async function editReferences(
  pool: WorkerPool,
  reader: RunReader,
  run: ReadableRun,
  { change, known, settings, isTrusted }: RescoreJob,
): Promise<EditedRun | undefined> {
  const { rows, table, roles } = run;
  const { matching } = run.settings;
  const { offsets, lengths } = run.columns;
  const places = { offsets, lengths };
  const job = { rows, table, places, roles, matching, known, change };
  const edited = await pool.ask('editReferences', job);
  if (!edited) return undefined;
  const scored = await scoreLines(pool, run, edited, settings, isTrusted);
  const { changed, referenceCallsBefore, hash } = edited;
  const columns = await reader.ask(run, 'replaceRows', {
    fresh: { rows: changed, ...edited.places, scored, referenceCallsBefore },
    dropped: judgedByReference(settings, run),
    outcome: OUTCOMES.indexOf('not_judged'),
  });
  return {
    rows: edited.rows,
    columns,
    fingerprint: fingerprintOf([hash], edited.rows.size),
    edits: edited.edits,
    changedCount: changed.length,
  };
}

async function scoreLines(
  pool: WorkerPool,
  { roles }: ReadableRun,
  { lines, changed }: EditedRows,
  settings: MetricSettings,
  isTrusted: IsTrusted,
): Promise<ScoredColumns> {
  if (changed.length === 0) return NO_ROWS;
  const parts: ScoredColumns[] = [];
  const { signal } = new AbortController();
  const result = await scoreDataset(pool, {
    mode: 'rows',
    blob: lines,
    settings,
    roles,
    isTrusted,
    signal,
    onPart: (columns) => parts.push(columns),
  });
  const columns = joinColumns(parts);
  if (result.kind !== 'scored' || columns.rowCount !== changed.length)
    throw new RangeError('the rewritten rows cannot be read');
  return columns;
}

/** A model's verdict on a row is void when the model was shown the old reference. */
function judgedByReference(
  { judges = [] }: MetricSettings,
  { roles }: ReadableRun,
): ReadonlySet<string> {
  const columns = [roles.reference_trajectory, roles.reference_trajectories];
  const seen = judges.filter((metric) =>
    variablesOf(metric).some((name) => columns.includes(columnOfVariable(metric, name, roles))),
  );
  return new Set(seen.map((metric) => judgeColumn(metric).id));
}
