import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { PartOfDataset } from './questions.ts';

/** A file with a part of a dataset. */
interface PartFile extends PartOfDataset {
  readonly file: File;
}

/**
 * Joins files with the parts of one dataset, such as questions, accepted answers and what a model
 * answered: each run is one file with all the tasks.
 * @param files in the order in which they were opened
 * @returns a file for each run; the files as they are where one of them is no such part, or none has
 *   the answers of a run
 */
export async function joinParts(
  files: readonly File[],
  pool: WorkerPool,
): Promise<readonly File[]> {
  if (files.length < 2) return files;
  const parts: PartFile[] = [];
  for (const file of files) {
    const part = await pool.ask('partOfDataset', file);
    if (!part) return files;
    parts.push({ ...part, file });
  }
  const tasks = parts.filter(({ part }) => part === 'task').map(({ file }) => file);
  if (tasks.length === 0) return files;
  const runs: PartFile[][] = [];
  for (const answers of parts.filter(({ part }) => part === 'answers')) {
    const run = runs.find((others) => others.every(({ firstId }) => firstId !== answers.firstId));
    if (run) run.push(answers);
    else runs.push([answers]);
  }
  return (runs.length > 0 ? runs.map((run) => run.map(({ file }) => file)) : [[]]).map((own) =>
    joinFiles([...tasks, ...own], own[0] ?? (tasks[0] as File)),
  );
}

function joinFiles(files: readonly File[], named: File): File {
  const lines = files.flatMap((file): BlobPart[] => [file, '\n']);
  return new File(lines, named.name, { lastModified: named.lastModified });
}
