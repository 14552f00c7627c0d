import { execFileSync } from 'node:child_process';
import fc from 'fast-check';

const USUAL_RUNS = 100;
const FEWEST_RUNS = 5;
/** Of a law's runs, those of the first lane. */
const SMALL_SHARE = 1 / 20;

/**
 * How often a law is tried: a twentieth in `npm test`, in full with `LAWS=full`, and with a number
 * in `LAWS` that many times as often.
 */
export function lawRuns(full: number): number {
  const { LAWS } = process.env;
  const share = LAWS === undefined ? SMALL_SHARE : LAWS === 'full' ? 1 : Number(LAWS);
  return Math.max(Math.round(full * share), Math.min(full, FEWEST_RUNS));
}

/**
 * What is committed decides which values are tried: a state of the repository passes or fails its
 * checks each time, and the next one tries other values. Undefined, for any values, without git.
 */
function seedOfCommit(): number | undefined {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { stdio: 'pipe' });
    return Number.parseInt(tree.toString().slice(0, 8), 16) | 0;
  } catch {
    return undefined;
  }
}

const seed = seedOfCommit();
fc.configureGlobal({
  // for laws that do not say themselves how often they are tried
  numRuns: lawRuns(USUAL_RUNS),
  ...(seed !== undefined && { seed }),
});
