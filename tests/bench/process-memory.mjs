/** Memory of the tab's processes, from /proc; other systems do not tell. */
import { readdirSync, readFileSync } from 'node:fs';

/** @param {string} path */
function readOrNothing(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}

/**
 * @param {string} profile
 * @returns {string[]} ids of the renderers of the browser with this profile
 */
function findRenderers(profile) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    // the name in brackets may hold spaces
    ids.map((id) => [
      id,
      readOrNothing(`/proc/${id}/stat`).split(') ').at(-1)?.split(' ')[1] ?? '',
    ]),
  );
  const commands = new Map(ids.map((id) => [id, readOrNothing(`/proc/${id}/cmdline`)]));
  const isOurs = (/** @type {string} */ id) => {
    for (let at = id; at !== ''; at = parents.get(at) ?? '') {
      if (commands.get(at)?.includes(profile)) return true;
    }
    return false;
  };
  return ids.filter((id) => commands.get(id)?.includes('--type=renderer') && isOurs(id));
}

/** @param {readonly string[]} ids */
function sumMegabytes(ids) {
  const kilobytes = ids.map((id) =>
    Number(/^Pss:\s+(\d+)/m.exec(readOrNothing(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1000;
}

/**
 * Watches the memory of a browser's renderers while something is done (proportional set size:
 * shared pages are counted once).
 *
 * @param {string} profile the browser's profile folder
 * @param {() => Promise<unknown>} act
 * @returns {Promise<number | undefined>} MB at peak; undefined where it cannot be known
 */
export async function peakMegabytes(profile, act) {
  if (readOrNothing('/proc/self/smaps_rollup') === '') {
    await act();
    return undefined;
  }
  const renderers = findRenderers(profile);
  let peak = 0;
  const look = () => (peak = Math.max(peak, sumMegabytes(renderers)));
  const timer = setInterval(look, 50);
  await act();
  clearInterval(timer);
  look();
  return peak === 0 ? undefined : peak;
}
