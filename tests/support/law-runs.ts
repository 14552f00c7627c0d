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

// for laws that do not say themselves how often they are tried
fc.configureGlobal({ numRuns: lawRuns(USUAL_RUNS) });
