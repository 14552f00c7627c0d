import { Exchange } from '#core/agents/exchange.ts';
import * as v from 'valibot';
import { type Store, ifStored } from './connection.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import { AgentRunRecord, ExchangeRecord } from './schema.ts';

/**
 * The messages between the page and agents, kept so that no finished row is called again and any
 * answer can be looked at. Methods reject with a `StorageError` only.
 */
export class ExchangeStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Lists the runs of agents, those that cannot be read left out. */
  runs(): Promise<AgentRunRecord[]> {
    return this.#store.read(['agentRuns'], async (tx) => {
      const found: unknown[] = await tx.objectStore('agentRuns').getAll();
      return found.filter((run) => v.is(AgentRunRecord, run));
    });
  }

  /** Keeps a run of an agent, new or changed. */
  putRun(run: AgentRunRecord): Promise<void> {
    return this.#store.put('agentRuns', run);
  }

  /** Deletes a run of an agent with all its messages. */
  removeRun(id: string): Promise<void> {
    return this.#store.write(['agentRuns', 'exchanges'], async (tx) => {
      await tx.objectStore('agentRuns').delete(id);
      await tx.objectStore('exchanges').delete(rangeOf(id));
    });
  }

  /** Stores the messages of one trial; they are stored once this resolves. */
  put(exchange: ExchangeRecord): Promise<void> {
    return this.#store.put('exchanges', exchange);
  }

  /** Keeps what came in a file with a run. What is stored of the same run of an agent stays. */
  adopt({ agent }: RunRecord, exchanges: readonly Exchange[]): Promise<void> {
    return this.#store.write(['agentRuns', 'exchanges'], async (tx) => {
      if (!agent) return;
      const { runId, way, values, headers, asked = '' } = agent;
      const runs = tx.objectStore('agentRuns');
      if ((await runs.getKey(runId)) !== undefined) return;
      const startedAtMs = exchanges[0]?.atMs ?? 0;
      const config = { way, values, headers };
      const ended = { startedAtMs, endedAtMs: Date.now() };
      await runs.put({ id: runId, fingerprint: asked, config, ...ended });
      for (const exchange of exchanges) {
        await tx.objectStore('exchanges').put({ ...exchange, runId });
      }
    });
  }

  /** Counts the trials of a run that have messages. */
  count(runId: string): Promise<number> {
    return this.#store.read(['exchanges'], (tx) =>
      tx.objectStore('exchanges').count(rangeOf(runId)),
    );
  }

  /**
   * Finds the messages of trials, in their order; undefined where none can be read.
   */
  get(
    runId: string,
    trials: readonly { readonly row: number; readonly trial: number }[],
  ): Promise<(ExchangeRecord | undefined)[]> {
    return this.#store.read(['exchanges'], async (tx) => {
      const store = tx.objectStore('exchanges');
      const found: unknown[] = await Promise.all(
        trials.map(({ row, trial }) => store.get([runId, row, trial])),
      );
      return found.map((record) => (v.is(ExchangeRecord, record) ? record : undefined));
    });
  }

  /** Reads all messages of a run. */
  all(runId: string): Promise<ExchangeRecord[]> {
    return this.#store.read(['exchanges'], async (tx) => {
      const found: unknown[] = await tx.objectStore('exchanges').getAll(rangeOf(runId));
      return found.filter((record) => v.is(ExchangeRecord, record));
    });
  }
}

/** Everything of a run: a list sorts after every number. */
function rangeOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId], [runId, []]);
}

/** Writes the messages exchanged with an agent as a part of a file. */
export function printExchanges(exchanges: readonly Exchange[]): Blob {
  const lines = exchanges.map(
    ({ row, trial, prompt, legs, latencyMs, firstByteMs, atMs }) =>
      `${JSON.stringify({ row, trial, prompt, legs, latencyMs, firstByteMs, atMs })}\n`,
  );
  return new Blob(lines);
}

/**
 * Reads what {@link printExchanges} wrote. Everything in it is checked, since it may come from anybody.
 * @returns the exchanges, in order; undefined where a line is not one
 */
export async function readExchanges(said: Blob): Promise<readonly Exchange[] | undefined> {
  const lines = (await said.text()).split('\n').filter((line) => line !== '');
  try {
    const exchanges = lines.map((line) => JSON.parse(line) as unknown);
    return v.is(v.array(Exchange), exchanges) ? exchanges : undefined;
  } catch {
    return undefined; // a line that is no exchange
  }
}

/** Adds the stored messages that were exchanged with the agent that made a run. */
export async function withExchanges(loaded: LoadedRun, store: Store): Promise<LoadedRun> {
  const { agent } = loaded.run;
  if (!agent || loaded.said) return loaded;
  const exchanges = await new ExchangeStore(store).all(agent.runId);
  return exchanges.length === 0 ? loaded : { ...loaded, said: printExchanges(exchanges) };
}

/** Stores the exchanges with its agent that a file holds. */
export async function keepExchanges({ run, said }: LoadedRun, store: Store): Promise<void> {
  const exchanges = said && (await readExchanges(said));
  if (exchanges) await ifStored(new ExchangeStore(store).adopt(run, exchanges));
}
