import type { Leg } from './exchange.ts';
import { listPlaces, type Place } from './json-path.ts';
import { readReply } from './read-reply.ts';

/**
 * Lists the places of an answer, for a person to pick from.
 * @param leg a request with its answer
 * @returns the places; of a stream those of its last event; none where nothing can be read
 */
export function listPlacesOf(leg: Pick<Leg, 'text' | 'contentType'>): readonly Place[] {
  try {
    const { values } = readReply(leg.text, leg.contentType);
    return listPlaces(values.at(-1) ?? null);
  } catch {
    return [];
  }
}
