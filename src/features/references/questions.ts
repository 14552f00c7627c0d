import { listAt } from '#core/base/lists/lists.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { hashBytes } from '#core/base/json/equal-json.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { previewJson, printJson } from '#core/base/json/parse-json.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { EXACT_RULES, type MatchingRules } from '#core/match/rules.ts';
import { parseSignature, signatureOfCall, signatureOfDifference } from '#core/match/signature.ts';
import type { Slot } from '#core/match/align.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import { rowsWithLabel } from '#core/score/columns/scored-columns.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { findMetric, listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import {
  formsFor,
  writeForm,
  type FormChoice,
  type FormKind,
} from '#core/explain/reference-edits/accepted-form.ts';
import { applyEdits, editOf, type RowResult } from './apply-edit.ts';
import {
  rowsOfEdit,
  type Acceptance,
  type EditedReferences,
  type ReferenceEdit,
} from '#core/explain/reference-edits/reference-edit.ts';
import { placesOf, readTexts, recordOf, type RowFile, type RowPlaces } from '#workers/read-rows.ts';
import { onOneLine, writeLines } from '#workers/write-rows.ts';

/** What is to be done: something more is accepted, or the edit of a number undone. */
export type EditChange = { readonly accept: Acceptance } | { readonly undo: number };

/** A change of the references of a run. */
export interface EditJob extends RowFile {
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
  /** The new source, and where all rows are in it. */
  readonly rows: Blob;
  readonly places: RowPlaces;
  /** The rewritten rows, by number, ascending, and their texts, one per line. */
  readonly changed: Uint32Array;
  readonly lines: Blob;
  /** Hash of these texts. */
  readonly hash: number;
  /** Calls expected in these rows before. */
  readonly referenceCallsBefore: number;
  /** The edits that are left, if any. */
  readonly edits: EditedReferences | undefined;
}

/**
 * Accepts calls into the references of rows, or undoes that.
 * @returns the rows then; undefined where there is nothing to accept or to undo
 */
export async function editReferences(job: EditJob): Promise<EditedRows | undefined> {
  const { known, change } = job;
  const reading: RowResult = { roles: job.roles, matcher: createMatcher(job.matching) };
  const edits = known?.edits ?? [];
  const meant = 'accept' in change ? change.accept : edits.find(({ id }) => id === change.undo);
  if (!meant) return undefined;
  const concerned = rowsOfEdit(meant);
  const now = await textsOf(job, job.places, concerned);
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
  // of a table, all rows become lines of JSON: a record of it may have no cell for what is new
  const { rows: source, places } = job.table ? await writeLines(job) : job;
  // rows without the difference meant are not part of the edit
  const kept = wished.map((edit) =>
    edit === added && edit.kind === 'values'
      ? { ...edit, rows: Uint32Array.from(written.keys()) }
      : edit,
  );
  const rows = Uint32Array.from(editsByRow(kept).keys()).sort();
  const lines = [...written.values()].map((text) => `${text}\n`);
  return {
    ...(await putIn(source, places, written)),
    changed: Uint32Array.from(written.keys()),
    lines: new Blob(lines),
    hash: hashBytes(new TextEncoder().encode(lines.join(''))),
    referenceCallsBefore: countCalls(
      [...written.keys()].map((row) => now.get(row) ?? ''),
      job,
    ),
    edits:
      kept.length === 0
        ? undefined
        : {
            edits: kept,
            rows,
            before: new Blob(Array.from(rows, (row) => `${onOneLine(before.get(row) ?? '')}\n`)),
          },
  };
}

async function textsOf(
  rows: RowFile,
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
    for (const row of rowsOfEdit(edit)) listAt(byRow, row).push(edit);
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

/** Where a person points: an argument that differs, or a call that does. */
export interface AcceptPlace {
  readonly row: number;
  readonly slot: number;
  /** JSON Pointer of the argument; undefined for a call. */
  readonly path: string | undefined;
}

/** What may be accepted there, for this row alone, all rows of its cause, or all rows. */
export interface AcceptChoices {
  readonly choices: readonly AcceptChoice[];
  /** How many rows the cause has. */
  readonly causeRows: number;
}

/** One thing that may be accepted, and how many rows pass by it that do not now. */
export interface AcceptChoice {
  readonly kind: FormKind | 'use' | 'remove' | 'place' | 'any_order';
  /** What is written, as bounded text; empty where the name says it all. */
  readonly text: string;
  /** Why it cannot be chosen. */
  readonly why?: Extract<FormChoice, { readonly why: unknown }>['why'];
  /** By scope; a scope that it has not is left out. */
  readonly scopes: {
    readonly [S in AcceptScope]?: {
      readonly acceptance: Acceptance;
      /** undefined where the scope has too many rows to try them all. */
      readonly passes: number | undefined;
    };
  };
}

/** How far something is accepted. */
export type AcceptScope = 'row' | 'cause' | 'all';

/** So many rows are tried for every choice. */
const MAX_TRIED = 2000;
/** Rewriting more rows than that would hold them all in memory. */
const MAX_REWRITTEN = 50_000;
const EXACT = 'trajectory_exact_match';
const TEXT_LIMIT = 160;

/**
 * Lists what may be accepted at a place of a row, and tries each choice on the rows it concerns.
 * @returns the choices; undefined where nothing differs there
 */
export async function acceptChoices(
  [run]: HeldRuns,
  place: AcceptPlace,
): Promise<AcceptChoices | undefined> {
  const { roles, settings } = run.source;
  const matching = { ...(settings.matching ?? EXACT_RULES), patterns: true as const };
  const reading: RowResult = { roles, matcher: createMatcher(matching) };
  const { row, slot: at, path } = place;
  const [found] = await run.alignRows([row]);
  const slot = found?.aligned.slots[at];
  if (!slot || slot.kind === 'equal') return undefined;
  const tryOn = new PassCounter(run, reading, { ...settings, matching });
  if (path === undefined) return callChoices(run, row, at, found.aligned, tryOn);
  if (slot.kind !== 'changed') return undefined;
  const { reference, prediction, matcher } = found.aligned;
  const expected = reference[slot.reference];
  const difference = matcher
    .diff(expected, prediction[slot.prediction], MAX_DIFFERENCES)
    .find((one) => one.path === path);
  if (!expected || !difference) return undefined;
  const tool = expected.tool_name;
  const signature = signatureOfDifference(tool, difference);
  const cause = rowsWithLabel(run.columns.signatures, signature);
  const general = parseSignature(signature).path;
  const { rowCount } = run.columns;
  const all = rowCount <= MAX_REWRITTEN ? allRows(rowCount) : undefined;
  const used = { kind: 'argument', row, slot: at, path } as const;
  const choices: AcceptChoice[] = [
    {
      kind: 'use',
      text: '',
      scopes: {
        row: await tryOn.scope(used),
        cause: await tryOn.scope({ kind: 'signature', signature, rows: cause }),
      },
    },
  ];
  for (const choice of formsFor(difference.reference, difference.prediction)) {
    if ('why' in choice) {
      choices.push({ kind: choice.kind, text: '', why: choice.why, scopes: {} });
      continue;
    }
    const { kind, form } = choice;
    const values = { kind: 'values', tool, path: general, form } as const;
    const ofRow = { kind: 'value', row, slot: at, path, form } as const;
    const written = writeForm(difference.reference, form);
    choices.push({
      kind,
      text: kind === 'anything' ? '' : previewJson(written, TEXT_LIMIT),
      scopes: {
        row: await tryOn.scope(ofRow),
        cause: await tryOn.scope({ ...values, rows: cause, signature }),
        ...(all ? { all: await tryOn.scope({ ...values, rows: all }) } : {}),
      },
    });
  }
  return { choices, causeRows: cause.length };
}

const MAX_DIFFERENCES = 100;

/** Names a call that differs as a whole; undefined for one that has an equal, or other arguments. */
function signatureOfSlot(slot: Slot, { reference, prediction }: AlignedRow): string | undefined {
  if (slot.kind === 'equal' || slot.kind === 'changed') return undefined;
  const call = slot.kind === 'extra' ? prediction[slot.prediction] : reference[slot.reference];
  return signatureOfCall(slot.kind, call?.tool_name ?? '');
}

async function callChoices(
  { columns }: HeldRuns[0],
  row: number,
  slot: number,
  aligned: AlignedRow,
  tryOn: PassCounter,
): Promise<AcceptChoices> {
  const { kind } = aligned.slots[slot] as Slot;
  const signature = signatureOfSlot(aligned.slots[slot] as Slot, aligned);
  const rows = signature === undefined ? undefined : rowsWithLabel(columns.signatures, signature);
  const place = { kind: 'order', row, slot } as const;
  const choices: AcceptChoice[] = [
    {
      kind: kind === 'missing' ? 'remove' : 'use',
      text: '',
      scopes: {
        row: await tryOn.scope({ kind: 'call', row, slot }),
        ...(signature !== undefined &&
          rows && { cause: await tryOn.scope({ kind: 'signature', signature, rows }) }),
      },
    },
  ];
  if (kind === 'moved') {
    const anyOrder = await tryOn.scope({ ...place, slot: null });
    choices.push(
      { kind: 'place', text: '', scopes: { row: await tryOn.scope(place) } },
      { kind: 'any_order', text: '', scopes: { row: anyOrder } },
    );
  }
  return { choices, causeRows: rows?.length ?? 1 };
}

/** Counts the rows that something accepted lets pass. */
class PassCounter {
  readonly #run: HeldRuns[0];
  readonly #reading: RowResult;
  readonly #settings: MetricSettings;
  readonly #records = new Map<number, JsonObject>();

  constructor(run: HeldRuns[0], reading: RowResult, settings: MetricSettings) {
    this.#run = run;
    this.#reading = reading;
    this.#settings = settings;
  }

  /** What is accepted, with its count. */
  async scope(acceptance: Acceptance) {
    return { acceptance, passes: await this.#count(acceptance) };
  }

  async #count(acceptance: Acceptance): Promise<number | undefined> {
    const rows = rowsOfEdit(acceptance);
    if (rows.length > MAX_TRIED) return undefined;
    const unread = [...rows].filter((row) => !this.#records.has(row));
    await this.#run.readRows(unread, (record, index) => {
      this.#records.set(unread[index] as number, record);
    });
    let count = 0;
    for (const row of rows) {
      const record = this.#records.get(row) as JsonObject;
      const edit = editOf(acceptance, 1, { record, keys: new Map() }, this.#reading);
      const changed = edit && applyEdits(record, [edit], this.#reading).record;
      if (changed && changed !== record && this.#passes(changed) && !this.#passes(record)) count++;
    }
    return count;
  }

  #passes(record: JsonObject): boolean {
    const { row } = readRow(record, this.#reading.roles, 0, this.#reading.matcher);
    const columns = listColumns({ ...this.#settings, metrics: [EXACT] });
    const column = columns.find(({ metricId }) => metricId === EXACT);
    return column !== undefined && findMetric(EXACT)?.score?.(row, this.#settings, column) === 1;
  }
}
