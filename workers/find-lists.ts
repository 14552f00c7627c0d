import { findCandidates, type Candidate } from '#core/adapters/candidates.ts';
import { headValues } from '#core/formats/frameworks/frameworks.ts';
import { recogniseFormat } from '#core/formats/registry.ts';
import { uncoverFile } from './uncover-file.ts';
import { unpackFile } from './unpack-file.ts';

/** Lists of calls stand near the beginning too; the choice holds for the whole file. */
const LOOKED_AT_BYTES = 4 * 1024 * 1024;

/**
 * Finds the lists in a file of any shape that may be trajectories.
 * @param file the file, packed or not
 * @param name its name, or an empty text
 * @returns the places of lists in the first 4 MB, most calls first; none in Parquet or no JSON
 */
export async function findLists(file: Blob, name: string): Promise<readonly Candidate[]> {
  const unpacked = await unpackFile(file);
  if (unpacked.kind !== 'text') return [];
  const { blob } = unpacked;
  const text = await blob.slice(0, LOOKED_AT_BYTES).text();
  const head = { text, isWhole: blob.size <= LOOKED_AT_BYTES, name };
  const uncovered = await uncoverFile(blob, head, recogniseFormat(head));
  return findCandidates(headValues(uncovered ? { ...head, text: uncovered.text } : head));
}
