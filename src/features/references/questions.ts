import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { hashBytes } from '#core/base/json/hash-json.ts';
import { diffJson } from '#core/base/json/json-patch.ts';
import { ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { applyEdits, editOf, type RowResult } from '#core/explain/reference-edits/apply-edit.ts';
import {
  rowsOfEdit,
  type Acceptance,
  type EditedReferences,
  type ReferenceEdit,
} from '#core/explain/reference-edits/reference-edit.ts';
import { placesOf, readTexts, recordOf, type RowPlaces } from '#workers/read-rows.ts';
import { onOneLine } from '#workers/write-rows.ts';

/** What is to be done: something more is accepted, or the edit of a number undone. */
export type EditChange = { readonly accept: Acceptance } | { readonly undo: number };

/** A change of the references of a run. */
export interface EditJob {
  readonly rows: Blob;
  /** Where all rows stand. */
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
  readonly matching: MatchingRules | undefined;
  /** The edits so far; undefined for none. */
  readonly known: EditedReferences | undefined;
  readonly change: EditChange;
}

/** The rows after a change of references. */
export interface EditedRows {
  /** The new source, and where all rows stand in it. */
  readonly rows: Blob;
  readonly places: RowPlaces;
  /** The rows that were written anew, by number, ascending, and their texts, one per line. */
  readonly changed: Uint32Array;
  readonly lines: Blob;
  /** Hash of these texts. */
  readonly hash: number;
  /** Calls expected in these rows before. */
  readonly referenceCallsBefore: number;
  /** All edits then; undefined when none is left. */
  readonly edits: EditedReferences | undefined;
}

/**
 * Accepts calls into the references of rows, or undoes that.
 * @param job what is to be done
 * @returns the rows then; undefined where there is nothing to accept or to undo
 */
export async function editReferences(job: EditJob): Promise<EditedRows | undefined> {
  const { known, change, places } = job;
  const reading: RowResult = { roles: job.roles, matcher: createMatcher(job.matching) };
  const edits = known?.edits ?? [];
  const meant = 'accept' in change ? change.accept : edits.find(({ id }) => id === change.undo);
  if (!meant) return undefined;
  const concerned = rowsOfEdit(meant);
  const now = await textsOf(job.rows, places, concerned);
  const before = await readBefore(known);
  for (const [row, text] of now) if (!before.has(row)) before.set(row, text);
  const added = 'accept' in change ? makeEdit(change.accept, edits, before, reading) : undefined;
  const wished = [...edits.filter((edit) => edit !== meant), ...(added ? [added] : [])];
  const ofRow = editsByRow(wished);
  const written = new Map<number, string>();
  for (const row of concerned) {
    const text = before.get(row) ?? '';
    const record = recordOf(text);
    const edited = applyEdits(record, ofRow.get(row) ?? [], reading).record;
    const wanted = edited === record ? text : printJson(edited);
    if (wanted !== now.get(row)) written.set(row, wanted);
  }
  if (written.size === 0 && 'accept' in change) return undefined;
  const rows = Uint32Array.from(ofRow.keys()).sort();
  const lines = [...written.values()].map((text) => `${text}\n`);
  return {
    ...(await putIn(job.rows, places, written)),
    changed: Uint32Array.from(written.keys()),
    lines: new Blob(lines),
    hash: hashBytes(new TextEncoder().encode(lines.join(''))),
    referenceCallsBefore: countCalls(
      [...written.keys()].map((row) => now.get(row) ?? ''),
      job,
    ),
    edits:
      wished.length === 0
        ? undefined
        : {
            edits: wished,
            rows,
            before: new Blob(Array.from(rows, (row) => `${onOneLine(before.get(row) ?? '')}\n`)),
          },
  };
}

async function textsOf(
  rows: Blob,
  places: RowPlaces,
  wanted: Uint32Array,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  await readTexts(rows, placesOf(places, wanted), (text, index) =>
    texts.set(wanted[index] as number, text),
  );
  return texts;
}

/** The rows that were edited, as they were. */
async function readBefore(known: EditedReferences | undefined): Promise<Map<number, string>> {
  const lines = known ? (await known.before.text()).split('\n') : [];
  return new Map(Array.from(known?.rows ?? [], (row, index) => [row, lines[index] ?? '']));
}

function makeEdit(
  acceptance: Acceptance,
  edits: readonly ReferenceEdit[],
  before: ReadonlyMap<number, string>,
  reading: RowResult,
): ReferenceEdit | undefined {
  const id = edits.reduce((most, edit) => Math.max(most, edit.id), 0) + 1;
  const [row = 0] = rowsOfEdit(acceptance);
  const ofRow = editsByRow(edits).get(row) ?? [];
  const edited = applyEdits(recordOf(before.get(row) ?? ''), ofRow, reading);
  return editOf(acceptance, id, edited, reading);
}

function editsByRow(edits: readonly ReferenceEdit[]): Map<number, ReferenceEdit[]> {
  const byRow = new Map<number, ReferenceEdit[]>();
  for (const edit of edits) {
    for (const row of rowsOfEdit(edit)) {
      const known = byRow.get(row);
      if (known) known.push(edit);
      else byRow.set(row, [edit]);
    }
  }
  return byRow;
}

/** Rows that stand close together in the source, rows to be replaced at both ends. */
interface Stretch {
  readonly from: number;
  to: number;
  readonly rows: number[];
}

/** Closer rows are written with what lies between them: a Blob of thousands of parts is slow. */
const GAP_BYTES = 1024 * 1024;
const STRETCH_BYTES = 16 * 1024 * 1024;

function stretchesOf({ offsets, lengths }: RowPlaces, rows: Iterable<number>): Stretch[] {
  const stretches: Stretch[] = [];
  const bySource = [...rows].sort((a, b) => (offsets[a] as number) - (offsets[b] as number));
  for (const row of bySource) {
    const from = offsets[row] as number;
    const to = from + (lengths[row] as number);
    const last = stretches.at(-1);
    if (last && from - last.to <= GAP_BYTES && to - last.from <= STRETCH_BYTES) {
      last.to = to;
      last.rows.push(row);
    } else stretches.push({ from, to, rows: [row] });
  }
  return stretches;
}

/** Puts rows in the place of those that stood there; all other bytes stay as they are. */
async function putIn(
  rows: Blob,
  { offsets, lengths }: RowPlaces,
  written: ReadonlyMap<number, string>,
): Promise<Pick<EditedRows, 'rows' | 'places'>> {
  const encoder = new TextEncoder();
  const newLengths = lengths.slice();
  const parts: Blob[] = [];
  // where rows moved from, and how far all behind them moved
  const ends: number[] = [];
  const shifts: number[] = [0];
  let copied = 0;
  for (const stretch of stretchesOf({ offsets, lengths }, written.keys())) {
    const bytes = new Uint8Array(await rows.slice(stretch.from, stretch.to).arrayBuffer());
    const pieces: BlobPart[] = [];
    let at = stretch.from;
    for (const row of stretch.rows) {
      const text = encoder.encode(written.get(row));
      const offset = offsets[row] as number;
      pieces.push(bytes.subarray(at - stretch.from, offset - stretch.from), text);
      at = offset + (lengths[row] as number);
      newLengths[row] = text.length;
      ends.push(at);
      shifts.push((shifts.at(-1) ?? 0) + text.length - (lengths[row] as number));
    }
    parts.push(rows.slice(copied, stretch.from), new Blob(pieces));
    copied = stretch.to;
  }
  const newOffsets = offsets.map((offset) => offset + (shifts[countUpTo(ends, offset)] ?? 0));
  return {
    rows: new Blob([...parts, rows.slice(copied)]),
    places: { offsets: newOffsets, lengths: newLengths },
  };
}

/** How many of ascending numbers are not above a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countCalls(texts: readonly string[], { roles }: Pick<EditJob, 'roles'>): number {
  return texts.reduce((sum, text) => {
    const { reference } = readRow(recordOf(text), roles, 0).row;
    return sum + (reference.state === 'calls' ? reference.calls.length : 0);
  }, 0);
}

/** What of a run its edits have changed. */
export type PatchJob = Pick<EditJob, 'rows' | 'places' | 'roles'> & {
  readonly known: EditedReferences;
};

/**
 * Writes the edits of a run as a JSON Patch (RFC 6902) of the list of its rows.
 * @param job the rows as they are now, and their edits
 * @returns the patch; a path begins with the row’s number, from 0
 */
export async function patchReferences({ rows, places, roles, known }: PatchJob): Promise<Blob> {
  const now = await textsOf(rows, places, known.rows);
  const columns = [roles.reference_trajectory, roles.reference_trajectories].filter(
    (column) => column !== undefined,
  );
  const patch: JsonValue[] = [];
  for (const [row, text] of await readBefore(known)) {
    const [before, after] = [recordOf(text), recordOf(now.get(row) ?? '')];
    for (const column of columns) {
      const wanted = ownValue(after, column);
      if (wanted === undefined) continue;
      const name = column.replaceAll('~', '~0').replaceAll('/', '~1');
      const place = `/${String(row)}/${name}`;
      for (const operation of diffJson(ownValue(before, column), wanted, place))
        patch.push({ ...operation });
    }
  }
  return new Blob([`[\n${patch.map((one) => `  ${printJson(one)}`).join(',\n')}\n]\n`], {
    type: 'application/json-patch+json',
  });
}
