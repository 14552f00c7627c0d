import type { AppState } from './app.svelte.ts';

/**
 * Keeps something of an app while other screens are open. It is made, and its code loaded, when it
 * is first asked for.
 */
export function perApp<T extends object>(make: (app: AppState) => T): (app: AppState) => T {
  const made = new WeakMap<AppState, T>();
  return (app) => {
    const known = made.get(app);
    if (known) return known;
    let fresh: T | undefined;
    // what it derives outlives the screen that asked first
    $effect.root(() => {
      fresh = make(app);
    });
    made.set(app, fresh as T);
    return fresh as T;
  };
}
