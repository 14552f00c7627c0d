import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import type { RememberedReading } from '#engine/score-dataset.ts';
import { withoutChoice } from '#core/read/choices/reading-choices.ts';
import { ReadingChoices } from '#core/read/choices/reading-shape.ts';
import { ColumnRoles } from '#core/read/names/column-roles.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

const KEY = 'readings';
/** Headers beyond this many are forgotten, the oldest first. */
const MAX_KEPT = 50;

const Entry = v.object({ header: v.string(), roles: ColumnRoles, reading: ReadingChoices });
type Entry = Shape<typeof Entry>;

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
  const entries = isUsual ? others : [{ header, roles, reading }, ...others].slice(0, MAX_KEPT);
  saveValue(KEY, entries);
}

function readEntries(): readonly Entry[] {
  const stored = loadValue(KEY);
  return Array.isArray(stored) ? stored.filter((entry) => v.is(Entry, entry)) : [];
}
