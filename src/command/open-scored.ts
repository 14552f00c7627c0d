import type { RowKeeper } from '#engine/part-gatherer.ts';
import type { Side } from '#core/read/framework/adapter.ts';
import { missingSide, sidesOf, takeSideAs } from '#core/read/dataset/missing-side.ts';
import { joinFacts, joinOrder, pairEachWay, proposeWay } from '#core/read/dataset/pair-sides.ts';
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
 */
export async function openScored(
  paths: string | readonly string[],
  scoring: ScoringOptions,
  terminal: Terminal,
  folder: TemporaryFolder,
  rowKeeper: RowKeeper,
): Promise<ScoredFile> {
  const opened = await openInput(paths, terminal, folder);
  const { reference } = scoring;
  if (reference === undefined) return scoreInput(opened, scoring, terminal, rowKeeper);
  const joined = await joinReference(opened, reference, scoring, terminal, folder);
  const scored = await scoreInput(joined, { ...scoring, roles: {} }, terminal, rowKeeper);
  const { run } = scored;
  const skippedCount = run.columns.skippedCount + (joined.reading?.joined?.skipped ?? 0);
  return { ...scored, run: { ...run, columns: { ...run.columns, skippedCount } } };
}

/** Joins a file with one that has its missing side; throws CouldNotRun when they do not match. */
async function joinReference(
  input: Input,
  path: string,
  options: ScoringOptions,
  terminal: Terminal,
  folder: TemporaryFolder,
): Promise<Input> {
  const unscored = { ...options, settings: { ...DEFAULT_SETTINGS, metrics: [] } };
  const readAll = async (file: Input): Promise<WholeRun> => {
    const scored = await scoreInput(file, unscored, terminal, folder.keepRows(), true);
    reportNotes(scored, terminal);
    return scored.run;
  };
  const own = await readAll(input);
  const wanted = missingSide({ columns: own.columns.columns, roles: own.roles });
  if (wanted === undefined)
    throw new CouldNotRun(
      sidesOf({ columns: own.columns.columns, roles: own.roles }).length === 0
        ? `${input.title} has no tool calls on either side.`
        : `${input.title} has calls and expected calls: there is nothing to join.`,
      'Leave --reference out, or say which column is what with --columns.',
    );
  const otherInput = await openInput(path, terminal, folder);
  const other = await readAll(otherInput);
  requireColumns(
    `${input.title} and ${otherInput.title}`,
    [...own.columns.columns, ...other.columns.columns],
    options.roles,
  );
  const sides = sidesToJoin(own, other, wanted, otherInput.title);
  const keys = [
    await readPairKeys(sides.predictions),
    await readPairKeys(sides.references),
  ] as const;
  const pairings = pairEachWay(...keys);
  const by = proposeWay(pairings);
  const pairs = pairings[by];
  const facts = joinFacts(by, pairs, {
    skipped: own.columns.skippedCount + other.columns.skippedCount,
    added: otherInput.title,
  });
  if (facts.paired === 0)
    throw new CouldNotRun(
      `${input.title} and ${otherInput.title} have no row in common.`,
      'Rows are paired by id, by prompt, or in order.',
    );
  const blob = await writeJoined({ ...sides, order: joinOrder(pairs) });
  return { ...input, blob, name: '', reading: { joined: facts } };
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
