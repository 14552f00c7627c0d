import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { PlaygroundSchema } from './schema.ts';

/** The transaction in which the stores change their shape. */
export type UpgradeTransaction = IDBPTransaction<
  PlaygroundSchema,
  StoreNames<PlaygroundSchema>[],
  'versionchange'
>;

type Step = (database: IDBPDatabase<PlaygroundSchema>, tx: UpgradeTransaction) => void;

/** Step n leads from version n to version n + 1. A released step is never changed. */
const STEPS: readonly Step[] = [createStores, addVerdicts, addAgents, allowPackedChunks];

/**
 * Brings a database of any older version to the present one, step by step.
 * @param database the database being upgraded
 * @param oldVersion its version until now; 0 when it is new
 * @param tx the upgrade's transaction
 * @throws DOMException when a step fails; the browser then keeps the old version
 */
export function upgrade(
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
