import { openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { PlaygroundSchema } from './schema.ts';

/** The database’s name and version. A new version needs a step below and a fixture. */
export const DATABASE = { name: 'trajectory-playground', version: 4 } as const;

/** The name of an object store. */
export type StoreName = StoreNames<PlaygroundSchema>;

/** A transaction over the stores it was begun with. */
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  PlaygroundSchema,
  StoreName[],
  Mode
>;

/** The body of a transaction. It awaits nothing but requests of that transaction, one by one. */
export type Work<Mode extends IDBTransactionMode, T> = (tx: Transaction<Mode>) => Promise<T>;

type Connection = IDBPDatabase<PlaygroundSchema>;

interface Scope<Mode extends IDBTransactionMode> {
  readonly stores: readonly StoreName[];
  readonly mode: Mode;
  readonly durability: IDBTransactionDurability;
}

/** How long an old tab may take to let go before it counts as blocking us. */
const BLOCKED_AFTER_MS = 1000;
/** How long opening may take before the page continues without storage. */
const OPEN_WITHIN_MS = 10_000;
/** While a browser clears its data it refuses to open them: how long between two tries. */
const TRY_AGAIN_AFTER_MS = 250;
const TRIES = 5;

/**
 * The page's only access to the database. It opens with the first operation, and reopens when the
 * browser has closed it. Every operation ends: it resolves when its transaction is committed, and
 * otherwise rejects with a {@link StorageError} after the trouble has been reported.
 */
export class Store {
  readonly #onTrouble: (trouble: StorageTrouble) => void;
  readonly #version: number;
  #opening: Promise<Connection> | undefined;
  #current: Connection | undefined;
  #storesBlobs: boolean | undefined;
  #wasOpen = false;
  #isNew: Promise<boolean> | undefined;
  /** Called when the database turns out to be new. */
  #onNew: (() => void) | undefined;
  /** Whether a loss of the data is still to be reported. */
  #isLossUnreported = false;

  /**
   * @param onTrouble called with every trouble, also with the same one again; must not throw
   * @param version other than the present one only in tests
   */
  constructor(onTrouble: (trouble: StorageTrouble) => void, version: number = DATABASE.version) {
    this.#onTrouble = onTrouble;
    this.#version = version;
  }

  /**
   * Opens the database and returns whether it is new: a first visit knows so before its stores are
   * written, and need not wait to read that they are empty. False where it cannot be opened.
   */
  isNew(): Promise<boolean> {
    this.#isNew ??= this.#openFirst();
    return this.#isNew;
  }

  #openFirst(): Promise<boolean> {
    const created = new Promise<boolean>((resolve) => {
      this.#onNew = () => resolve(true);
    });
    const opened = this.#connect().then(
      () => false,
      () => false, // reported by the operation that needs it
    );
    return Promise.race([created, opened]);
  }

  /**
   * Reads in one transaction; `work` may run a second time on a new connection.
   * @throws StorageError
   */
  read<T>(stores: readonly StoreName[], work: Work<'readonly', T>): Promise<T> {
    return this.#run({ stores, mode: 'readonly', durability: 'default' }, work);
  }

  /**
   * Writes in one transaction, all of it or nothing; `work` may run again on a new connection.
   * @param durability `strict` waits for the disk, `relaxed` for the operating system
   * @throws StorageError
   */
  write<T>(
    stores: readonly StoreName[],
    work: Work<'readwrite', T>,
    durability: IDBTransactionDurability = 'default',
  ): Promise<T> {
    return this.#run({ stores, mode: 'readwrite', durability }, work);
  }

  /**
   * Writes records in place of those with their keys, in one transaction; the operating system has
   * them then.
   * @throws StorageError
   */
  put<Name extends StoreName>(
    name: Name,
    ...records: readonly PlaygroundSchema[Name]['value'][]
  ): Promise<void> {
    const work: Work<'readwrite', void> = async (tx) => {
      const store = tx.objectStore(name);
      await Promise.all(records.map((record) => store.put(record)));
    };
    return this.write([name], work, 'relaxed');
  }

  /**
   * Converts a record to one that this browser can store.
   * @returns the same, or with their bytes where the browser stores no Blobs
   */
  async storable<T>(record: T): Promise<T> {
    try {
      this.#storesBlobs ??= await storesBlobs(await this.#connect());
    } catch {
      // without a connection nothing is stored, and the write that follows reports it
      return record;
    }
    return this.#storesBlobs ? record : blobsToBytes(record);
  }

  /** Reports a trouble that did not make an operation fail. */
  report(trouble: StorageTrouble): void {
    this.#onTrouble(trouble);
  }

  /** Closes the database after the current transactions; the next operation opens it again. */
  close(): void {
    this.#forget(this.#current);
  }

  async #run<Mode extends IDBTransactionMode, T>(
    scope: Scope<Mode>,
    work: Work<Mode, T>,
  ): Promise<T> {
    try {
      const connection = await this.#connect();
      try {
        return await transact(connection, scope, work);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        this.#forget(connection);
      }
      return await transact(await this.#connect(), scope, work).catch(notLostAgain);
    } catch (error) {
      const failure = operationError([error]);
      this.report(failure.trouble);
      throw failure;
    }
  }

  #connect(): Promise<Connection> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  #open(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const giveUpAs = (trouble: StorageTrouble, afterMs: number) =>
        setTimeout(() => reject(new StorageError(trouble)), afterMs);
      let timer = giveUpAs('unavailable', OPEN_WITHIN_MS);
      const onBlocked = () => {
        clearTimeout(timer);
        timer = giveUpAs('blocked', BLOCKED_AFTER_MS);
      };
      const onOpen = (connection: Connection) => {
        clearTimeout(timer);
        this.#wasOpen = true;
        this.#isLossUnreported = true;
        this.#current = connection;
        // Too late for those who gave up, in time for the next.
        this.#opening = Promise.resolve(connection);
        resolve(connection);
      };
      const onFailure = (error: unknown) => {
        clearTimeout(timer);
        this.#opening = undefined;
        reject(openError([error]));
      };
      this.#openPatiently(onBlocked).then(onOpen, onFailure);
    });
  }

  /** Where opening worked before, a refusal may pass. */
  async #openPatiently(onBlocked: () => void): Promise<Connection> {
    const tries = this.#wasOpen ? TRIES : 1;
    for (let count = 1; ; count++) {
      try {
        return await this.#openDatabase(onBlocked);
      } catch (error) {
        const { trouble } = openError([error]);
        if (trouble !== 'unavailable' || count === tries) throw error;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
      }
    }
  }

  async #openDatabase(onBlocked: () => void): Promise<Connection> {
    const reasons: unknown[] = [];
    try {
      const connection: Connection = await openDB<PlaygroundSchema>(DATABASE.name, this.#version, {
        upgrade: (database, oldVersion, _newVersion, tx) => {
          tx.done.catch((reason: unknown) => reasons.push(reason));
          // Cleared amid an operation, which then came here without an event of the browser.
          if (oldVersion === 0) {
            this.#reportLost();
            this.#onNew?.();
          }
          upgrade(database, oldVersion, tx);
        },
        blocked: onBlocked,
        blocking: (_oldVersion, newVersion) => {
          this.#forget(connection);
          if (newVersion === null) this.#reportLost();
          else this.report('blocking');
        },
        terminated: () => {
          this.#forget(connection);
          this.#reportLost();
        },
      });
      return connection;
    } catch (error) {
      throw openError([error, ...reasons]);
    }
  }

  #reportLost(): void {
    if (!this.#isLossUnreported) return;
    this.#isLossUnreported = false;
    this.report('lost');
  }

  #forget(connection: Connection | undefined): void {
    connection?.close();
    if (connection !== this.#current) return;
    this.#current = undefined;
    this.#opening = undefined;
  }
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof StorageError && error.trouble === 'lost';
}

/** A new connection that the browser refuses likewise is not lost: nothing can be stored. */
function notLostAgain(error: unknown): never {
  const { cause } = error as Error;
  const isRefused = cause instanceof DOMException && cause.name === 'UnknownError';
  throw isRefused ? new StorageError('unavailable', { cause }) : error;
}

/** Tries to store a Blob; nothing of it is kept. */
async function storesBlobs(connection: Connection): Promise<boolean> {
  const tx = connection.transaction('sources', 'readwrite');
  const ended = tx.done.catch(() => undefined); // aborted below
  const blob = new Blob(['1']);
  try {
    await tx.store.put({ id: 'trial', rows: blob, original: null, skipped: blob });
    abort(tx);
    return true;
  } catch {
    return false; // bytes are stored instead
  } finally {
    await ended;
  }
}

async function transact<Mode extends IDBTransactionMode, T>(
  connection: Connection,
  { stores, mode, durability }: Scope<Mode>,
  work: Work<Mode, T>,
): Promise<T> {
  const tx = begin(connection, [...stores], mode, durability);
  const working = work(tx).catch((error: unknown) => {
    abort(tx);
    throw error;
  });
  const [worked, ended] = await Promise.allSettled([working, tx.done]);
  if (worked.status === 'fulfilled' && ended.status === 'fulfilled') return worked.value;
  throw operationError(
    [worked, ended].flatMap((part): unknown[] => (part.status === 'rejected' ? [part.reason] : [])),
  );
}

function begin<Mode extends IDBTransactionMode>(
  connection: Connection,
  stores: StoreName[],
  mode: Mode,
  durability: IDBTransactionDurability,
): Transaction<Mode> {
  try {
    return connection.transaction(stores, mode, { durability });
  } catch (error) {
    throw operationError([error]);
  }
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It has ended already.
  }
}

/** The transaction in which the stores change their shape. */
type UpgradeTransaction = IDBPTransaction<
  PlaygroundSchema,
  StoreNames<PlaygroundSchema>[],
  'versionchange'
>;

type Step = (database: IDBPDatabase<PlaygroundSchema>, tx: UpgradeTransaction) => void;

/** Step n leads from version n to version n + 1. A released step is never changed. */
const STEPS: readonly Step[] = [createStores, addVerdicts, addAgents, allowPackedChunks];

/**
 * Brings a database of any older version to the present one, step by step.
 * @throws DOMException when a step fails; the browser then keeps the old version
 */
function upgrade(
  database: IDBPDatabase<PlaygroundSchema>,
  oldVersion: number,
  tx: UpgradeTransaction,
): void {
  for (const step of STEPS.slice(oldVersion)) step(database, tx);
}

function createStores(database: IDBPDatabase<PlaygroundSchema>): void {
  const runs = database.createObjectStore('runs', { keyPath: 'id' });
  runs.createIndex('sourceId', 'sourceId');
  runs.createIndex('fingerprint', 'fingerprint');
  database.createObjectStore('sources', { keyPath: 'id' });
  database.createObjectStore('chunks', { keyPath: ['runId', 'index'] });
  database.createObjectStore('drafts', { keyPath: 'id' });
}

function addVerdicts(database: IDBPDatabase<PlaygroundSchema>): void {
  database.createObjectStore('verdicts', { keyPath: 'key' });
}

function addAgents(database: IDBPDatabase<PlaygroundSchema>): void {
  database.createObjectStore('agentRuns', { keyPath: 'id' });
  database.createObjectStore('exchanges', { keyPath: ['runId', 'row', 'trial'] });
}

/** Chunks may be packed from now on: the new number keeps older pages from reading them. */
function allowPackedChunks(): void {
  return;
}

/**
 * Replaces Blobs by their bytes, for browsers that store no Blobs: WebKit refuses them in private
 * windows.
 * @returns the same with ArrayBuffers, in nested objects too; only for being stored
 */
async function blobsToBytes<T>(record: T): Promise<T> {
  const blobs: Blob[] = [];
  replaceLeaves(record, (value) => {
    if (value instanceof Blob) blobs.push(value);
    return value;
  });
  const bytes = new Map<unknown, ArrayBuffer>();
  for (const blob of blobs) bytes.set(blob, await blob.arrayBuffer());
  return replaceLeaves(record, (value) => bytes.get(value) ?? value) as T;
}

/** Brings back Blobs that were stored as bytes. */
export function bytesToBlobs(record: unknown): unknown {
  return replaceLeaves(record, (value) =>
    value instanceof ArrayBuffer ? new Blob([value]) : value,
  );
}

/** No record has Blobs in its lists. */
function replaceLeaves(value: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (!isPlain(value)) return replace(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceLeaves(inner, replace)]),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value.constructor === Object;
}

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

/** The only error that storage rejects with; `cause` is the browser's error. */
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
function openError(reasons: readonly unknown[]): StorageError {
  return classify(reasons, OPEN_TROUBLES);
}

/**
 * Finds why an operation failed.
 * @returns an error that names the user's problem; a `StorageError` among the reasons stays as it is
 */
function operationError(reasons: readonly unknown[]): StorageError {
  return classify(reasons, OPERATION_TROUBLES);
}

function classify(
  reasons: readonly unknown[],
  troubles: Readonly<Record<string, StorageTrouble>>,
): StorageError {
  const cause = mostSpecific(reasons);
  if (cause instanceof StorageError) return cause;
  return new StorageError(troubles[nameOf(cause)] ?? 'unavailable', { cause });
}

/** A full disk aborts the transaction, and the abort then hides it behind its own errors. */
function mostSpecific(reasons: readonly unknown[]): unknown {
  return (
    reasons.find((reason) => nameOf(reason) === 'QuotaExceededError') ??
    reasons.find((reason) => nameOf(reason) !== 'AbortError') ??
    reasons[0]
  );
}

function nameOf(reason: unknown): string {
  return reason instanceof Error || reason instanceof DOMException ? reason.name : '';
}
