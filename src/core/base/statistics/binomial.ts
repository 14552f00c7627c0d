/** The chance, in [0,1], of at most so many successes in trials with a chance in [0,1]. */
export function binomialAtMost(trials: number, chance: number, most: number): number {
  if (most < 0) return 0;
  if (most >= trials) return 1;
  if (chance <= 0) return 1;
  if (chance >= 1) return 0;
  // the shorter tail is summed, from its largest term
  return most < trials * chance
    ? sumDown(trials, chance, most)
    : 1 - sumDown(trials, 1 - chance, trials - most - 1);
}

/** Sums the terms from below the mean down to 0 while they matter. */
function sumDown(trials: number, chance: number, from: number): number {
  const odds = chance / (1 - chance);
  let term = Math.exp(
    logFactorial(trials) -
      logFactorial(from) -
      logFactorial(trials - from) +
      from * Math.log(chance) +
      (trials - from) * Math.log1p(-chance),
  );
  let sum = 0;
  for (let k = from; k >= 0 && sum + term !== sum; k--) {
    sum += term;
    term *= k / (trials - k + 1) / odds;
  }
  return Math.min(1, sum);
}

/** The logarithm of k!, for any number from 10 on and integers below. */
export function logFactorial(k: number): number {
  return LOG_SQRT_2_PI + (k + 0.5) * Math.log(k + 1) - (k + 1) + logTail(k);
}

/** With fewer expected successes, counting waits is faster, and exact. */
const FEW_SUCCESSES = 10;

/** Draws the successes of some trials; `random` is in [0,1). Hörmann 1993, algorithm BTRS. */
export function drawBinomial(trials: number, chance: number, random: () => number): number {
  if (trials === 0 || chance <= 0) return 0;
  if (chance >= 1) return trials;
  if (chance > 0.5) return trials - drawBinomial(trials, 1 - chance, random);
  return trials * chance < FEW_SUCCESSES
    ? countWaits(trials, chance, random)
    : rejectByHat(trials, chance, random);
}

/** Draws the waits from success to success. */
function countWaits(trials: number, chance: number, random: () => number): number {
  const scale = Math.log1p(-chance);
  let successes = 0;
  for (let place = 0; ; successes++) {
    place += Math.floor(Math.log(1 - random()) / scale) + 1;
    if (place > trials) return successes;
  }
}

function rejectByHat(trials: number, chance: number, random: () => number): number {
  const spread = Math.sqrt(trials * chance * (1 - chance));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * chance;
  const centre = trials * chance + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const odds = chance / (1 - chance);
  const alpha = (2.83 + 5.1 / b) * spread;
  const mode = Math.floor((trials + 1) * chance);
  const atMode =
    (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
    logTail(mode) +
    logTail(trials - mode);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= squeeze) return k;
    if (!(k >= 0 && k <= trials)) continue;
    const bound =
      atMode +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1)) +
      (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1)) -
      logTail(k) -
      logTail(trials - k);
    if (Math.log((v * alpha) / (a / (us * us) + b)) <= bound) return k;
  }
}

const LOG_SQRT_2_PI = 0.9189385332046727;

/** The error of Stirling's formula for log k!. */
function logTail(k: number): number {
  if (k < 10) {
    let logFactorial = 0;
    for (let i = 2; i <= k; i++) logFactorial += Math.log(i);
    return logFactorial - (LOG_SQRT_2_PI + (k + 0.5) * Math.log(k + 1) - (k + 1));
  }
  const square = (k + 1) ** 2;
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}
