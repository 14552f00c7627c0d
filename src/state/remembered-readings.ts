import type { RememberedReading } from '#bridge/score-dataset.ts';
import { withoutChoice, type ReadingChoices } from '#core/dataset/reading-choices.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { isReading, isRoles } from '#storage/read-reading.ts';
import { isShape, isText } from '#storage/shape.ts';

const KEY = 'trajectory-playground:readings';
/** Headers beyond this many are forgotten, the oldest first. */
const MOST_KEPT = 50;

interface Entry extends RememberedReading {
  readonly header: string;
}

const isEntry = isShape<Entry>({ header: isText, roles: isRoles, reading: isReading });

/**
 * Finds what was chosen for the last file with a header.
 * @returns the choices; undefined when there were none
 */
export function recallReading(header: string): RememberedReading | undefined {
  return readEntries().find((entry) => entry.header === header);
}

/** Keeps on this device what was chosen for files with a header, but for what one file alone has. */
export function rememberReading(header: string, roles: ColumnRoles, choices: ReadingChoices): void {
  if (header === '') return;
  const reading = withoutChoice(choices, 'joined');
  const others = readEntries().filter((entry) => entry.header !== header);
  const isUsual = Object.keys({ ...roles, ...reading }).length === 0;
  const entries = isUsual ? others : [{ header, roles, reading }, ...others].slice(0, MOST_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // without storage every file is read as usual
  }
}

function readEntries(): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}
