import { withoutChoice, type ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { isFilled, sidesOf, takeSideAs } from '#core/read/dataset/missing-side.ts';
import {
  FILE_COLUMN,
  planJoin,
  readPerSession,
  type PairedRead,
} from '#core/read/dataset/pair-sides.ts';
import { countOf } from '#core/base/text/sentence.ts';
import type { FileIssue, Issue } from '#core/read/issues/issue.ts';
import { sideOfName } from '#core/read/names/column-names.ts';
import { COLUMN_ROLES, type ColumnRole, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { IssueList } from '#core/score/columns/scored-columns.ts';
import { joinIssues } from '#core/score/columns/pack-columns.ts';
import type { SideRows } from '#workers/join-sides.ts';
import type { RowPlaces } from '#workers/read-rows.ts';
import { isLeftOut, joinSessions, listFiles, type SetEntry } from './file-set.ts';
import { BlobKeeper, type RowKeeper } from './part-gatherer.ts';
import type { Inspected, FileRequest } from './score-dataset.ts';
import { FileUnreadable, scoreWhole, type WholeRun } from './score-whole.ts';
import type { TaskRunner } from './task-runner.ts';

/** Several files to read as one dataset. */
type FilesRequest = Pick<FileRequest, 'chosenRoles' | 'reading' | 'signal' | 'onRows'> & {
  readonly keepRows: () => RowKeeper;
};

/** The rows of several files. */
interface FilesRead extends PairedRead {
  /** The rows as JSONL. */
  readonly rows: Blob;
  /** The columns by role; an empty text for a role without one. */
  readonly roles: ColumnRoles;
  /** The names of their formats. */
  readonly title: string;
  /** The issues of all files, and the files that were not read. */
  readonly issues: IssueList;
  readonly skipped: readonly Blob[];
  readonly skippedCount: number;
  /** Whether the time of every run is recorded. */
  readonly isTimed: boolean;
}

/** The share of reading in the progress. */
const SHARE = 0.9;

/**
 * Reads several files as one dataset and inspects the rows like a file.
 * @throws AbortError when cancelled
 */
export async function inspectFiles(
  runner: TaskRunner,
  set: Blob,
  request: FileRequest,
  inspect: (runner: TaskRunner, request: FileRequest) => Promise<Inspected>,
): Promise<Inspected> {
  if (request.isInSet === true) return NESTED;
  const { blob, keepRows = () => new BlobKeeper(), onRows } = request;
  const given = withoutChoice(request.reading, 'joined');
  // packed again, it has other bytes than those reported
  const share = SHARE * (blob.size / Math.max(1, set.size));
  const readAs = (as: ReadingChoices): Promise<FilesRead | FileIssue> =>
    readFiles(runner, set, {
      ...request,
      reading: as,
      keepRows,
      onRows: onRows && ((count, bytes) => onRows(count, bytes * share)),
    });
  const perRow = await readAs(given);
  if ('code' in perRow) return { kind: 'unreadable', issue: perRow };
  const { read, reading } = await readPerSession(perRow, given, async (perSession) => {
    const found = await readAs(perSession);
    return 'code' in found ? undefined : found;
  });
  const { rows, roles, joined, title, issues, skipped, skippedCount } = read;
  const inside = await inspect(runner, {
    ...request,
    blob: rows,
    chosenRoles: roles,
    reading: { conversions: [], grouping: 'off' },
    isOfSet: false,
    isInSet: true,
  });
  if (inside.kind !== 'dataset') return inside;
  const bytesDone = SHARE * blob.size;
  return {
    ...inside,
    format: { ...inside.format, title, unit: 'Row' },
    choices: { ...reading, ...(joined && { joined }) },
    converted: rows,
    isExpected: inside.isExpected || joined !== undefined,
    isTimed: read.isTimed,
    notes: joined ? [{ code: 'rows_joined', facts: joined }] : [],
    before: {
      skipped,
      addTo: (columns) => ({
        ...columns,
        issues: joinIssues([issues, columns.issues]),
        skippedCount: skippedCount + columns.skippedCount,
      }),
      bytesAt: (bytes) => bytesDone + (blob.size - bytesDone) * (bytes / rows.size),
    },
  };
}

const NESTED = {
  kind: 'unreadable',
  issue: { code: 'file_binary', kind: 'an archive in another one; unpack it first' },
} as const;

/**
 * Reads several files of any formats as one dataset: the rows of all in the order of names, with
 * the name as a column. Unreadable files are noted. Expected calls in a file of their own are
 * joined with the predictions.
 * @returns the rows, or why there are none
 */
async function readFiles(
  runner: TaskRunner,
  set: Blob,
  request: FilesRequest,
): Promise<FilesRead | FileIssue> {
  const entries = await listFiles(set);
  if ('code' in entries) return entries;
  const gathering = new Gathering(runner, request);
  const leftOut = entries.filter(({ name }) => isLeftOut(name)).map(({ name }) => name);
  gathering.noteNames('files_left_out', leftOut);
  const visible = entries.filter(({ name }) => !isLeftOut(name));
  const { entries: wanted, repeating } = await joinSessions(visible, request.keepRows);
  gathering.noteNames('sessions_repeated', repeating);
  const reads: { entry: SetEntry; read: Promise<WholeRun | FileIssue> }[] = [];
  const left = wanted[Symbol.iterator]();
  const readOn = (): void => {
    const { value: entry } = left.next();
    if (!entry) return;
    const read = readEntry(runner, entry, request);
    // a failure is reported when it is the file's turn
    read.catch(() => undefined);
    reads.push({ entry, read });
  };
  let bytes = 0;
  for (let ahead = 0; ahead < runner.size; ahead++) readOn();
  for (let next = reads.shift(); next; next = reads.shift()) {
    const { entry, read } = next;
    const found = await read;
    request.signal.throwIfAborted();
    readOn();
    await gathering.add(entry.name, found);
    bytes += entry.bytes;
    request.onRows?.(gathering.rowCount, bytes);
  }
  return gathering.finish(wanted.length);
}

const LISTED = 4;

/** Larger rows are stored where there is room. */
const KEPT_FROM_BYTES = 8_000_000;

async function readEntry(
  runner: TaskRunner,
  { name, open }: SetEntry,
  { chosenRoles, reading, signal, keepRows }: FilesRequest,
): Promise<WholeRun | FileIssue> {
  try {
    const blob = await open();
    if (!(blob instanceof Blob)) return blob;
    return await scoreWhole(runner, {
      blob,
      name: name.slice(name.lastIndexOf('/') + 1),
      settings: { ...DEFAULT_SETTINGS, metrics: [] },
      chosenRoles,
      reading,
      signal,
      rowKeeper: blob.size < KEPT_FROM_BYTES ? undefined : keepRows(),
      isOfSet: true,
      isInSet: true,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) return error.issue;
    const reason = error instanceof Error ? error.message : String(error);
    return { code: 'scoring_failed', reason };
  }
}

/** The rows of one side from several files. */
class Side {
  readonly #keeper: RowKeeper;
  readonly #places: RowPlaces[] = [];
  #bytes = 0;
  rowCount = 0;

  constructor(keeper: RowKeeper) {
    this.#keeper = keeper;
  }

  async add(rows: Blob, { offsets, lengths }: RowPlaces): Promise<void> {
    await this.#keeper.add(rows);
    this.#places.push({ offsets: offsets.map((offset) => offset + this.#bytes), lengths });
    this.#bytes += rows.size;
    this.rowCount += offsets.length;
  }

  get rows(): Blob {
    return this.#keeper.join();
  }

  /** All rows with their places. */
  placed(roles: ColumnRoles): SideRows {
    const places = {
      offsets: new Float64Array(this.rowCount),
      lengths: new Uint32Array(this.rowCount),
    };
    let row = 0;
    for (const { offsets, lengths } of this.#places) {
      places.offsets.set(offsets, row);
      places.lengths.set(lengths, row);
      row += offsets.length;
    }
    return { rows: this.rows, table: undefined, places, roles };
  }
}

/** Gathers the rows of files in order. */
class Gathering {
  readonly #issues: IssueList[] = [];
  readonly #unread: UnreadFile[] = [];
  readonly #runner: TaskRunner;
  readonly #request: FilesRequest;
  readonly #runs: Side;
  readonly #expected: Side;
  readonly #expectedFiles: string[] = [];
  readonly #skipped: Blob[] = [];
  readonly #titles = new Set<string>();
  /** The names of columns with a role, common to all files. */
  readonly #names: Partial<Record<ColumnRole, string>>;
  /** The names of other columns. */
  readonly #plain = new Set<string>([FILE_COLUMN]);
  #fileCount = 0;
  #skippedCount = 0;
  #hasUnjoined = false;
  #isTimed = true;
  /** Conversations with several prompts. */
  #sessions = 0;
  /** Files without a run or expected calls, such as a program's settings. */
  readonly #withoutRuns = new Map<string, WholeRun>();

  constructor(runner: TaskRunner, request: FilesRequest) {
    this.#runner = runner;
    this.#request = request;
    this.#runs = new Side(request.keepRows());
    this.#expected = new Side(request.keepRows());
    const chosen = Object.entries(request.chosenRoles).filter(([, column]) => column !== '');
    this.#names = Object.fromEntries(chosen);
  }

  get rowCount(): number {
    return this.#runs.rowCount + this.#expected.rowCount;
  }

  note(issue: Issue): void {
    this.#issues.push({ counts: { [issue.code]: 1 }, first: [issue] });
  }

  /** Notes the number of some files and the first of them; nothing for an empty list. */
  noteNames(
    code: 'files_left_out' | 'files_without_runs' | 'sessions_repeated',
    names: readonly string[],
  ): void {
    if (names.length > 0) this.note({ code, names: names.slice(0, LISTED), count: names.length });
  }

  async add(file: string, found: WholeRun | FileIssue): Promise<void> {
    if ('code' in found) {
      this.#noteUnread(file, found, 0);
      return;
    }
    if (!tellsRun(found)) {
      this.#withoutRuns.set(file, found);
      return;
    }
    await this.#take(file, found);
  }

  async #take(file: string, found: WholeRun): Promise<void> {
    const { columns, format, issue, skipped } = found;
    const { sessions, others } = issuesOf(file, found);
    this.#sessions += sessions;
    this.#issues.push(others);
    if (skipped.size > 0) this.#skipped.push(skipped);
    this.#skippedCount += columns.skippedCount;
    if (issue) this.#noteUnread(file, issue, columns.rowCount);
    else if (columns.rowCount === 0) this.#noteUnread(file, { code: 'no_rows' }, 0);
    if (columns.rowCount === 0) return;
    this.#fileCount++;
    this.#titles.add(format.title);
    const { roles, isExpected } = rolesIn(file, found);
    if (!isExpected && sidesOf({ columns: columns.columns, roles }).join() === 'predicted')
      this.#hasUnjoined = true;
    const { filled = 0 } =
      columns.columns.find(({ name }) => name === roles.latency_in_seconds) ?? {};
    this.#isTimed &&= isExpected || filled === columns.rowCount;
    const renamed = this.#rename(roles, found);
    const { rows, places } = await this.#runner.ask(
      'writeNamedRows',
      {
        rows: found.rows,
        table: found.table,
        places: columns,
        renamed,
        taken: new Set(Object.values(this.#names)),
        ...(!isExpected && { file }),
      },
      { signal: this.#request.signal },
    );
    await (isExpected ? this.#expected : this.#runs).add(rows, places);
    if (isExpected) this.#expectedFiles.push(file);
  }

  #noteUnread(file: string, why: FileIssue, rows: number): void {
    const unread = { code: 'file_unread', file, why, rows } as const;
    this.#unread.push(unread);
    this.note(unread);
  }

  /** Maps the columns of a file with a role to their common names. */
  #rename(roles: ColumnRoles, { columns }: WholeRun): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>();
    for (const role of COLUMN_ROLES) {
      const column = roles[role];
      if (column === undefined || column === '') continue;
      const isTaken = this.#plain.has(column) || Object.values(this.#names).includes(column);
      renamed.set(column, (this.#names[role] ??= isTaken ? role : column));
    }
    for (const { name } of columns.columns) if (!renamed.has(name)) this.#plain.add(name);
    return renamed;
  }

  async finish(fileCount: number): Promise<FilesRead | FileIssue> {
    // where nothing else is there, they are what a person wants to see
    if (this.#fileCount === 0)
      for (const [file, found] of this.#withoutRuns) await this.#take(file, found);
    else this.noteNames('files_without_runs', [...this.#withoutRuns.keys()]);
    if (this.#sessions > 0) this.note({ code: 'prompts_several', count: this.#sessions });
    if (this.#fileCount === 0) return whyNone(this.#unread, fileCount);
    const title = `${[...this.#titles].join(', ')}, ${countOf(this.#fileCount, 'file')}`;
    const counted = { skipped: this.#skipped, skippedCount: this.#skippedCount };
    const isJoined = this.#expected.rowCount > 0 && this.#hasUnjoined;
    const joined = isJoined ? await this.#join() : await this.#addExpected();
    const issues = joinIssues(this.#issues);
    return { title, ...counted, ...joined, issues, isTimed: this.#isTimed };
  }

  /** Expected calls that match no run are kept as rows of their own. */
  async #addExpected(): Promise<PairedRows> {
    if (this.#expected.rowCount > 0) {
      const { rows, places } = this.#expected.placed(this.#names);
      await this.#runs.add(rows, places);
    }
    return { rows: this.#runs.rows, roles: settled(this.#names), ofSession: 0 };
  }

  async #join(): Promise<PairedRows> {
    const { signal, keepRows } = this.#request;
    const predictions = this.#runs.placed(this.#names);
    const references = this.#expected.placed(this.#names);
    const keys = [
      await this.#runner.ask('readPairKeys', predictions, { signal }),
      await this.#runner.ask('readPairKeys', references, { signal }),
    ] as const;
    const added = this.#expectedFiles.join(', ');
    const about = { skipped: this.#skippedCount, added };
    const { ofSession, joined, sides } = planJoin({ predictions, references }, keys, about);
    if (!sides) {
      this.note({ code: 'rows_unpaired', added, columns: [...keys[1].columns.keys()], ofSession });
      return { ...(await this.#addExpected()), ofSession };
    }
    const keeper = keepRows();
    await keeper.add(await this.#runner.ask('writeJoined', sides, { signal }));
    const own: ColumnRoles = Object.fromEntries(
      COLUMN_ROLES.filter((role) => role in sides.references.roles).map((role) => [role, role]),
    );
    return { rows: keeper.join(), roles: settled(own), joined, ofSession };
  }
}

type PairedRows = Pick<FilesRead, 'rows' | 'roles' | 'joined' | 'ofSession'>;

/** Fixes the roles, so that none is recognised in another column. */
function settled(names: ColumnRoles): ColumnRoles {
  return { ...Object.fromEntries(COLUMN_ROLES.map((role) => [role, ''])), ...names };
}

/**
 * The issues of reading a file, and how many of its conversations have several prompts; those of
 * cells are found again in the joined rows.
 */
function issuesOf(
  file: string,
  { columns, format }: WholeRun,
): { readonly sessions: number; readonly others: IssueList } {
  const { first, counts } = columns.issues;
  const unit = format.unit === 'Row' ? { unit: format.unit } : {};
  const isOfFile = (code: string): boolean => !OF_CELLS.has(code) && code !== 'prompts_several';
  const several = first.find((issue) => issue.code === 'prompts_several');
  return {
    sessions: several?.count ?? 0,
    others: {
      first: first
        .filter(({ code }) => isOfFile(code))
        .map((issue) => ({ ...issue, file, ...unit })),
      counts: Object.fromEntries(Object.entries(counts).filter(([code]) => isOfFile(code))),
    },
  };
}

/**
 * Whether a file shows what an agent did or should have done, be it nothing, that a run of a task
 * failed, or has no rows at all.
 */
function tellsRun({ columns: { columns, rowCount }, roles, reading }: WholeRun): boolean {
  const isGiven = (role: ColumnRole): boolean => isFilled(columns, roles[role]);
  const isNamed = columns.some(
    ({ name }) =>
      sideOfName(name) !== undefined || DISTINCTIVE.some((role) => roles[role] === name),
  );
  // lines of a log have a level, too
  const isOfLog = (reading.conversions ?? []).some(({ column }) =>
    /^(status|level)$/i.test(column),
  );
  const isFailure = isGiven('failure') && !isOfLog;
  const isOfTask = isGiven('id') || isGiven('row_name') || isGiven('prompt');
  return rowCount === 0 || DISTINCTIVE.some(isGiven) || (isOfTask && (isNamed || isFailure));
}

/** Roles of what an agent did or answered, or was expected to. */
const DISTINCTIVE = [
  'predicted_trajectory',
  'reference_trajectory',
  'reference_trajectories',
  'response',
  'reference',
  'transcript',
] as const;

/** Issues of cells. */
const OF_CELLS: ReadonlySet<string> = new Set([
  'trajectory_unreadable',
  'number_unreadable',
  'number_converted',
  'cell_lenient',
  'calls_converted',
  'arguments_not_json',
  'arguments_found',
  'names_only',
  'row_lenient',
]);

/** Names of files with references. */
const EXPECTED_NAME =
  /^(?:expected|labels?|references?|golden|gold|ground[-_ ]?truth)(?:[-_ ](?:calls|trajectories|answers))?\.[^/]*$/i;

/** The roles of a file’s columns, and whether its rows are only references. */
function rolesIn(file: string, run: WholeRun): { roles: ColumnRoles; isExpected: boolean } {
  const dataset = { columns: run.columns.columns, roles: run.roles };
  const sides = sidesOf(dataset).join();
  const isNamed = EXPECTED_NAME.test(file.slice(file.lastIndexOf('/') + 1));
  if (isNamed && sides === 'predicted')
    return { roles: takeSideAs(dataset, 'reference'), isExpected: true };
  const has = (role: ColumnRole): boolean => isFilled(dataset.columns, run.roles[role]);
  const isExpected =
    sides === 'reference' ||
    (sides === '' && has('reference') && !has('response') && !has('transcript'));
  return { roles: run.roles, isExpected };
}

function whyNone([first]: readonly UnreadFile[], count: number): FileIssue {
  if (!first) return { code: 'file_without_rows' };
  return count === 1
    ? first.why
    : { code: 'files_unread', count, first: first.file ?? '', why: first.why };
}

type UnreadFile = Extract<Issue, { code: 'file_unread' }>;
