import { scoreDataset, type FileRequest } from '#engine/score-dataset.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { severityOf } from '#core/read/issues/sentences.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { threadPool } from './thread-pool.ts';

const POOL = threadPool();

/** The result of scoring a file. */
export interface ScoredText {
  readonly formatId: string;
  readonly roles: ColumnRoles;
  /** None of a table that is read where it is. */
  readonly rows: readonly JsonObject[];
  /** The line of each row. */
  readonly lines: readonly number[];
  readonly skips: readonly Issue[];
  /** The text of the skipped records, a line each. */
  readonly skipped: string;
  /** Issues of single cells, and all others but what was skipped. */
  readonly cellIssues: readonly Issue[];
  readonly notes: readonly Issue[];
  /** The scores of a metric; the reason where there is none. */
  score(columnId: string): (number | string)[];
}

/**
 * Reads and scores a file as the page does, in this thread.
 * @param content the file's bytes or text
 * @param name the file's name; empty for a paste
 * @param choices the user's choices
 * @returns rows, issues and scores
 * @throws TypeError when nothing of the file can be read
 */
export async function scoreText(
  content: string | Uint8Array<ArrayBuffer>,
  name = '',
  choices: Partial<Pick<FileRequest, 'chosenRoles' | 'reading'>> = {},
): Promise<ScoredText> {
  const parts: ScoredColumns[] = [];
  let formatId = '';
  let roles: ColumnRoles = {};
  const request: FileRequest = {
    mode: 'file',
    ...{ blob: new Blob([content]), name, chosenRoles: {}, reading: {}, ...choices },
    settings: { ...DEFAULT_SETTINGS, tools: ['renew_card'] },
    isTrusted: () => false,
    signal: new AbortController().signal,
    onPart: (columns) => parts.push(columns),
    onRecognised: (recognised) => {
      formatId = recognised.format.id;
      roles = recognised.roles;
    },
  };
  const result = await scoreDataset(POOL, request);
  if (result.kind !== 'scored') throw new TypeError(`${name} is ${JSON.stringify(result)}`);
  const columns = joinColumns(parts);
  const bytes = new Uint8Array(await result.rows.arrayBuffer());
  // rows of a table stay cells of it
  const places = result.table ? [] : columns.offsets;
  const { first } = columns.issues;
  const isSkip = ({ code }: Issue): boolean => severityOf(code) === 'skipped';
  const isOfCell = (issue: Issue): boolean =>
    'line' in issue && 'column' in issue && typeof issue.column === 'string';
  return {
    formatId,
    roles,
    rows: Array.from(places, (from, row) => {
      const text = bytes.subarray(from, from + columns.lengths[row]!);
      return parseJson(new TextDecoder().decode(text)) as JsonObject;
    }),
    lines: [...columns.lines],
    skips: first.filter(isSkip),
    skipped: await result.skipped.text(),
    cellIssues: first.filter((issue) => !isSkip(issue) && isOfCell(issue)),
    notes: first.filter((issue) => !isSkip(issue) && !isOfCell(issue)),
    score: (columnId) => {
      const column = columns.scores.find(({ id }) => id === columnId);
      if (!column) throw new RangeError(`no column ${columnId}`);
      const { values, outcomes } = column;
      return Array.from(values, (value, row) =>
        Number.isNaN(value) ? OUTCOMES[outcomes[row]!]! : value,
      );
    },
  };
}
