import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const ENTRY = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/**
 * Puts all that the page loads at its start into one chunk. By itself the bundler makes a small
 * chunk of whatever a later chunk shares with it: more requests, and less for gzip to find again.
 */
export function firstChunk(): Rolldown.CodeSplittingGroup {
  let first: Set<string> | undefined;
  return {
    name: (id, context) => {
      first ??= loadedWith(ENTRY, context);
      return first.has(id) ? 'first' : null;
    },
  };
}

/** A module and all that it imports, without what it imports when needed. */
function loadedWith(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([entry]);
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
