import type { Side } from '#core/read/framework/adapter.ts';
import { missingSide, sidesOf, isFilled } from '#core/read/dataset/missing-side.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { simplifyName } from '#core/read/names/column-names.ts';
import type { PatternFacts } from '#core/read/dataset/find-reference-patterns.ts';
import { isUnsaved, type OpenRun } from '#kernel/run/open-run.ts';
import type { SkipIssue } from '#core/read/issues/issue.ts';
import type { AskedFiles } from './asked-files.svelte.ts';
import { brokenRecords } from './broken-records.ts';

/** What only a person knows of the rows, and what their scores wait for. */
export type OpenQuestion =
  /** Whether files that were read as one dataset are one. */
  | { readonly kind: 'files'; readonly files: AskedFiles }
  /** What becomes of records that are no rows. */
  | {
      readonly kind: 'broken';
      readonly first: SkipIssue;
      /** As many as are kept. */
      readonly broken: readonly SkipIssue[];
      readonly count: number;
    }
  /** Which of several columns of calls the agent made, and which were expected. */
  | {
      readonly kind: 'sides';
      readonly names: readonly string[];
      /** The only one that is to be found; undefined for both. */
      readonly only: Side | undefined;
    }
  /** Where the calls are: none was found. */
  | { readonly kind: 'calls' }
  /** What rows without expected calls are for. */
  | { readonly kind: 'expected' }
  /** Where the calls of the agent are: only expected ones were found. */
  | { readonly kind: 'called' }
  /** Whether objects such as {"$any": …} in expected calls are patterns. */
  | { readonly kind: 'patterns'; readonly found: NonNullable<PatternFacts['found']> };

/** Formats of rows that somebody has written as such: of traces nobody expects more than calls. */
const TABLES = ['jsonl', 'json-rows', 'json-columns', 'csv', 'markdown-table'];

/**
 * Finds the one question to ask of a run before its scores are shown; one at a time.
 * @param isNew whether a person has just brought the text, and it is in the editor
 * @param files several files that a person has just brought
 * @returns undefined without one, or when it was answered for these columns before
 */
export function openQuestion(
  run: OpenRun,
  patterns: PatternFacts = {},
  isNew = false,
  files?: AskedFiles,
): OpenQuestion | undefined {
  const { columns, roles, record } = run;
  const isRead = record.state === 'complete' || record.state === 'running';
  // who is shown a run of somebody else has nothing to answer
  if (!isRead || isUnsaved(record) || run.isGrowing === true || columns.rowCount === 0)
    return undefined;
  if (files?.runId === record.id) return { kind: 'files', files };
  const broken = isNew ? brokenRecords(run) : [];
  const [first] = broken;
  if (first) return { kind: 'broken', first, broken, count: columns.skippedCount };
  const { response } = roles;
  const dataset = { columns: columns.columns, roles };
  const unsure = columns.issues.first.find((issue) => issue.code === 'side_unsure');
  if (
    unsure &&
    unsure.names.length > 1 &&
    !isFilled(columns.columns, roles[`${unsure.side}_trajectory`])
  ) {
    const only = sidesOf(dataset).length > 0 ? unsure.side : undefined;
    return { kind: 'sides', names: unsure.names, only };
  }
  const lacking = missingSide(dataset);
  const isSettled = record.reading?.isObserved === true || isSetToNone(roles, lacking);
  if (lacking === 'predicted') return isSettled ? undefined : { kind: 'called' };
  if (lacking === 'reference') return isSettled || !isTable(run) ? undefined : { kind: 'expected' };
  if (sidesOf(dataset).length === 0)
    return isSettled || isFilled(columns.columns, response) ? undefined : { kind: 'calls' };
  const isAsked = record.settings.matching?.patterns === undefined;
  return patterns.found && isAsked ? { kind: 'patterns', found: patterns.found } : undefined;
}

/** A role without a column is one that a person has set to none. */
function isSetToNone(roles: ColumnRoles, lacking: Side | undefined): boolean {
  return roles[`${lacking ?? 'predicted'}_trajectory`] === undefined;
}

const isTable = ({ record }: OpenRun): boolean => TABLES.includes(record.formatId);

const EXPECTED = /expect|refer|gold|truth|target|correct|should|ideal|want|label|answer/;
const CALLED = /actual|predict|observ|made|agent|model|call|did|done|output|trace/;

/** Guesses from their names which of several columns was called and which expected. */
export function guessSides(names: readonly string[]): {
  readonly called: string;
  readonly expected: string;
} {
  const expected = names.find((name) => EXPECTED.test(simplifyName(name)));
  const others = names.filter((name) => name !== expected);
  const called = others.find((name) => CALLED.test(simplifyName(name))) ?? others[0] ?? '';
  return { called, expected: expected ?? others.find((name) => name !== called) ?? '' };
}
