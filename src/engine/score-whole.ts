import type { FileIssue } from '#core/read/issues/issue.ts';
import { textOf } from '#core/read/issues/sentences.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import {
  scoreDataset,
  type Recognised,
  type ScoredSource,
  type FileRequest,
} from './score-dataset.ts';
import type { TaskRunner } from './task-runner.ts';

/** A file to score as a whole; custom code runs only if trusted. */
export interface WholeRequest
  extends
    Pick<FileRequest, 'blob' | 'name' | 'settings' | 'rowKeeper' | 'keepRows'>,
    Pick<FileRequest, 'isOfSet' | 'isInSet'>,
    Partial<Pick<FileRequest, 'chosenRoles' | 'reading' | 'isTrusted' | 'signal' | 'observes'>> {
  /** Called from time to time with bytes and rows done. */
  readonly onProgress?: (bytes: number, rows: number) => void;
}

/** A scored file with the source of its rows. */
export interface WholeRun extends ScoredSource, Recognised {
  readonly name: string;
  readonly settings: MetricSettings;
  readonly columns: ScoredColumns;
}

/** A file without a readable row. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
  readonly issue: FileIssue;

  constructor(issue: FileIssue) {
    super(textOf(issue));
    this.issue = issue;
  }
}

/**
 * Reads and scores a whole file, as the page does.
 * @returns all rows with scores; `issue` where the file broke off
 * @throws FileUnreadable when no row can be read; AbortError when cancelled
 */
export async function scoreWhole(runner: TaskRunner, request: WholeRequest): Promise<WholeRun> {
  const { blob, name, settings } = request;
  const columns = new GrowingColumns();
  let recognised: Recognised | undefined;
  const result = await scoreDataset(runner, {
    mode: 'file',
    chosenRoles: {},
    reading: {},
    isTrusted: () => false,
    signal: new AbortController().signal,
    ...request,
    takesDefined: true,
    onRecognised: (found) => (recognised = found),
    onPart: (part, _end, bytesDone) => {
      columns.append(part, Math.min(1, bytesDone / Math.max(1, blob.size)));
      request.onProgress?.(Math.min(bytesDone, blob.size), columns.rowCount);
    },
    onRows: (rows, bytesDone) =>
      request.onProgress?.(Math.min(bytesDone, blob.size), columns.rowCount + rows),
  });
  if (result.kind === 'unreadable') throw new FileUnreadable(result.issue);
  if (!recognised) throw new FileUnreadable({ code: 'file_without_rows' });
  const { kind: _, ...source } = result;
  return { ...source, settings, ...recognised, name, columns: columns.take() };
}
