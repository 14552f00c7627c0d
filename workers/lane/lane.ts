import { Scanner } from './lane-scanner.ts';

const free: Scanner[] = [];
let isMissing = false;

/** What is scored with a scanner, if that can be. */
interface Scannable {
  /** Custom metrics want whole rows. */
  readonly job: { readonly hasCustom?: boolean };
  /** Whether every row is read as a value. */
  readonly isLaneOff?: boolean | undefined;
}

/**
 * Does something with a scanner of this worker, which is for it alone until it has ended.
 * @param use receives the scanner; undefined where all rows are to be read, WebAssembly is not there,
 *   or it may not run: everything is read the usual way then
 */
export async function withScanner<T>(
  { job, isLaneOff = false }: Scannable,
  use: (scanner: Scanner | undefined) => Promise<T>,
): Promise<T> {
  const isWanted = !isLaneOff && job.hasCustom !== true && !isMissing;
  const scanner = isWanted ? takeScanner() : undefined;
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
