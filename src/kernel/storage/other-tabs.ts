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

/** Tells the other tabs what became of a stored run. */
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
