import { Scanner } from './scanner.ts';

const free: Scanner[] = [];
let isMissing = false;

/**
 * Takes a scanner of this worker, for its taker alone until it is given back.
 * @returns undefined where WebAssembly is not there, or may not run
 */
export function takeScanner(): Scanner | undefined {
  if (isMissing) return undefined;
  try {
    return free.pop() ?? new Scanner();
  } catch {
    // everything is read the usual way
    isMissing = true;
    return undefined;
  }
}

/** Gives a scanner back; what was scanned with it can be read no more. */
export function giveScanner(scanner: Scanner | undefined): void {
  if (scanner) free.push(scanner);
}
