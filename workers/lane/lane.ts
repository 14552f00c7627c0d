import { Scanner } from './scanner.ts';

let scanner: Scanner | undefined;
let isMissing = false;

/**
 * The scanner of this worker.
 * @returns undefined where WebAssembly is not there, or may not run
 */
export function laneScanner(): Scanner | undefined {
  if (isMissing) return undefined;
  try {
    return (scanner ??= new Scanner());
  } catch {
    // everything is read the usual way
    isMissing = true;
    return undefined;
  }
}
