/**
 * What is wrong with storage.
 *
 * - `unavailable`: the browser keeps no data for this page, or refused for its own reason.
 * - `full`: the disk or the page's share of it is full.
 * - `lost`: the browser closed or cleared the store.
 * - `removed`: a run that was to be changed is not there any more: another tab removed it.
 * - `blocked`: another tab holds an older version open; saving works once it is closed.
 * - `blocking`: another tab needs a newer version, so this tab let go of the store.
 * - `newer`: the store was written by a newer version of the page.
 * - `damaged`: a stored record is missing or cannot be read.
 */
export type StorageTrouble =
  'unavailable' | 'full' | 'lost' | 'removed' | 'blocked' | 'blocking' | 'newer' | 'damaged';

/** The only error that storage rejects with; `cause` is what the browser said. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly trouble: StorageTrouble;

  constructor(trouble: StorageTrouble, options?: ErrorOptions) {
    super(`storage: ${trouble}`, options);
    this.trouble = trouble;
  }
}

/**
 * Waits for the database, which reports its own failures: undefined then. Throws any other error.
 */
export async function ifStored<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StorageError) return undefined;
    throw error;
  }
}

const OPEN_TROUBLES: Readonly<Record<string, StorageTrouble>> = {
  QuotaExceededError: 'full',
  VersionError: 'newer',
};

const OPERATION_TROUBLES: Readonly<Record<string, StorageTrouble>> = {
  QuotaExceededError: 'full',
  InvalidStateError: 'lost',
  AbortError: 'lost',
  UnknownError: 'lost',
  NotFoundError: 'damaged',
  NotReadableError: 'damaged',
  DataError: 'damaged',
};

/** Finds why the database did not open. */
export function openError(reasons: readonly unknown[]): StorageError {
  return classify(reasons, OPEN_TROUBLES);
}

/**
 * Finds why an operation failed.
 * @returns an error that names the user's problem; a `StorageError` among the reasons stays as it is
 */
export function operationError(reasons: readonly unknown[]): StorageError {
  return classify(reasons, OPERATION_TROUBLES);
}

function classify(
  reasons: readonly unknown[],
  troubles: Readonly<Record<string, StorageTrouble>>,
): StorageError {
  const cause = mostTelling(reasons);
  if (cause instanceof StorageError) return cause;
  return new StorageError(troubles[nameOf(cause)] ?? 'unavailable', { cause });
}

/** A full disk aborts the transaction, and the abort then hides it behind its own errors. */
function mostTelling(reasons: readonly unknown[]): unknown {
  return (
    reasons.find((reason) => nameOf(reason) === 'QuotaExceededError') ??
    reasons.find((reason) => nameOf(reason) !== 'AbortError') ??
    reasons[0]
  );
}

function nameOf(reason: unknown): string {
  return reason instanceof Error || reason instanceof DOMException ? reason.name : '';
}
