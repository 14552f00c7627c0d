import type { AppState } from '#state/app.svelte.ts';
import { NETWORK_KEY } from '#state/network.svelte.ts';
import { LOCK_POLICY } from './lock-policy.ts';

/** Saves the work and loads the page anew without its lock: a lock cannot be taken off a page. */
export async function switchOn(app: AppState): Promise<void> {
  await app.workspace.saveNow();
  sessionStorage.setItem(NETWORK_KEY, 'on');
  location.reload();
}

/** Puts the lock on at once. */
export function switchOff(app: AppState): void {
  sessionStorage.removeItem(NETWORK_KEY);
  const lock = document.createElement('meta');
  lock.httpEquiv = 'Content-Security-Policy';
  lock.content = LOCK_POLICY;
  document.head.append(lock);
  app.network.locked();
}

/** Counts requests by host. */
export function countByHost(
  sent: readonly (readonly [url: string, requests: number])[],
): [host: string, requests: number][] {
  const hosts = new Map<string, number>();
  for (const [url, requests] of sent) {
    const { host } = new URL(url);
    if (requests > 0) hosts.set(host, (hosts.get(host) ?? 0) + requests);
  }
  return [...hosts];
}
