import { transfer } from 'comlink';
import { fingerprintOf, hashText, hashTextWide } from '#core/base/json/equal-json.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { digestRun, type RunDigest } from '#core/explain/summary/digest.ts';
import { textOfCell, RecordCells } from '#core/read/dataset/row-cells.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { buffersOf, sliceColumns } from '#core/score/columns/pack-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { redactColumns, redactSettings } from '#core/share/redaction/redact-scores.ts';
import type {
  FoundValue,
  RedactionChoices,
  RedactionNote,
} from '#core/share/redaction/redaction.ts';
import { Redactor } from '#core/share/redaction/redactor.ts';
import type { HeldRun, HeldRuns } from './held-run.ts';
import { LineBuffer } from './line-buffer.ts';
import { readRecords, type OnProgress } from './read-rows.ts';

/** Texts about a run that are shared with it, such as its name: redacted like its rows. */
export type AboutRun = Readonly<Record<string, string>>;

/** What is taken out of runs. */
export interface Redacting {
  readonly choices: RedactionChoices;
  /** For each run. */
  readonly about: readonly AboutRun[];
}

/** A run without what was to be taken out. */
export interface RedactedRun {
  /** Lines of JSON. */
  readonly rows: Blob;
  readonly columns: ScoredColumns;
  readonly roles: ColumnRoles;
  readonly settings: MetricSettings;
  readonly digest: RunDigest;
  readonly fingerprint: string;
  readonly about: AboutRun;
}

/** Runs without what was to be taken out, and what that was. */
export interface RedactedRuns {
  readonly runs: readonly RedactedRun[];
  readonly note: RedactionNote;
  /** The first values that were found. */
  readonly found: readonly FoundValue[];
  readonly foundCount: number;
}

const MAX_LISTED = 500;

/**
 * Takes values out of runs that are to be shared, the same in all of them.
 * @returns the runs without them: scores are as they were, rows have new places and keys
 */
export async function redactRuns(
  held: HeldRuns,
  { choices, about }: Redacting,
  onProgress?: OnProgress,
): Promise<RedactedRuns> {
  const redactor = new Redactor(choices);
  const runs = await redactor.run(async (round) => {
    const redacted: RedactedRun[] = [];
    for (const [index, run] of held.entries()) {
      // in most cases the second time is the last
      const tell =
        onProgress &&
        ((share: number): Promise<void> =>
          onProgress((Math.min(round, 1) + (index + share) / held.length) / 2));
      redacted.push(await redactRun(run, redactor, choices, about[index] ?? {}, tell));
    }
    return redacted;
  });
  const { note, found } = redactor;
  const answer = { runs, note, found: found.slice(0, MAX_LISTED), foundCount: found.length };
  return transfer(
    answer,
    runs.flatMap(({ columns }) => buffersOf(columns)),
  );
}

async function redactRun(
  run: HeldRun,
  redactor: Redactor,
  choices: RedactionChoices,
  about: AboutRun,
  onProgress: OnProgress | undefined,
): Promise<RedactedRun> {
  const removed = new Set(
    choices.columns.flatMap(({ name, treatment }) => (treatment === 'remove' ? [name] : [])),
  );
  const { source } = run;
  const roles = withoutColumns(source.roles, removed);
  // what is transferred is not kept
  const before = run.columns;
  const copy = sliceColumns(before, 0, before.rowCount);
  const { offsets, lengths, idKeys, contentKeys } = copy;
  const lines = new LineBuffer();
  let hash = 0;
  const take = (record: JsonObject, row: number): void => {
    const redacted = redactor.row(record, row);
    const text = printJson(redacted);
    const place = lines.add(text);
    offsets[row] = place.offset;
    lengths[row] = place.length;
    hash = (Math.imul(hash, 31) + hashText(text)) >>> 0;
    if (redacted === record) return;
    const cells = new RecordCells(redacted);
    const id = textOfCell(cells, roles, 'id');
    idKeys[row] = id === undefined ? Number.NaN : hashTextWide(id);
    const isKeyed = id === undefined || !Number.isNaN(contentKeys[row]);
    const content = isKeyed && contentKeyOf(cells, readRow(redacted, roles, 0).row, roles);
    contentKeys[row] = content === false ? Number.NaN : content;
  };
  await readRecords(source, before, take, onProgress);
  const rows = lines.take();
  const columns = redactColumns(copy, redactor, removed);
  const entries = Object.entries(about).map(([key, text]) => [key, redactor.plain(text)] as const);
  return {
    rows,
    columns,
    roles,
    settings: redactSettings(source.settings, redactor),
    digest: digestRun(columns),
    fingerprint: fingerprintOf([hash], rows.size),
    about: Object.fromEntries(entries),
  };
}

function withoutColumns(roles: ColumnRoles, removed: ReadonlySet<string>): ColumnRoles {
  return Object.fromEntries(Object.entries(roles).filter(([, column]) => !removed.has(column)));
}
