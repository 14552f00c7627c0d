import type { AppState } from './app.svelte.ts';
import { LOCK_POLICY } from './lock-policy.ts';
import { saveText } from './settings-storage.ts';

/** Saves the work and reloads the page without its lock: a lock cannot be taken off a page. */
export async function switchOn(app: AppState, drawer = ''): Promise<void> {
  await app.workspace.saveNow();
  saveText('drawer', drawer, 'tab');
  if (saveText('network', 'on', 'tab')) location.reload();
  else
    app.notices.toast(
      'This browser does not let the page store anything, so the network stays off.',
    );
}

/** Locks the page at once. */
export function switchOff(app: AppState): void {
  saveText('network', '', 'tab');
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
