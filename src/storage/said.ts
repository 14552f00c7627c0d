import type { Exchange } from '#core/agents/exchange.ts';
import { isExchangeShape } from './exchanges.ts';

/**
 * Writes what was said to an agent as a part of a file.
 * @param exchanges what was said, in order
 * @returns a line of JSON for each
 */
export function printSaid(exchanges: readonly Exchange[]): Blob {
  const lines = exchanges.map(
    ({ row, trial, prompt, legs, latencyMs, firstByteMs, atMs }) =>
      `${JSON.stringify({ row, trial, prompt, legs, latencyMs, firstByteMs, atMs })}\n`,
  );
  return new Blob(lines);
}

/**
 * Reads what {@link printSaid} wrote. Everything in it is checked, since it may come from anybody.
 * @param said the lines
 * @returns what was said, in order; undefined where a line is no exchange
 */
export async function readSaid(said: Blob): Promise<readonly Exchange[] | undefined> {
  const lines = (await said.text()).split('\n').filter((line) => line !== '');
  try {
    const exchanges = lines.map((line) => JSON.parse(line) as unknown);
    return exchanges.every(isExchangeShape) ? exchanges : undefined;
  } catch {
    return undefined;
  }
}
