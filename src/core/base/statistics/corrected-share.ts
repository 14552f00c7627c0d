/** A share as an imperfect test finds it, corrected for the test's errors. */
export interface CorrectedShare {
  /** In [0,1]. */
  readonly share: number;
  /** Whether the correction led out of [0,1] and was cut. */
  readonly isClipped: boolean;
}

/**
 * Corrects a share for the errors of whoever counted it.
 * @param apparent the share that was claimed, in [0,1]
 * @param truePositives how often it is claimed where it holds, in [0,1]
 * @param falsePositives how often it is claimed where it does not hold, in [0,1]
 * @returns the share; undefined where claims say nothing: they are no likelier where it holds
 * @see Rogan and Gladen, Estimating prevalence from the results of a screening test, 1978
 */
export function correctedShare(
  apparent: number,
  truePositives: number,
  falsePositives: number,
): CorrectedShare | undefined {
  const scale = truePositives - falsePositives;
  if (!(scale > 0)) return undefined;
  const share = (apparent - falsePositives) / scale;
  const clipped = Math.min(1, Math.max(0, share));
  return { share: clipped, isClipped: clipped !== share };
}
