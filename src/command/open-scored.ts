import { basename } from 'node:path';
import type { Side } from '#core/read/framework/adapter.ts';
import { missingSide, sidesOf, takeSideAs } from '#core/read/dataset/missing-side.ts';
import { planJoin, readPerSession } from '#core/read/dataset/pair-sides.ts';
import { listWords } from '#core/base/text/sentence.ts';
import { whyUnpaired } from '#core/read/issues/sentences.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { readPairKeys, writeJoined, type SideRows } from '#workers/join-sides.ts';
import type { WholeRun } from '#engine/score-whole.ts';
import { openInput, type Input } from './input/open-input.ts';
import type { TemporaryFolder } from './input/temporary-folder.ts';
import { requireColumns, scoreInput, type ScoredFile } from './score-input.ts';
import type { ScoringOptions } from './scoring-options.ts';
import type { Terminal } from './subcommand.ts';
import { reportNotes } from './tables/run-table.ts';
import { CouldNotRun } from './could-not-run.ts';

/**
 * Opens and scores a file, or several as one dataset, joined with the references of another file if
 * given. Throws CouldNotRun when no row can be read.
 * @param isOfSet whether it is one of several runs, see {@link scoreInput}
 */
export async function openScored(
  paths: string | readonly string[],
  scoring: ScoringOptions,
  terminal: Terminal,
  folder: TemporaryFolder,
  isOfSet = false,
): Promise<ScoredFile> {
  const opened = await openInput(paths, terminal, folder);
  const { reference } = scoring;
  if (reference === undefined) return scoreInput(opened, scoring, terminal, isOfSet);
  const joined = await joinReference(opened, reference, scoring, terminal, folder);
  const scored = await scoreInput(joined, { ...scoring, roles: {} }, terminal);
  const { run } = scored;
  const skippedCount = run.columns.skippedCount + (joined.reading?.joined?.skipped ?? 0);
  return { ...scored, run: { ...run, columns: { ...run.columns, skippedCount } } };
}

/** A file called by its path where another one has its name. */
export function withOwnTitle(file: ScoredFile, path: string, paths: readonly string[]): ScoredFile {
  const isShared = paths.some((other) => other !== path && basename(other) === basename(path));
  return isShared ? { ...file, title: path } : file;
}

/** Opens and scores runs, see {@link openScored}; a column that is named has to be in one of them. */
export async function openRuns(
  all: readonly (string | readonly string[])[],
  scoring: ScoringOptions,
  terminal: Terminal,
  folder: TemporaryFolder,
): Promise<ScoredFile[]> {
  const files: ScoredFile[] = [];
  const named = all.filter((path) => typeof path === 'string');
  for (const path of all) {
    const file = await openScored(path, scoring, terminal, folder, all.length > 1);
    files.push(typeof path === 'string' ? withOwnTitle(file, path, named) : file);
  }
  const titles = listWords(
    files.map(({ title }) => title),
    'and',
  );
  const runs = files.map(({ run }) => run);
  if (scoring.reference === undefined) requireColumns(titles, runs, scoring.roles);
  return files;
}

/** Joins a file with one that has its missing side; throws CouldNotRun when they do not match. */
async function joinReference(
  input: Input,
  path: string,
  options: ScoringOptions,
  terminal: Terminal,
  folder: TemporaryFolder,
): Promise<Input> {
  const otherInput = await openInput(path, terminal, folder);
  const unscored = { ...options, observes: false, settings: { ...DEFAULT_SETTINGS, metrics: [] } };
  const readAll = (file: Input): Promise<ScoredFile> => scoreInput(file, unscored, terminal, true);
  const perRow = await readAll(input);
  const own = perRow.run;
  const wanted = missingSide({ columns: own.columns.columns, roles: own.roles });
  if (wanted === undefined)
    throw new CouldNotRun(
      sidesOf({ columns: own.columns.columns, roles: own.roles }).length === 0
        ? `${input.title} has no tool calls on either side.`
        : `${input.title} has expected calls of its own, so those of ${path} would be others for the same rows.`,
      `Leave --reference out. A file without expected calls is joined alone: trajectory-playground score FILE --reference ${path} --out joined.jsonl. If a column was taken for what it is not, say so with --columns.`,
    );
  const otherFile = await readAll(otherInput);
  const other = otherFile.run;
  requireColumns(`${input.title} and ${otherInput.title}`, [own, other], options.roles);
  const pair = async (ownFile: ScoredFile) => {
    const { run } = ownFile;
    const sides = sidesToJoin(run, other, wanted, otherInput.title);
    const keys = [
      await readPairKeys(sides.predictions),
      await readPairKeys(sides.references),
    ] as const;
    const skipped = run.columns.skippedCount + other.columns.skippedCount;
    const plan = planJoin(sides, keys, { skipped, added: otherInput.title });
    return { ...plan, ownFile, columns: [...keys[1].columns.keys()] };
  };
  const asGiven = { read: await pair(perRow), reading: input.reading ?? {} };
  const { read, reading } =
    wanted === 'reference'
      ? await readPerSession(asGiven.read, asGiven.reading, async (perSession) =>
          pair(await readAll({ ...input, reading: perSession })),
        )
      : asGiven;
  const { ownFile, sides, joined, ofSession, columns } = read;
  for (const file of [ownFile, otherFile]) await reportNotes(file, terminal);
  if (!sides)
    throw new CouldNotRun(
      `No row of ${input.title} is paired with ${otherInput.title}.`,
      whyUnpaired(columns, ofSession),
    );
  return { ...input, blob: await writeJoined(sides), name: '', reading: { ...reading, joined } };
}

function sidesToJoin(own: WholeRun, other: WholeRun, wanted: Side, added: string) {
  const about = { columns: other.columns.columns, roles: other.roles };
  const sides = sidesOf(about);
  if (sides.length === 0) {
    const names = about.columns.map(({ name }) => name).join(', ');
    throw new CouldNotRun(`${added} has no tool calls. Its columns are ${names}.`);
  }
  const roles = sides.includes(wanted) ? other.roles : takeSideAs(about, wanted);
  const ownRows: SideRows = { ...own, places: own.columns };
  const otherRows: SideRows = { ...other, places: other.columns, roles };
  const [predictions, references] =
    wanted === 'reference' ? [ownRows, otherRows] : [otherRows, ownRows];
  return { predictions, references };
}
