import type { Store } from '#storage/connection.ts';
import { ExchangeStore } from '#storage/exchanges.ts';
import type { LoadedRun } from '#storage/runs.ts';
import { printSaid, readSaid } from '#storage/run-file.ts';

/** Adds what was said to the agent that made a run, as far as it is stored here. */
export async function withExchanges(loaded: LoadedRun, store: Store): Promise<LoadedRun> {
  const { agent } = loaded.run;
  if (!agent || loaded.said) return loaded;
  const exchanges = await new ExchangeStore(store).all(agent.runId);
  return exchanges.length === 0 ? loaded : { ...loaded, said: printSaid(exchanges) };
}

/** Stores what a file says was said to the agent of its run. A store that fails has told why. */
export async function keepExchanges({ run, said }: LoadedRun, store: Store): Promise<void> {
  const exchanges = said && (await readSaid(said));
  if (exchanges) await new ExchangeStore(store).adopt(run, exchanges).catch(() => undefined);
}
