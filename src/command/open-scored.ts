import type { RowKeeper } from '#engine/part-gatherer.ts';
import { openInput } from './input/open-input.ts';
import type { TemporaryFolder } from './input/temporary-folder.ts';
import { joinReference } from './join-reference.ts';
import { scoreInput, type ScoredFile } from './score-input.ts';
import type { ScoringOptions } from './scoring-options.ts';
import type { Terminal } from './terminal.ts';

/**
 * Opens and scores a file, joined with the references of another one where that is asked for.
 * @param path of the file, or `-`
 * @param folder where is kept what is too much for memory
 * @param rowKeeper where rows go that are not read from the file itself
 * @throws CouldNotRun when no row of it can be read
 */
export async function openScored(
  path: string,
  scoring: ScoringOptions,
  terminal: Terminal,
  folder: TemporaryFolder,
  rowKeeper: RowKeeper,
): Promise<ScoredFile> {
  const opened = await openInput(path, terminal, folder);
  const { reference } = scoring;
  if (reference === undefined) return scoreInput(opened, scoring, terminal, rowKeeper);
  const joined = await joinReference(opened, reference, scoring, terminal, folder);
  return scoreInput(joined, { ...scoring, roles: {} }, terminal, rowKeeper);
}
