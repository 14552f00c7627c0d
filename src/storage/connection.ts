import { openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { upgrade } from './migrations.ts';
import { DATABASE, type PlaygroundSchema } from './schema.ts';
import { blobsToBytes } from './stored-bytes.ts';
import { openError, operationError, StorageError, type StorageTrouble } from './storage-error.ts';

export type { StorageTrouble } from './storage-error.ts';

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
/** How long opening may take before the page goes on without storage. */
const OPEN_WITHIN_MS = 10_000;
/** While a browser clears its data it refuses to open them: how long between two tries. */
const TRY_AGAIN_AFTER_MS = 250;
const TRIES = 5;

/**
 * The page's one way to the database. It opens with the first operation, and reopens when the
 * browser has closed it. Every operation ends: it resolves when its transaction is committed, and
 * otherwise rejects with a {@link StorageError} after the trouble has been told.
 */
export class Store {
  readonly #onTrouble: (trouble: StorageTrouble) => void;
  readonly #version: number;
  #opening: Promise<Connection> | undefined;
  #current: Connection | undefined;
  #storesBlobs: boolean | undefined;
  #wasOpen = false;
  /** Whether a loss of the data is still to be told. */
  #isLossUntold = false;

  /**
   * Makes a store without opening it.
   * @param onTrouble told of every trouble, also of the same one again; must not throw
   * @param version the version to open, other than the present one only in tests
   */
  constructor(onTrouble: (trouble: StorageTrouble) => void, version: number = DATABASE.version) {
    this.#onTrouble = onTrouble;
    this.#version = version;
  }

  /**
   * Reads in one transaction.
   * @param stores the stores read from
   * @param work reads; may run a second time on a new connection
   * @returns what `work` returns
   * @throws StorageError
   */
  read<T>(stores: readonly StoreName[], work: Work<'readonly', T>): Promise<T> {
    return this.#run({ stores, mode: 'readonly', durability: 'default' }, work);
  }

  /**
   * Writes in one transaction: all of it or nothing.
   * @param stores the stores read from or written to
   * @param work reads and writes; may run a second time on a new connection
   * @param durability `strict` waits for the disk, `relaxed` for the operating system
   * @returns what `work` returns, once it is committed
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
   * Makes a record one that this browser stores, see stored-bytes.ts.
   * @param record a record that may hold Blobs
   * @returns the same, or with their bytes where the browser stores no Blobs
   */
  async storable<T>(record: T): Promise<T> {
    try {
      this.#storesBlobs ??= await storesBlobs(await this.#connect());
    } catch {
      // without a connection nothing is stored, and the write that follows says so
      return record;
    }
    return this.#storesBlobs ? record : blobsToBytes(record);
  }

  /**
   * Tells of a trouble that did not make an operation fail.
   * @param trouble what is wrong
   */
  tell(trouble: StorageTrouble): void {
    this.#onTrouble(trouble);
  }

  /** Lets go of the database after the transactions under way; the next operation opens it again. */
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
      this.tell(failure.trouble);
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
        this.#isLossUntold = true;
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
          // Cleared amid an operation, which then came here without the browser's word of it.
          if (oldVersion === 0) this.#tellLost();
          upgrade(database, oldVersion, tx);
        },
        blocked: onBlocked,
        blocking: (_oldVersion, newVersion) => {
          this.#forget(connection);
          if (newVersion === null) this.#tellLost();
          else this.tell('blocking');
        },
        terminated: () => {
          this.#forget(connection);
          this.#tellLost();
        },
      });
      return connection;
    } catch (error) {
      throw openError([error, ...reasons]);
    }
  }

  #tellLost(): void {
    if (!this.#isLossUntold) return;
    this.#isLossUntold = false;
    this.tell('lost');
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

/** A new connection that the browser refuses in the same way is not lost: nothing can be stored. */
function notLostAgain(error: unknown): never {
  const { cause } = error as Error;
  const isRefused = cause instanceof DOMException && cause.name === 'UnknownError';
  throw isRefused ? new StorageError('unavailable', { cause }) : error;
}

/** Tries to store a Blob; nothing of it is kept. */
async function storesBlobs(connection: Connection): Promise<boolean> {
  const tx = connection.transaction('sources', 'readwrite');
  const ended = tx.done.catch(() => undefined);
  const blob = new Blob(['1']);
  try {
    await tx.store.put({ id: 'trial', rows: blob, original: null, skipped: blob });
    abort(tx);
    return true;
  } catch {
    return false;
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
