import { isJsonList } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { LabelGatherer, labelsOf, type LabelColumn, type ScoredColumns } from './scored-columns.ts';

/** A note of a custom metric on a row, besides its score. */
export interface RowNote {
  readonly columnId: string;
  /** The key that the function returned; empty for an error. */
  readonly key: string;
  readonly text: string;
}

type Noted = Pick<ScoredColumns, 'notes'>;

/** Lists the notes of a row, from 0. */
export function notesOf(columns: Noted, row: number): RowNote[] {
  const { notes } = columns;
  return notes ? labelsOf(notes, row).map(readNote) : [];
}

/** Lists the further keys that a metric’s function returned; an empty key marks errors. */
export function noteKeys(columns: Noted, columnId: string): string[] {
  const keys = (columns.notes?.names ?? [])
    .map(readNote)
    .filter((note) => note.columnId === columnId)
    .map(({ key }) => key);
  return [...new Set(keys)];
}

/** Encodes notes as labels for storage. */
export function gatherNotes(rows: Iterable<readonly RowNote[]>): LabelColumn {
  const gatherer = new LabelGatherer();
  for (const notes of rows) gatherer.add(notes.map(printNote));
  return gatherer.finish();
}

/** Merges the notes of kept and of new scores. */
export function mergeNotes(
  known: ScoredColumns,
  keptIds: readonly string[],
  fresh: Noted,
): ScoredColumns {
  const { notes: old, ...rows } = known;
  const kept = new Set(keptIds);
  const isKept = (note: RowNote): boolean => kept.has(note.columnId);
  if (!old?.names.map(readNote).some(isKept)) {
    return fresh.notes ? { ...rows, notes: fresh.notes } : rows;
  }
  const both = Array.from({ length: known.rowCount }, (_, row) => [
    ...notesOf(known, row).filter(isKept),
    ...notesOf(fresh, row),
  ]);
  return { ...rows, notes: gatherNotes(both) };
}

/** The stored form of a note, rewritten. */
export function rewriteNote(label: string, rewrite: (note: RowNote) => RowNote): string {
  return printNote(rewrite(readNote(label)));
}

function printNote({ columnId, key, text }: RowNote): string {
  return JSON.stringify([columnId, key, text]);
}

/** A stored label that is no note reads as an empty one. */
function readNote(label: string): RowNote {
  const reading = readJson(label);
  const parts = reading.ok && isJsonList(reading.value) ? reading.value : [];
  const [columnId, key, text] = parts.map((part) => (typeof part === 'string' ? part : ''));
  return { columnId: columnId ?? '', key: key ?? '', text: text ?? '' };
}
