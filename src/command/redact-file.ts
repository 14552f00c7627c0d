import { FOUND_KINDS, USUAL_KINDS, type FoundKind } from '#core/share/redaction/kinds.ts';
import type { ColumnTreatment, RedactionChoices } from '#core/share/redaction/redaction.ts';
import { HeldRun } from '#workers/held-run.ts';
import { redactRuns } from '#workers/redact-runs.ts';
import { CouldNotRun } from './could-not-run.ts';
import type { ScoredFile } from './score-input.ts';

/** Options of subcommands that redact their output. */
interface RedactionOptions {
  readonly redact?: unknown;
  readonly redactColumns?: unknown;
  readonly removeColumns?: unknown;
}

/** Columns that are scored: their values are redacted, but the columns are kept. */
const SCORED = ['predicted_trajectory', 'reference_trajectory', 'reference_trajectories'] as const;

/** Reads the choices for redacting; undefined for none. Throws CouldNotRun. */
export function readRedaction(options: RedactionOptions): RedactionChoices | undefined {
  const columns = [
    ...columnsOf(options.redactColumns, 'replace'),
    ...columnsOf(options.removeColumns, 'remove'),
  ];
  if (options.redact === undefined && columns.length === 0) return undefined;
  return { kinds: kindsOf(options.redact), words: [], columns, kept: [] };
}

function columnsOf(names: unknown, treatment: ColumnTreatment): RedactionChoices['columns'] {
  return Array.isArray(names) ? names.map((name) => ({ name: String(name), treatment })) : [];
}

function kindsOf(option: unknown): readonly FoundKind[] {
  if (typeof option !== 'string' || option === 'usual') return USUAL_KINDS;
  return option.split(',').map((name) => {
    const kind = FOUND_KINDS.find((known) => known === name.trim());
    if (kind) return kind;
    throw new CouldNotRun(`“${name}” is nothing that can be redacted.`, FOUND_KINDS.join(', '));
  });
}

/** Redacts a scored file; throws CouldNotRun for a column that is scored or does not exist. */
export async function redactFile(file: ScoredFile, choices: RedactionChoices): Promise<ScoredFile> {
  const { run, title } = file;
  checkColumns(run, choices);
  const held = new HeldRun();
  held.add(0, run.columns, run);
  const { runs, note } = await redactRuns([held], { choices, about: [{ title }] });
  const [copy] = runs;
  if (!copy) return file;
  const { rows, columns, roles, settings, digest, about, fingerprint } = copy;
  return {
    ...file,
    title: `${about['title'] ?? ''} (redacted)`,
    digest,
    redaction: note,
    run: {
      ...run,
      rows,
      columns,
      roles,
      settings,
      fingerprint,
      table: undefined,
      original: null,
      skipped: new Blob(),
      reading: {},
      header: '',
    },
  };
}

function checkColumns({ columns, roles }: ScoredFile['run'], choices: RedactionChoices): void {
  const scored = new Set(SCORED.map((role) => roles[role]));
  const names = columns.columns.map(({ name }) => name).filter((name) => !scored.has(name));
  for (const { name } of choices.columns) {
    if (names.includes(name)) continue;
    throw scored.has(name)
      ? new CouldNotRun(
          `“${name}” is what is scored: it stays, and what is found in it is replaced.`,
          'Leave the column out.',
        )
      : new CouldNotRun(
          `There is no column “${name}” to take out.`,
          `The file has ${names.join(', ')}.`,
        );
  }
}
