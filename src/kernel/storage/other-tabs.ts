// What the tabs of a browser know of each other: which runs are being scored, and what became of one.
import type { Store } from './connection.ts';

/** What a tab has done to a stored run. */
export interface RunNews {
  readonly id: string;
  /** Scores are others, not only what a person says. */
  readonly hasScores?: boolean;
  /** The run that has taken its place. */
  readonly next?: string | undefined;
}

const channels = new WeakMap<Store, BroadcastChannel>();

/** Reports to other tabs what became of a stored run. */
export function notifyTabs(store: Store, news: RunNews): void {
  channelOf(store).postMessage(news);
}

/** Hears what the other tabs do to stored runs. */
export function hearTabs(store: Store, hear: (news: RunNews) => void): void {
  channelOf(store).onmessage = ({ data }: MessageEvent<RunNews>) => hear(data);
}

/** One for each database: a channel does not hear itself. */
function channelOf(store: Store): BroadcastChannel {
  const known = channels.get(store);
  if (known) return known;
  const channel = new BroadcastChannel('trajectory-playground:runs');
  channels.set(store, channel);
  return channel;
}

/** Runs whose lock this page holds; all that is known where the browser has no locks. */
const heldHere = new Set<string>();

/**
 * Holds a run's lock, so that other tabs see that it is still running. The browser frees it when
 * the page goes away, even by a crash.
 * @returns a function that frees the lock, once it is held; where the browser has no locks, one
 *   that other tabs cannot see. Waits while another tab holds it. Never rejects.
 */
export function holdRunLock(id: string): Promise<() => void> {
  heldHere.add(id);
  return new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((free) => {
        resolve(() => {
          heldHere.delete(id);
          free();
        });
      });
    const request = lockManager()?.request(lockName(id), hold) ?? hold();
    // Refused, as in a sandboxed frame.
    request.catch(hold);
  });
}

/**
 * Whether a page that is still there is scoring a run: its lock is held or waited for. Where the
 * browser has no locks, whether this page holds it. Never rejects.
 */
export async function isRunLockHeld(id: string): Promise<boolean> {
  if (heldHere.has(id)) return true;
  try {
    const { held = [], pending = [] } = (await lockManager()?.query()) ?? {};
    return [...held, ...pending].some(({ name }) => name === lockName(id));
  } catch {
    return false; // without locks no page is known to hold it
  }
}

/**
 * Takes the lock of the one tab that may do a work that is paid for: two would ask the same
 * questions. The browser frees it when the page goes away, even by a crash.
 * @returns a function that frees the lock; undefined while another tab has it. Where the browser
 *   has no locks, one that other tabs cannot see.
 */
export function takeTabLock(work: 'judge' | 'agent'): Promise<(() => void) | undefined> {
  const locks = lockManager();
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    locks
      .request(`trajectory-playground:${work}`, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(undefined);
          return undefined;
        }
        return new Promise<void>((free) => resolve(free));
      })
      // refused, as in a sandboxed frame
      .catch(() => resolve(() => undefined));
  });
}

function lockName(id: string): string {
  return `trajectory-playground:run:${id}`;
}

/** Browsers have locks only on secure pages, whatever the types say. */
function lockManager(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
}
