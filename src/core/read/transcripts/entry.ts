import type { FoundCall } from '#core/calls/read-call.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

/** Who wrote a message. */
export type Author = 'user' | 'agent' | 'tool' | 'system';

/** One thing that happened in a conversation, in the order it happened. */
export type Entry =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'call'; readonly call: FoundCall }
  | {
      readonly kind: 'result';
      /** The id of the call, or the tool's name where calls have no id. */
      readonly of: string | undefined;
      readonly output: JsonValue | undefined;
    }
  /** A run is over: what follows is another one, even where nobody asked anything. */
  | { readonly kind: 'end' };

/**
 * Marks a call as made by a sub-agent or by another call.
 * @returns the entry; anything but a call as it is
 */
export function nest(entry: Entry): Entry {
  return entry.kind === 'call' ? { ...entry, call: { ...entry.call, isNested: true } } : entry;
}

/** The calls among what happened, in order. */
export function callsIn(entries: readonly Entry[]): readonly FoundCall[] {
  return entries.flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
}
