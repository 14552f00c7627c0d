import { bareRequest } from '#judges/bare-request.ts';
import { isOnThisDevice } from './fault-of-address.ts';

/**
 * Finds out why a server on this device gave a page no answer: a request whose answer the page may
 * not see succeeds wherever a server is. It carries neither body nor headers. Others are not asked,
 * because such a request follows redirects, and would reach hosts that nobody agreed to.
 * @param url what could not be reached
 * @param signal ends the attempt
 * @returns `off` when no server answers, `blocked` when one does; `unreachable` when it was not asked
 */
export async function probeServer(
  url: string,
  signal: AbortSignal,
): Promise<'off' | 'blocked' | 'unreachable'> {
  const address = new URL(url);
  if (!isOnThisDevice(address)) return 'unreachable';
  try {
    await fetch(`${address.origin}/`, { ...bareRequest('GET'), mode: 'no-cors', signal });
    return 'blocked';
  } catch {
    return signal.aborted ? 'unreachable' : 'off';
  }
}
