import { Scanner } from './scanner.ts';

const free: Scanner[] = [];
let isMissing = false;

/**
 * Does something with a scanner of this worker, which is for it alone until it has ended.
 * @param use receives the scanner; undefined where none is wanted, WebAssembly is not there, or it may
 *   not run: everything is read the usual way then
 */
export async function withScanner<T>(
  isWanted: boolean,
  use: (scanner: Scanner | undefined) => Promise<T>,
): Promise<T> {
  const scanner = isWanted && !isMissing ? takeScanner() : undefined;
  try {
    return await use(scanner);
  } finally {
    if (scanner) free.push(scanner);
  }
}

function takeScanner(): Scanner | undefined {
  try {
    return free.pop() ?? new Scanner();
  } catch {
    isMissing = true; // everything is read the usual way
    return undefined;
  }
}
