import { perApp } from '#kernel/per-app.svelte.ts';

/** What is printed: its code comes once it is wanted, or nothing else is to do. */
class PaperState {
  isWanted = $state(false);
}

/** What is printed of an app. */
export const paperOf = perApp(() => new PaperState());
