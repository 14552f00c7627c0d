import type { Entry } from '#core/read/transcripts/entry.ts';

/** In the place of `transcripts/pair-results.ts`: what calls returned scores no row there. */
export const pairResults = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ kind }) => kind !== 'result');
