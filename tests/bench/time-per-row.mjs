/** The fastest counts: caches that others have emptied make the rest slower. */
const ROUNDS = 9;

/**
 * Times tasks by what they keep the processor busy, so that what else the machine does counts little.
 *
 * @param {number} rowCount
 * @param {readonly (() => unknown)[]} tasks they take turns, so that all meet the same noise
 * @returns {Promise<number[]>} µs a row, by task
 */
export async function timePerRow(rowCount, tasks) {
  const fastest = tasks.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, run] of tasks.entries()) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      const perRow = (user + system) / rowCount;
      fastest[index] = Math.min(fastest[index] ?? perRow, perRow);
    }
  }
  return fastest;
}
