import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRaw, useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import { reviveStored } from '../../../tests/support/stored-values.ts';
import { Store } from './connection.ts';
import { DraftStore } from '#kernel/run/draft-keeper.ts';
import { RunStore } from './runs.ts';
import { DATABASE } from './connection.ts';

interface Fixture {
  readonly version: number;
  readonly stores: Readonly<
    Record<string, { readonly keyPath: string | string[]; readonly indexes: readonly string[] }>
  >;
  readonly records: Readonly<Record<string, readonly unknown[]>>;
}

function readFixture(version: number): Fixture {
  const path = `../../../tests/fixtures/storage/version-${version}.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'), reviveStored) as Fixture;
}

/** Makes the database as that version made it, without our code. */
async function build({ version, stores, records }: Fixture): Promise<void> {
  const database = await openRaw(version, (created) => {
    for (const [name, { keyPath, indexes }] of Object.entries(stores)) {
      const store = created.createObjectStore(name, { keyPath });
      for (const index of indexes) store.createIndex(index, index);
      for (const record of records[name]!) store.put(record);
    }
  });
  database.close();
}

/** Names, key paths and indexes of all stores. */
async function describeStores(): Promise<Fixture['stores']> {
  const database = await openRaw(DATABASE.version);
  const names = [...database.objectStoreNames];
  const tx = database.transaction(names);
  const stores = names.map((name) => {
    const { keyPath, indexNames } = tx.objectStore(name);
    return [
      name,
      { keyPath: keyPath as string | string[], indexes: [...indexNames].sort() },
    ] as const;
  });
  database.close();
  return Object.fromEntries(stores);
}

beforeEach(useFreshDatabases);
afterEach(() => vi.unstubAllGlobals());

const versions = Array.from({ length: DATABASE.version }, (_, index) => index + 1);

describe.each(versions)('a database of version %i', (version) => {
  it('opens with everything in it', async () => {
    await build(readFixture(version));
    const onTrouble = vi.fn();
    const store = new Store(onTrouble);
    const runs = new RunStore(store);
    const [run] = await runs.list();
    const loaded = (await runs.load(run!.id))!;
    expect(loaded.chunks.map(({ columns }) => columns.rowCount)).toEqual([3]);
    expect(loaded.chunks[0]?.columns.scores[0]?.values).toEqual(Float64Array.of(1, 0, Number.NaN));
    expect(await loaded.source?.rows.text()).toBe('{"prompt":"question 0"}\n');
    expect(await new DraftStore(store).load()).toMatchObject({ runId: run!.id });
    await runs.restore(await runs.remove(run!.id));
    expect(await runs.load(run!.id)).toBeDefined();
    expect(onTrouble).not.toHaveBeenCalled();
    store.close();
  });

  it('gets the stores that a new database has', async () => {
    const fixture = readFixture(version);
    await build(fixture);
    const upgraded = new Store(() => undefined);
    await new RunStore(upgraded).list();
    upgraded.close();
    const stores = await describeStores();
    useFreshDatabases();
    const fresh = new Store(() => undefined);
    await new RunStore(fresh).list();
    fresh.close();
    expect(stores).toEqual(await describeStores());
  });
});
